"""The wheels of torch_xla: where they are kept, how they are fetched, and how they are opened without unpacking."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from flake8_no_xrt.truth.library import Library

# One build of each release is enough: the Python files do not differ between builds. All releases have this one.
PYTHON = "3.11"
PLATFORM = "manylinux_2_28_x86_64"


class UnavailableError(RuntimeError):
    """A wheel could not be had."""


def cache_folder() -> Path:
    """The folder outside the clone that keeps downloads: ``FLAKE8_NO_XRT_CACHE``, or one in the user's cache."""
    stated = os.environ.get("FLAKE8_NO_XRT_CACHE")
    return Path(stated).expanduser() if stated else Path.home() / ".cache" / "flake8-no-xrt"


def fetch(version: str) -> Path:
    """The wheel of a release, downloaded once. Raises UnavailableError, with the end of what pip said."""
    folder = cache_folder() / "wheels"
    pattern = f"torch_xla-{version}-*.whl"
    if not any(folder.glob(pattern)):
        folder.mkdir(parents=True, exist_ok=True)
        options = ["--no-deps", "--only-binary", ":all:", "--python-version", PYTHON, "--platform", PLATFORM]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
        command += [*options, "--dest", str(folder), f"torch_xla=={version}"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise UnavailableError(f"torch_xla {version} could not be downloaded: {last}")
    return min(folder.glob(pattern))


def open_wheel(wheel: Path) -> Library:
    """The library in a wheel. Raises FileNotFoundError if it holds no torch_xla."""
    return Library(zipfile.Path(wheel))
