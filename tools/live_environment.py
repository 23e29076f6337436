"""Environments that hold torch and torch_xla, made once and kept in the cache folder.

One takes about 7 GB, since torch's builds for Linux x86_64 bring the CUDA libraries and do not import without them.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from wheels import cache_folder

from flake8_no_xrt.facts.releases import Releases

if TYPE_CHECKING:
    from pathlib import Path

ROOM = 9  # GB: what an installation needs while it runs
# torch of these releases was built for numpy 1.
OLD_NUMPY = Releases.before("2.5")


class CannotRunError(RuntimeError):
    """There is no environment, and none could be made here."""


def folder(version: str) -> Path:
    """Where the environment of a torch_xla version is kept."""
    return cache_folder() / "live" / version


def ready(version: str, python: str = sys.executable) -> Path:
    """The python of an environment with ``torch`` and ``torch_xla`` of ``version``, made if it is not there.

    ``python`` is the interpreter to make it with. Raises CannotRunError, with the reason.
    """
    home = folder(version)
    interpreter, complete = home / "bin" / "python", home / "complete"
    if complete.is_file() and interpreter.exists():
        return interpreter
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise CannotRunError(f"torch_xla has no wheels for {platform.system()} {platform.machine()}")
    shutil.rmtree(home, ignore_errors=True)
    home.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(home.parent).free / 1e9
    if free < ROOM:
        raise CannotRunError(f"{free:.1f} GB are free in {home.parent}, an environment needs {ROOM}")
    release = ".".join(version.split(".")[:2])
    numpy = "numpy<2" if release in OLD_NUMPY else "numpy"
    print(f"installing torch and torch_xla {version}, about 7 GB", file=sys.stderr, flush=True)
    _run([python, "-m", "venv", str(home)])
    install = [str(interpreter), "-m", "pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check"]
    _run([*install, f"torch=={version}", f"torch_xla=={version}", numpy])
    complete.touch()
    return interpreter


def remove(version: str) -> None:
    """Delete the environment of a version."""
    shutil.rmtree(folder(version), ignore_errors=True)


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except OSError as error:
        raise CannotRunError(f"{command[0]} cannot be run: {error}") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotRunError(f"{' '.join(command[1:4])} failed: {last}")
