"""The cases written after public bug reports, with their right answers line by line."""

from __future__ import annotations

from pathlib import Path

import eval_format
import pytest

from flake8_no_xrt.judging.options import Options

CASES = Path(__file__).parent / "cases"

# (line, code, what the message must name, what it must advise)
RIGHT = {
    "01-node-rank.py": [
        (8, "XRT101", "torch_xla.core.xla_env_vars.HOST_ORDINAL", "torch_xla.runtime.host_index()"),
        (12, "XRT202", "XRT_HOST_ORDINAL", "torch_xla.runtime.host_index()"),
    ],
    "02-config-ignored.py": [(3, "XRT201", "XRT_TPU_CONFIG", "PJRT_DEVICE=TPU")],
    "04-pod-launcher.py": [(5, "XRT102", "torch_xla.distributed.xla_dist", "run the script on every host")],
    "06-sampler.py": [
        (8, "XRT401", "torch_xla.core.xla_model.xrt_world_size", "torch_xla.runtime.world_size"),
        (9, "XRT401", "torch_xla.core.xla_model.get_ordinal", "torch_xla.runtime.global_ordinal"),
    ],
    "07-strategy-check.py": [(5, "XRT402", "torch_xla.runtime.using_pjrt", "drop the test")],
    "08-mesh.py": [
        (2, "XRT303", "torch_xla.experimental.xla_sharding", "torch_xla.distributed.spmd (from torch_xla 2.2 on)"),
        (
            4,
            "XRT303",
            "torch_xla.experimental.xla_sharding.Mesh",
            "torch_xla.distributed.spmd.Mesh (from torch_xla 2.2 on)",
        ),
    ],
    "09-init-group.py": [
        (2, "XRT304", "torch_xla.experimental.pjrt_backend", "torch_xla.distributed.xla_backend"),
        (6, "XRT305", "pjrt://", "xla://"),
    ],
    "10-spmd-flag.py": [(3, "XRT903", "XLA_USE_SPMD", "torch_xla.runtime.use_spmd()")],
    "13-aliased-names.py": [
        (2, "XRT401", "torch_xla.core.xla_model.get_ordinal", "torch_xla.runtime.global_ordinal, which takes no arg"),
        (4, "XRT401", "torch_xla.core.xla_model.xrt_world_size", "torch_xla.runtime.world_size, which takes no arg"),
    ],
    "14-guarded-flags.py": [],
    "15-try-import.py": [],
    "16-fpga-host.py": [],
    "17-own-namespace.py": [],
    "18-notes-only.py": [],
    "19-test-clean-env.py": [],
    "20-still-experimental.py": [],
}


def test_every_case_has_an_answer():
    assert {path.name for path in CASES.glob("*.py")} == set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_case(name: str):
    text = (CASES / name).read_text(encoding="utf-8")
    found = eval_format.findings(text, Options(deprecated=name.startswith("10-")))
    assert [(place.line, place.code) for place, _ in found] == [(line, code) for line, code, _, _ in RIGHT[name]]
    for (_, message), (_, _, thing, advice) in zip(found, RIGHT[name], strict=True):
        fact, _, action = message.partition(": ")
        assert thing in fact.split() or fact.startswith(f"{thing} ")
        assert advice in action


def test_spmd_variable_needs_the_opt_in():
    text = (CASES / "10-spmd-flag.py").read_text(encoding="utf-8")
    assert eval_format.findings(text, Options()) == []
