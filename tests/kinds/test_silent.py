"""What must not be reported, kind by kind: each file is full of the names, and nothing in it is a finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import OPT_IN, PLAIN

from flake8_no_xrt.kinds import kind_of, scan

SILENT = Path(__file__).parent / "data" / "silent"
FILES = sorted(path.name for path in SILENT.iterdir())


def test_every_kind_has_a_silent_file():
    kinds = {kind_of(name, "") for name in FILES}
    expected = {"notebook", "shell", "dockerfile", "yaml", "toml", "ini", "env", "make", "jsonnet", "markdown", "rst"}
    assert kinds == expected | {None}


@pytest.mark.parametrize("name", FILES)
def test_silent(name: str):
    text = (SILENT / name).read_text(encoding="utf-8")
    assert "XRT_TPU_CONFIG" in text
    assert scan(name, text, PLAIN) == []


@pytest.mark.parametrize("name", ["x.sh", "Dockerfile", "x.yml", "x.toml", "x.ini", ".env", "Makefile", "x.jsonnet"])
def test_opt_in_names_wait_for_the_opt_in(name: str):
    text = {
        "x.sh": "export PJRT_DEVICE=GPU\nexport XLA_USE_SPMD=1\n",
        "Dockerfile": "ENV PJRT_DEVICE=GPU XLA_USE_SPMD=1\n",
        "x.yml": "env:\n  PJRT_DEVICE: GPU\n  XLA_USE_SPMD: 1\n",
        "x.toml": 'env = ["PJRT_DEVICE=GPU", "XLA_USE_SPMD=1"]\n',
        "x.ini": "[testenv]\nsetenv =\n  PJRT_DEVICE = GPU\n  XLA_USE_SPMD = 1\n",
        ".env": "PJRT_DEVICE=GPU\nXLA_USE_SPMD=1\n",
        "Makefile": "export PJRT_DEVICE = GPU\nXLA_USE_SPMD=1\n",
        "x.jsonnet": "{ env: { PJRT_DEVICE: 'GPU', XLA_USE_SPMD: '1' } }\n",
    }[name]
    assert scan(name, text, PLAIN) == []
    assert [item.finding.code for item in scan(name, text, OPT_IN)] == ["XRT904", "XRT903"]
    living = text.replace("GPU", "CUDA").replace("XLA_USE_SPMD", "XLA_USE_BF16")
    assert scan(name, living, OPT_IN) == []
