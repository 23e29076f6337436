"""Kill ``check --fix`` at random moments, again and again, and count what the files are afterwards.

    python tests/fixing/kill.py FOLDER TIMES [naive]

Started by test_interrupted.py, in a process without threads, since it forks. Every eighth run is killed at any moment
of a whole run of the command, the others while it writes. With ``naive`` the files are written in place, as an editor
may do: that has to be noticed. What killed runs leave behind stays for the runs that follow.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_no_xrt.command import fix, writing
from flake8_no_xrt.command.files import File
from flake8_no_xrt.command.main import main
from flake8_no_xrt.command.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = 8
SIZE = 200_000
CODE = "import torch_xla.core.xla_model as xm\n\nn = xm.xrt_world_size()\ntext = '{}'\n"


def create(folder: Path) -> dict[Path, bytes]:
    """The files, in a folder and one inside it, no two alike."""
    files = {}
    for number in range(FILES):
        path = folder / ("inside" if number % 2 else "") / f"file{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        files[path] = CODE.format(f"{number}," * (SIZE // 2)).encode()
        path.write_bytes(files[path])
    return files


def written_in_place(path: str, data: bytes) -> None:
    """Write a file as most programs do."""
    with Path(path).open("wb") as opened:
        for start in range(0, len(data), 50_000):
            opened.write(data[start : start + 50_000])
            opened.flush()
            os.fsync(opened.fileno())


def start(work: Callable[[], int]) -> int:
    """Work in a child without output."""
    child = os.fork()
    if child:
        return child
    try:
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        os._exit(work())
    finally:
        os._exit(70)


def status(child: int) -> int:
    """How a child ended: its exit code, or minus the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def leftovers(folder: Path) -> list[Path]:
    """The temporary files that are there."""
    return [path for path in folder.rglob("*") if path.name.startswith(writing.PREFIX)]


def wait_for_writing(folder: Path, files: dict[Path, bytes], child: int) -> None:
    """Wait until a child begins to write, or is done."""
    before = {path: path.stat().st_mtime_ns for path in files}
    known = set(leftovers(folder))
    while not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if set(leftovers(folder)) - known or any(path.stat().st_mtime_ns != at for path, at in before.items()):
            return


def run(folder: Path, times: int, naive: bool) -> dict[str, int]:
    """Kill that many runs and count."""
    old = create(folder)
    changes = fix.plan_files([File(str(path), False) for path in old], Settings(), unsafe=False).changes
    new = {Path(change.path): change.data for change in changes}
    assert new.keys() == old.keys()
    if naive:
        fix.replace = written_in_place
    whole = ["check", "--isolated", "--fix", str(folder)]

    def command() -> int:
        return main(whole)

    def write() -> int:
        return len(fix.write(changes))

    took = {}
    for work in (command, write):
        began = time.monotonic()
        assert status(start(work)) == 0
        took[work] = time.monotonic() - began
        assert {path: path.read_bytes() for path in old} == new
        for path, data in old.items():
            path.write_bytes(data)
    counts = dict.fromkeys(("kills", "ended", "old", "new", "half", "between", "left", "most_left"), 0)
    for number in range(times):
        for path, data in old.items():
            if path.read_bytes() != data:
                path.write_bytes(data)
        left = set(leftovers(folder))
        work = write if number % 8 else command
        child = start(work)
        if number % 8:
            wait_for_writing(folder, old, child)
        time.sleep(random.uniform(0, took[work]))
        os.kill(child, signal.SIGKILL)
        ended = status(child)
        assert ended in (0, -signal.SIGKILL)
        counts["kills" if ended else "ended"] += 1
        found = [path.read_bytes() for path in old]
        states = [
            "old" if data == old[path] else "new" if data == new[path] else "half"
            for path, data in zip(old, found, strict=True)
        ]
        for state in states:
            counts[state] += 1
        counts["between"] += len(set(states)) > 1
        now = set(leftovers(folder))
        counts["left"] += len(now - left)
        counts["most_left"] = max(counts["most_left"], len(now))
    if not naive:
        # A run that is left alone finds no obstacle, and takes away what the others left.
        for path, data in old.items():
            path.write_bytes(data)
        assert status(start(command)) == 0
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == new
    return counts


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]), int(sys.argv[2]), "naive" in sys.argv[3:])))
