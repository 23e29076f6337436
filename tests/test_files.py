"""Which files are read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from command_line import run

from flake8_no_xrt.command.files import USUAL, find


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)


def write(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("import torch_xla.experimental.pjrt\n", encoding="utf-8")


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True, capture_output=True)


def listed(*paths: str, exclude: tuple[str, ...] | None = None, extend_exclude: tuple[str, ...] = ()) -> list[str]:
    listing = find(paths or ["."], exclude, extend_exclude)
    assert listing.problems == []
    assert listing.remarks == []
    return [file.path for file in listing.files]


class TestWalk:
    def test_usual_folders_are_passed_over(self):
        write("a.py", "pkg/b.py", ".github/workflows/ci.yml", ".env", "build.sh", "env/x.py")
        write(*(f"{name}/no.py" for name in sorted(USUAL - {".git"})), "x.egg-info/no.py", "sub/build/no.py")
        write("mine/lib/no.py", "mine/pyvenv.cfg")
        assert listed() == [".env", ".github/workflows/ci.yml", "a.py", "build.sh", "env/x.py", "pkg/b.py"]

    def test_what_is_named_is_read(self):
        write("build/a.py", "venv/pyvenv.cfg", "venv/lib/a.py", "old/a.py")
        assert listed("build") == ["build/a.py"]
        assert listed("venv") == ["venv/lib/a.py", "venv/pyvenv.cfg"]
        assert listed("old/a.py", "old", exclude=("old", "a.py")) == ["old/a.py"]

    def test_exclude_replaces_and_extend_exclude_adds(self):
        write("a.py", "build/b.py", "old/c.py", "pkg/old/d.py", "pkg/gen_e.py")
        assert listed(extend_exclude=("old",)) == ["a.py", "pkg/gen_e.py"]
        assert listed(exclude=("gen_*",)) == ["a.py", "build/b.py", "old/c.py", "pkg/old/d.py"]
        absolute = str(Path("pkg/*").absolute())
        assert listed(extend_exclude=(absolute,)) == ["a.py", "old/c.py"]

    def test_links(self):
        write("a/b.py", "outside/c.py")
        Path("a/again").symlink_to("..", target_is_directory=True)
        Path("a/same.py").symlink_to("b.py")
        Path("a/c.py").symlink_to("../outside/c.py")
        assert listed("a") == ["a/b.py", "a/c.py"]
        assert listed("a/same.py") == ["a/same.py"]

    def test_a_folder_that_cannot_be_listed(self, monkeypatch, capsys):
        write("a/b.py", "c.py")
        real = os.scandir

        def refuse(path):
            if str(path).endswith("a"):
                raise PermissionError(13, "Permission denied", path)
            return real(path)

        monkeypatch.setattr(os, "scandir", refuse)
        done = run(capsys, "check")
        assert (done.code, done.err) == (2, "a: error: Permission denied\n")
        assert "c.py:1:8" in done.out


class TestGit:
    def test_what_is_tracked_or_would_be(self):
        git("init", "-q")
        write("tracked.py", "build/tracked.py", "untracked.py", "ignored.py", "out/ignored.py", "gone.py", "forced.py")
        Path(".gitignore").write_text("ignored.py\nout/\nforced.py\n")
        git("add", "-f", "tracked.py", "build/tracked.py", "gone.py", "forced.py")
        Path("gone.py").unlink()
        assert listed() == [".gitignore", "build/tracked.py", "forced.py", "tracked.py", "untracked.py"]

    def test_from_a_folder_inside(self, monkeypatch):
        git("init", "-q")
        write("pkg/a.py", "pkg/sub/b.py", "other.py")
        assert listed("pkg") == ["pkg/a.py", "pkg/sub/b.py"]
        monkeypatch.chdir("pkg")
        assert listed() == ["a.py", "sub/b.py"]
        assert listed("..", "sub") == ["../other.py", "../pkg/a.py", "../pkg/sub/b.py", "sub/b.py"]

    def test_a_named_folder_that_git_ignores(self):
        git("init", "-q")
        write("out/a.py", "out/deep/b.py")
        Path(".gitignore").write_text("out/\n")
        assert listed("out") == ["out/a.py", "out/deep/b.py"]
        assert listed("out/a.py") == ["out/a.py"]

    def test_excludes(self):
        git("init", "-q")
        write("a.py", "old/b.py", "pkg/old/deep/c.py")
        assert listed(extend_exclude=("old",)) == ["a.py"]
        assert listed(exclude=("a.py",)) == ["old/b.py", "pkg/old/deep/c.py"]

    def test_names_of_all_kinds(self):
        git("init", "-q")
        names = ["a b.py", "new\nline.py", "caf\u00e9.py", os.fsdecode(b"caf\xe9.py"), '"quoted".py']
        write(*names)
        assert listed() == sorted(names)

    def test_another_repository_inside_is_its_own_business(self):
        git("init", "-q")
        git("init", "-q", "inner")
        write("a.py", "inner/b.py")
        assert listed() == ["a.py"]
        assert listed("inner") == ["inner/b.py"]

    def test_links(self):
        git("init", "-q")
        write("a.py", "pkg/b.py")
        Path("same.py").symlink_to("a.py")
        Path("again").symlink_to("pkg", target_is_directory=True)
        git("add", ".")
        assert listed() == ["a.py", "pkg/b.py"]

    def test_link_loop(self, capsys):
        git("init", "-q")
        write("a.py")
        Path("b.py").symlink_to("c.py")
        Path("c.py").symlink_to("b.py")
        Path("d.py").symlink_to("nowhere.py")
        git("add", ".")
        done = run(capsys, "check")
        assert done.code == 2
        assert [line.split(": error: ") for line in done.err.splitlines()] == [
            ["b.py", "Too many levels of symbolic links"],
            ["c.py", "Too many levels of symbolic links"],
            ["d.py", "No such file or directory"],
        ]
        assert "a.py:1:8" in done.out

    def test_in_a_hook(self, monkeypatch):
        git("init", "-q", "one")
        git("init", "-q", "two")
        write("one/a.py", "two/b.py")
        monkeypatch.setenv("GIT_DIR", str(Path("one/.git").absolute()))
        assert listed("two") == ["two/b.py"]

    def test_without_git(self, monkeypatch, capsys):
        git("init", "-q")
        write("a.py", "venv/b.py")
        monkeypatch.setenv("PATH", "")
        done = run(capsys, "check")
        assert done.code == 1
        assert done.err == ".: git cannot list the files (No such file or directory), so the folders are walked\n"
        assert [line.split(":")[0] for line in done.out.splitlines()] == ["a.py"]

    def test_a_broken_checkout(self, capsys):
        write("a.py", ".git/HEAD")
        done = run(capsys, "check")
        assert done.code == 1
        assert done.err.startswith(".: git cannot list the files (fatal: ")
        assert done.err.count("\n") == 1
        assert "a.py:1:8" in done.out
