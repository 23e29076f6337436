"""The files that are made for the default target: what the package hands out, and what ``rules/`` shows."""

from __future__ import annotations

from pathlib import Path

from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import astgrep, ruff

DATA = Path(__file__).parent / "data"
FOLDER = "ast-grep"


def name(tool: str, *, extend: bool = False, advice: bool = False) -> str:
    """The name of the one file for a tool, ``ruff`` or ``ast-grep``."""
    suffix = ".toml" if tool == "ruff" else ".yml"
    return tool + ("-extend" if extend else "") + ("-advice" if advice else "") + suffix


def text(tool: str, options: Options, *, extend: bool = False, advice: bool = False) -> str:
    """The text of the one file for a tool."""
    if tool == "ruff":
        return ruff.configuration(options, extend=extend, advice=advice)
    return astgrep.one_file(options, advice=advice)


def files() -> dict[str, str]:
    """All files, by their path in the package's data and in ``rules/``."""
    options = Options()
    made: dict[str, str] = {}
    for advice in (False, True):
        for extend in (False, True):
            made[name("ruff", extend=extend, advice=advice)] = text("ruff", options, extend=extend, advice=advice)
        made[name("ast-grep", advice=advice)] = text("ast-grep", options, advice=advice)
    made |= {f"{FOLDER}/{path}": content for path, content in astgrep.folder(options, advice=True).items()}
    return made
