"""What a run of fixing does with files: which it takes, what it tells of them, and what a patch looks like."""

from __future__ import annotations

import subprocess

import pytest
from command_line import BROKEN, run

from flake8_no_xrt.command import fix as command
from flake8_no_xrt.fixing.across import Taken, broken_imports

FIXED = "import torch_xla.runtime as xr\n\nn = xr.world_size()\n"


def apply(folder, patch: str) -> None:
    """Apply a patch as git does, which is strict about the number of lines."""
    (folder / "patch").write_bytes(patch.encode())
    command = ["git", "apply", "--unsafe-paths", "--whitespace=nowarn", "patch"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "text",
    [
        BROKEN,
        BROKEN.replace("\n\n", "\n\n\x0c\n"),
        BROKEN.replace("\n\n", "\n\nform = 1\x0c\nline = '\u2028'\nfile = '\x1c'\n"),
        BROKEN.replace("\n", "\r\n"),
        BROKEN.rstrip("\n"),
        BROKEN + "# a\x0bb\x85c",
    ],
    ids=["plain", "form-feed", "separators", "crlf", "no-end", "no-end-separators"],
)
def test_the_patch_does_what_fix_does(tmp_path, monkeypatch, capsys, text):
    monkeypatch.chdir(tmp_path)
    for name in ("patched.py", "fixed.py"):
        (tmp_path / name).write_bytes(text.encode())
    shown = run(capsys, "check", "--isolated", "--diff", "patched.py")
    assert (shown.code, shown.err) == (1, "")
    assert run(capsys, "check", "--isolated", "--fix", "fixed.py").code == 0
    apply(tmp_path, shown.out)
    after = (tmp_path / "fixed.py").read_bytes()
    assert after != text.encode()
    assert (tmp_path / "patched.py").read_bytes() == after


def test_a_script_without_a_suffix_is_fixed_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train"
    script.write_text(f"#!/usr/bin/env python3\n{BROKEN}", encoding="utf-8")
    (tmp_path / "notes").write_text(BROKEN, encoding="utf-8")
    done = run(capsys, "check", "--isolated", "--fix", ".")
    assert (done.code, done.err) == (0, "fixed 1 in 1 files, 0 left\n")
    assert script.read_text(encoding="utf-8") == f"#!/usr/bin/env python3\n{FIXED}"
    assert (tmp_path / "notes").read_text(encoding="utf-8") == BROKEN


def test_a_failure_in_one_file_is_told_and_the_others_are_fixed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(f"{BROKEN}# {name}\n", encoding="utf-8")
    real = command.fix

    def failing(text, *arguments, **options):
        if "# a.py" in text:
            raise RecursionError("too\ndeep")
        return real(text, *arguments, **options)

    monkeypatch.setattr(command, "fix", failing)
    done = run(capsys, "check", "--isolated", "--fix", ".")
    assert done.code == 2
    assert done.err.splitlines() == [
        "a.py: error: was not fixed, because of an internal error: RecursionError: too deep",
        "fixed 1 in 1 files, 1 left",
    ]
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == f"{BROKEN}# a.py\n"
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == f"{FIXED}# b.py\n"


def test_a_lost_name_that_a_file_without_findings_takes_is_seen():
    taken = Taken(["home.py"])
    taken.read("user.py", "from home import FLAG\n")
    before = {"home.py": "FLAG = True\nOTHER = 1\n"}
    assert broken_imports(before, {"home.py": "OTHER = 1\n"}, taken) == ["home.py: FLAG"]
    assert broken_imports(before, {"home.py": "FLAG = True\n"}, taken) == []
    assert broken_imports(before, before, taken) == []
