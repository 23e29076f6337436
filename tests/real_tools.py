"""The tools of others that tests start: their versions are pinned in setup.cfg, and printed at the end of a run."""

from __future__ import annotations

import configparser
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[1]


@cache
def _configuration() -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


@cache
def pins() -> dict[str, str]:
    """The pinned version of each tool that is installed beside the package."""
    extras = _configuration()["options.extras_require"]
    lines = f"{extras['tools']}\n{extras['integration']}".split()
    return dict(line.split("==") for line in lines if "==" in line)


def other_releases() -> dict[str, str]:
    """The other releases of ruff, by what they are there for."""
    section = _configuration()["tools of the tests"]
    return {name.removeprefix("ruff-"): section[name] for name in section}


def installed() -> list[str]:
    """Name and version of each tool as it is installed, for the end of a run."""
    found = []
    for name in pins():
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return found


def check(distribution: str) -> None:
    """Fail if a tool is not installed in its pinned version."""
    try:
        there = version(distribution)
    except PackageNotFoundError:
        there = "none"
    assert there == pins()[distribution], (
        f"setup.cfg pins {distribution} {pins()[distribution]}, {there} is installed: pip install -e '.[integration]'"
    )


@cache
def program(name: str, distribution: str | None = None) -> str:
    """The path of a program that is installed beside this Python, in the pinned version."""
    if (distribution or name) in pins():
        check(distribution or name)
    path = shutil.which(name, path=sysconfig.get_path("scripts"))
    assert path is not None, f"{name} is not installed beside {sys.executable}"
    return path


def ast_grep() -> str:
    return program("ast-grep", "ast-grep-cli")


@cache
def other_ruff(release: str) -> str:
    """The path of another release of ruff, installed once into the cache folder. Only for tests marked integration."""
    stated = os.environ.get("FLAKE8_NO_XRT_CACHE")
    cached = Path(stated) if stated else Path.home() / ".cache" / "flake8-no-xrt"
    folder = cached / "tools" / f"ruff-{release}"
    if not folder.is_dir():
        partial = folder.with_name(f"{folder.name}-{os.getpid()}")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--target", str(partial), f"ruff=={release}"], check=True)
        partial.rename(folder)
    path = folder / "bin" / ("ruff.exe" if os.name == "nt" else "ruff")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.split()
    assert said == ["ruff", release]
    return str(path)


def ruff_hits(ruff: str, folder: Path, *arguments: str, paths: Sequence[str] = (".",)) -> list[dict[str, Any]]:
    """What ``ruff check`` reports in a folder; a configuration that ruff refuses fails."""
    command = [ruff, "check", "--no-cache", "--output-format", "json", *arguments, *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1), done.stderr
    hits: list[dict[str, Any]] = json.loads(done.stdout)
    return sorted(hits, key=lambda hit: (hit["filename"], hit["location"]["row"], hit["location"]["column"]))


def ast_grep_hits(folder: Path, *arguments: str, paths: Sequence[str] = (".",)) -> list[dict[str, Any]]:
    """What ``ast-grep scan`` reports in a folder, lines and columns 0-based, in the order of places."""
    command = [ast_grep(), "scan", "--json=stream", *arguments, *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    # 0 or 1 as it found errors or not; a rule that it cannot read is another number, and words on stderr.
    assert done.returncode in (0, 1), done.stderr
    assert "Cannot" not in done.stderr
    hits = [json.loads(line) for line in done.stdout.splitlines()]
    return sorted(hits, key=lambda hit: (hit["file"], hit["range"]["start"]["line"], hit["range"]["start"]["column"]))
