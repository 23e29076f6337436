"""The command and the plugin give the same findings on the same files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run

HERE = Path(__file__).parent
TARGETS = [(), (">=2.1",), (">=2.7",), (">=1.13",)]


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """The cases and the eval files, Python only."""
    folder = tmp_path_factory.mktemp("parity")
    for source in ("cases", "eval_files"):
        for path in sorted(HERE.joinpath(source).rglob("*.py")):
            target = folder / source / path.relative_to(HERE / source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return folder


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: "".join(target) or "default")
def test_same_findings(capsys, monkeypatch, tree, target):
    monkeypatch.chdir(tree)
    own = [f"--torch-xla={spec}" for spec in target]
    plugin = [f"--xrt-torch-xla={spec}" for spec in target]
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=XRT", "--xrt-deprecated", "-j1", *plugin, "."]
    flake8 = subprocess.run(command, capture_output=True, text=True, check=False)
    done = run(capsys, "check", "--isolated", "--deprecated", *own)
    assert (flake8.stderr, done.err) == ("", "")
    said = sorted(line.removeprefix("./") for line in flake8.stdout.splitlines())
    assert len(said) > 100
    assert sorted(done.out.splitlines()) == said


def test_same_configuration(capsys, monkeypatch, tmp_path):
    """One file of flake8 steers both."""
    monkeypatch.chdir(tmp_path)
    text = HERE.joinpath("cases", "06-sampler.py").read_text(encoding="utf-8")
    for name in ("a.py", "tests/b.py", "old/c.py", "flagged.py"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    Path("flagged.py").write_text(
        "import torch_xla.core.xla_model as xm\nif NEW:\n    pass\nelse:\n    xm.get_ordinal()\n"
    )
    Path("setup.cfg").write_text(
        "[flake8]\nselect = E9,F,XRT\nextend-ignore = XRT405,E203\nexclude = old\n"
        "per-file-ignores =\n    tests/*: XRT4, E501\nxrt-torch-xla = >=2.4\nxrt-guards = NEW: >=2.5\n"
    )
    command = [sys.executable, "-m", "flake8", "-j1", "."]
    flake8 = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line.removeprefix("./") for line in flake8.stdout.splitlines() if " XRT" in line]
    done = run(capsys, "check")
    assert done.out.splitlines() == sorted(said)
    assert {line.split(":")[0] for line in said} == {"a.py"}
    assert "flagged.py:5:5: XRT401" in run(capsys, "check", "--guards", "OTHER: >=2.5").out
