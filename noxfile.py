"""Everything that is checked, one session each: ``nox`` runs the default ones, ``nox --list`` tells of all.

Environments are kept outside the checkout, in ``~/.cache/flake8-no-xrt/nox`` or under FLAKE8_NO_XRT_CACHE.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
ROOT = Path(__file__).resolve().parent


def _environments() -> Path:
    """Where environments are kept: another folder for each set of requirements, so that none is out of date."""
    cache = os.environ.get("FLAKE8_NO_XRT_CACHE") or Path.home() / ".cache" / "flake8-no-xrt"
    wanted = b"".join((ROOT / name).read_bytes() for name in ("setup.cfg", "pyproject.toml"))
    return Path(cache) / "nox" / hashlib.sha256(wanted).hexdigest()[:12]


def _switch_on_pyenv() -> None:
    """Let the commands of pyenv answer for every version it has, the chosen one first, not for that one only."""
    pyenv = shutil.which("pyenv")
    if pyenv and "PYENV_VERSION" not in os.environ:
        chosen, listed = (
            subprocess.run([pyenv, *arguments], capture_output=True, text=True, check=True).stdout
            for arguments in (["version-name"], ["versions", "--bare"])
        )
        os.environ["PYENV_VERSION"] = ":".join(dict.fromkeys([*chosen.strip().split(":"), *listed.split()]))


_switch_on_pyenv()
nox.needs_version = ">=2024.4"
nox.options.envdir = str(_environments())
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "types", "generated", "tests"]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The tests, on every Python; arguments go to pytest."""
    session.install("-e", ".[all,test]")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """The tests with branch coverage."""
    session.install("-e", ".[all,test]")
    session.run("pytest", "-n", "auto", "--cov", "--cov-branch", "--cov-report=term-missing", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """What ruff says, of the code and of its form."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """What mypy says."""
    session.install("-e", ".[all,test,dev]")
    session.run("mypy")


@nox.session
def generated(session: nox.Session) -> None:
    """Whether the pages and tables that are made from the facts are up to date."""
    session.install("-e", ".")
    session.run("python", "tools/readme.py", "--check")
    session.run("python", "tools/build_rules.py", "--check")
    session.run("python", "tools/verify_live.py", "--page")
    session.run("git", "diff", "--exit-code", "--", "docs/verification.md", external=True)


@nox.session
def integration(session: nox.Session) -> None:
    """The tests with tools of others that are slow, or that are downloaded."""
    session.install("-e", ".[all,integration]")
    session.run("pytest", "-n", "auto", "-m", "integration", *session.posargs)


@nox.session
def corpus(session: nox.Session) -> None:
    """The corpus: pinned releases of other packages, downloaded once (some hundred MB)."""
    session.install("-e", ".[all,test]")
    session.run("pytest", "-n", "auto", "-m", "corpus", "--durations=5", *session.posargs)


@nox.session
def live(session: nox.Session) -> None:
    """Every replacement imported and called on an installed torch_xla (about 7 GB, made once)."""
    session.install("-e", ".[all,test]")
    session.run("python", "tools/verify_live.py", *session.posargs)


@nox.session
def rebuild(session: nox.Session) -> None:
    """The names data, made anew from the wheels of torch_xla (1.1 GB) and compared."""
    session.install("-e", ".[all,test]")
    session.run("pytest", "-m", "rebuild", *session.posargs)
