"""What ``check --fix`` leaves when it is killed, when there is no room, and when it may not write: old or new files.

``FLAKE8_NO_XRT_KILLS=1000 pytest tests/fixing/test_interrupted.py -k killed -s`` kills more often, and tells.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from command_line import BROKEN, Done, run

from flake8_no_xrt.command import writing

KILL = Path(__file__).with_name("kill.py")
KILLS = int(os.environ.get("FLAKE8_NO_XRT_KILLS", "50"))
FIXED = "import torch_xla.runtime as xr\n\nn = xr.world_size()\n"
NOBODY = 65534

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals, links and limits of POSIX")


def killed(folder: Path, times: int, *more: str) -> dict[str, int]:
    folder.mkdir()
    command = [sys.executable, str(KILL), str(folder), str(times), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    sys.stdout.write(f"{counts}\n")
    return counts


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.startswith(writing.PREFIX)]


def fix(capsys, folder: Path) -> Done:
    return run(capsys, "check", "--isolated", "--fix", folder)


def test_killed_at_any_moment_each_file_is_old_or_new(tmp_path):
    counts = killed(tmp_path / "files", KILLS)
    assert counts["half"] == 0
    assert counts["kills"] + counts["ended"] == KILLS
    # It was killed while it wrote: between two files, and with a temporary file open.
    assert counts["kills"] > KILLS // 4
    assert counts["between"] > KILLS // 10
    assert counts["left"] > 0
    # Each run cleared away what the one before it left in the two folders.
    assert counts["most_left"] <= 2


def test_half_a_file_would_be_noticed(tmp_path):
    assert killed(tmp_path / "files", 12, "naive")["half"] > 0


# -- what killed runs leave ------------------------------------------------------------------------------------
def test_leftovers_are_not_read_and_the_next_fix_takes_them_away(tmp_path, capsys):
    left = tmp_path / f"{writing.PREFIX}x{writing.SUFFIX}"
    left.write_text(f"#!/usr/bin/env python3\n{BROKEN}", encoding="utf-8")
    (tmp_path / "other.tmp").write_text(BROKEN, encoding="utf-8")
    assert run(capsys, "check", "--isolated", tmp_path) == (0, "", "")
    assert left.exists()
    (tmp_path / "code.py").write_text(BROKEN, encoding="utf-8")
    assert fix(capsys, tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["code.py", "other.tmp"]


def test_what_another_run_is_writing_is_left_alone(tmp_path, capsys):
    busy = tmp_path / f"{writing.PREFIX}busy{writing.SUFFIX}"
    (tmp_path / "code.py").write_text(BROKEN, encoding="utf-8")
    with busy.open("wb") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        assert fix(capsys, tmp_path).code == 0
        assert busy.exists()
    (tmp_path / "code.py").write_text(BROKEN, encoding="utf-8")
    assert fix(capsys, tmp_path).code == 0
    assert not busy.exists()


def test_two_runs_at_once_both_write(tmp_path):
    """As a hook runner does that shares out files: neither takes the other's temporary files for leftovers."""
    for number in range(40):
        (tmp_path / f"file{number}.py").write_text(f"{BROKEN}# {number}\n", encoding="utf-8")
    shares = [[str(tmp_path / f"file{number}.py") for number in range(start, 40, 2)] for start in (0, 1)]
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "flake8_no_xrt", "check", "--isolated", "--fix", *share],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for share in shares
    ]
    for one in runs:
        out, err = one.communicate()
        assert (one.returncode, out, err) == (0, "", "fixed 20 in 20 files, 0 left\n")
    for number in range(40):
        assert (tmp_path / f"file{number}.py").read_text(encoding="utf-8") == f"{FIXED}# {number}\n"
    assert len(list(tmp_path.iterdir())) == 40


def test_a_temporary_file_taken_away_before_its_lock_is_made_anew(tmp_path, monkeypatch):
    path = tmp_path / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    real, made = writing.tempfile.mkstemp, []

    def stolen(**options):
        handle, name = real(**options)
        made.append(name)
        if len(made) == 1:
            Path(name).unlink()
        return handle, name

    monkeypatch.setattr(writing.tempfile, "mkstemp", stolen)
    writing.replace(str(path), b"new\n")
    assert (path.read_bytes(), len(made), list(tmp_path.iterdir())) == (b"new\n", 2, [path])


def test_interrupted_by_the_user(tmp_path, capsys, monkeypatch):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(BROKEN, encoding="utf-8")
    real = os.replace

    def interrupted(source, target):
        if str(target).endswith("b.py"):
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    done = fix(capsys, tmp_path)
    assert (done.code, done.out, done.err) == (2, "", "flake8-no-xrt: interrupted\n")
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == FIXED
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == BROKEN
    assert leftovers(tmp_path) == []


# -- no room, no right ---------------------------------------------------------------------------------------
def test_no_room_for_the_new_file(tmp_path):
    """The limit stands for a full disk: writing goes on until there is no more room, then it fails."""
    large = f"{BROKEN}text = '{'x' * 100_000}'\n"
    (tmp_path / "large.py").write_text(large, encoding="utf-8")
    (tmp_path / "small.py").write_text(BROKEN, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "flake8_no_xrt", "check", "--isolated", "--fix", "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert done.returncode == 2
    assert done.stdout.startswith("large.py:3:5: XRT401 ")
    assert done.stderr.splitlines() == [
        f"large.py: error: was not written: {os.strerror(errno.EFBIG)}",
        "fixed 1 in 1 files, 1 left",
    ]
    assert (tmp_path / "large.py").read_text(encoding="utf-8") == large
    assert (tmp_path / "small.py").read_text(encoding="utf-8") == FIXED
    assert leftovers(tmp_path) == []


def test_the_disk_is_full_when_it_is_flushed(tmp_path, capsys, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    done = fix(capsys, tmp_path)
    assert done.code == 2
    assert done.err == f"{path}: error: was not written: {os.strerror(errno.ENOSPC)}\n"
    assert path.read_text(encoding="utf-8") == BROKEN
    assert leftovers(tmp_path) == []


@pytest.fixture
def public():
    """A folder that everybody comes to: those of pytest are for one user."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(capsys, folder: Path, warm: Path) -> Done:
    """Fix without the rights of root, who may write everywhere. What the command imports has to be there by then."""
    (warm / "code.py").write_text(BROKEN, encoding="utf-8")
    assert fix(capsys, warm).code == 0
    if os.geteuid():
        return fix(capsys, folder)
    before = Path.cwd()
    os.chdir(folder)
    os.seteuid(NOBODY)
    try:
        return fix(capsys, folder)
    finally:
        os.seteuid(0)
        os.chdir(before)


def test_a_folder_that_may_not_be_written(tmp_path, public, capsys):
    path = public / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    path.chmod(0o666)
    public.chmod(0o555)
    try:
        done = as_nobody(capsys, public, tmp_path)
    finally:
        public.chmod(0o755)
    assert done.code == 2
    assert done.out.startswith(f"{path}:3:5: XRT401 ")
    assert done.err == f"{path}: error: was not written: {os.strerror(errno.EACCES)}\n"
    assert path.read_text(encoding="utf-8") == BROKEN
    assert [one.name for one in public.iterdir()] == ["code.py"]


def test_a_file_that_may_not_be_written_in_a_folder_that_may(tmp_path, public, capsys):
    path = public / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    path.chmod(0o444)
    public.chmod(0o777)
    done = as_nobody(capsys, public, tmp_path)
    assert done.code == 2
    assert done.err == f"{path}: error: was not written: {os.strerror(errno.EACCES)}\n"
    assert path.read_text(encoding="utf-8") == BROKEN
    assert [one.name for one in public.iterdir()] == ["code.py"]


# -- what stays as it was ------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664])
def test_the_mode_stays(tmp_path, capsys, mode):
    path = tmp_path / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    path.chmod(mode)
    before = os.umask(0o077)
    try:
        assert fix(capsys, tmp_path).code == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_text(encoding="utf-8") == FIXED


def test_the_owner_stays(tmp_path, capsys, monkeypatch):
    path = tmp_path / "code.py"
    path.write_text(BROKEN, encoding="utf-8")
    if os.geteuid():  # nobody else may give files away: then it is asked for, and goes on without
        asked = []
        monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
        monkeypatch.setattr(os, "fchown", lambda _, *owner: asked.append(owner))
        assert fix(capsys, tmp_path).code == 0
        assert asked == [(path.stat().st_uid, path.stat().st_gid)]
        return
    os.chown(path, NOBODY, NOBODY)
    path.chmod(0o640)
    assert fix(capsys, tmp_path).code == 0
    now = path.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (NOBODY, NOBODY, 0o640)
    assert path.read_text(encoding="utf-8") == FIXED


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path, capsys):
    (tmp_path / "real").mkdir()
    (tmp_path / "links").mkdir()
    real = tmp_path / "real" / "code.py"
    real.write_text(BROKEN, encoding="utf-8")
    (tmp_path / "links" / "once.py").symlink_to(Path("..", "real", "code.py"))
    (tmp_path / "links" / "twice.py").symlink_to("once.py")
    done = run(capsys, "check", "--isolated", "--fix", tmp_path / "links" / "twice.py")
    assert (done.code, done.err) == (0, "fixed 1 in 1 files, 0 left\n")
    assert real.read_text(encoding="utf-8") == FIXED
    assert (tmp_path / "links" / "twice.py").readlink() == Path("once.py")
    assert (tmp_path / "links" / "once.py").readlink() == Path("..", "real", "code.py")
    assert leftovers(tmp_path) == []


def test_another_name_of_the_file_keeps_the_old_contents(tmp_path, capsys):
    (tmp_path / "code.py").write_text(BROKEN, encoding="utf-8")
    os.link(tmp_path / "code.py", tmp_path / "kept.txt")
    assert fix(capsys, tmp_path).code == 0
    assert (tmp_path / "code.py").read_text(encoding="utf-8") == FIXED
    assert (tmp_path / "kept.txt").read_text(encoding="utf-8") == BROKEN


def test_what_is_no_regular_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "nowhere.py").symlink_to("missing")
    for name, error in (("pipe.py", OSError), ("folder.py", OSError), ("nowhere.py", FileNotFoundError)):
        with pytest.raises(error):
            writing.replace(str(tmp_path / name), b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.py", "nowhere.py", "pipe.py"]


def test_a_name_as_long_as_names_can_be(tmp_path, capsys):
    path = tmp_path / f"{'n' * 252}.py"
    path.write_text(BROKEN, encoding="utf-8")
    assert fix(capsys, tmp_path).code == 0
    assert path.read_text(encoding="utf-8") == FIXED
