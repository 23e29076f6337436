"""The configuration for ruff: the right entries, and what a real ruff makes of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from eval_format import EVAL_FILES
from real_tools import program, ruff_hits

from flake8_no_xrt.facts import names
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import ruff

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

RULES = Path(__file__).resolve().parents[1] / "rules"


def banned(text: str, key: str = "banned-api") -> dict[str, str]:
    table = tomllib.loads(text)["lint"]["flake8-tidy-imports"][key]
    return {name: entry["msg"] for name, entry in table.items()}


@pytest.mark.parametrize("spec", [None, ">=1.13", "==2.1", ">=2.1,<2.5", ">=2.2", ">=2.9"])
@pytest.mark.parametrize("advice", [False, True])
def test_entries_say_what_the_checker_says(spec: str | None, advice: bool):
    options = Options.parse(spec)
    entries = banned(ruff.configuration(options, advice=advice))
    for name, message in entries.items():
        verdict = verdicts.name(name, options.target, deprecated=True)
        assert verdict is not None
        assert message == f"{verdict.code} {verdict.message}"
    # No entry is inside another one: an import of the inner one would be reported twice.
    assert [(one, two) for one in entries for two in entries if two.startswith(f"{one}.")] == []


@pytest.mark.parametrize("advice", [False, True])
def test_nothing_is_left_out(advice: bool):
    options = Options()
    entries = banned(ruff.configuration(options, advice=advice))
    for module in names.modules():
        for path in [module, *(f"{module}.{name}" for name in names.members(module))]:
            verdict = verdicts.name(path, options.target, deprecated=advice)
            if verdict is not None and (advice or " superseded " not in verdict.message):
                reported = {path.rsplit(".", cut)[0] for cut in range(path.count("."))} & set(entries)
                assert reported or "torch_xla.experimental.pjrt_backend." in path, path


def test_variants_hold_the_same():
    plain = banned((RULES / "ruff.toml").read_text("utf-8"))
    extend_text = (RULES / "ruff-extend.toml").read_text("utf-8")
    assert banned(extend_text, "extend-banned-api") == plain
    assert tomllib.loads(extend_text)["required-version"] == ">=0.16.8"
    for text in ((RULES / "ruff.toml").read_text("utf-8"), extend_text):
        lint = tomllib.loads(text)["lint"]
        assert (lint["extend-select"], lint["external"]) == (["TID251"], ["XRT"])
    with_advice = banned((RULES / "ruff-advice.toml").read_text("utf-8"))
    assert plain.items() < with_advice.items()
    assert set(with_advice) - set(plain) == {"torch_xla.experimental.pjrt_backend"}
    inline = tomllib.loads(ruff.inline(Options()))["lint"]
    assert {name: entry["msg"] for name, entry in inline["flake8-tidy-imports"]["extend-banned-api"].items()} == plain
    assert inline["extend-select"] == ["TID251"]
    assert "external" not in inline


def test_the_opt_in_follows_the_target():
    later = banned(ruff.configuration(Options.parse(">=2.4"), advice=True))
    assert {"torch_xla.core.xla_model.mark_step", "torch_xla.core.xla_model.xla_device"} <= set(later)
    assert "torch_xla.core.xla_model.mark_step" not in banned(ruff.configuration(Options.parse(">=2.4")))


CODE = """\
import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
from torch_xla.core.xla_model import get_ordinal
from torch_xla.experimental import pjrt, plugins
from torch_xla.experimental.pjrt import using_pjrt

xenv.HOST_ORDINAL, xenv.PJRT_DEVICE
xm.xrt_world_size(), xm.get_ordinal(), xm.xla_device()
pjrt.world_size(), get_ordinal(), plugins, using_pjrt()
"""


@pytest.mark.parametrize("name", ["ruff.toml", "ruff-extend.toml"])
def test_real_ruff(name: str, tmp_path: Path):
    (tmp_path / "code.py").write_text(CODE)
    hits = ruff_hits(program("ruff"), tmp_path, "--select=TID251", "--config", str(RULES / name))
    found = [(hit["location"]["row"], hit["location"]["column"], hit["message"].split(": ", 1)[1][:6]) for hit in hits]
    # One report for a cause: none beside it for the module of a name, nor for the uses of what an import brings.
    assert found == [
        (3, 38, "XRT401"),
        (4, 36, "XRT301"),
        (5, 1, "XRT301"),
        (7, 1, "XRT101"),
        (8, 1, "XRT401"),
        (8, 22, "XRT401"),
    ]
    assert hits[3]["message"] == (
        "`torch_xla.core.xla_env_vars.HOST_ORDINAL` is banned: XRT101 torch_xla.core.xla_env_vars.HOST_ORDINAL "
        "was removed in torch_xla 2.1: use torch_xla.runtime.host_index()"
    )


OWN = """\
[lint]
select = ["F401"]
extend-select = ["I001"]
[lint.flake8-tidy-imports.banned-api]
"os.path".msg = "no"
"""


def test_inline_adds_to_a_projects_own_configuration(tmp_path: Path):
    (tmp_path / "code.py").write_text("import os.path\nimport torch_xla.experimental.pjrt\n")
    (tmp_path / "ruff.toml").write_text(OWN)
    hits = ruff_hits(program("ruff"), tmp_path, "--config", ruff.inline(Options()))
    found = {(hit["code"], hit["location"]["row"]): hit["message"] for hit in hits}
    assert sorted(found) == [("F401", 1), ("F401", 2), ("I001", 1), ("TID251", 1), ("TID251", 2)]
    assert found["TID251", 1] == "`os.path` is banned: no"
    assert "XRT301" in found["TID251", 2]


def test_one_hit_at_a_place(tmp_path: Path):
    """No name is reported twice, for itself and for its module."""
    for path in EVAL_FILES:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    hits = ruff_hits(program("ruff"), tmp_path, "--select=TID251", "--config", str(RULES / "ruff-advice.toml"))
    places = [(hit["filename"], hit["location"]["row"], hit["location"]["column"]) for hit in hits]
    assert len(places) > 200
    assert sorted(places) == sorted(set(places))
