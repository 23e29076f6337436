"""The kinds of files that are read beside Python modules, and one door to all of them.

Importing this package imports no parser and no reader of a kind: a run over a repository that holds no such
file pays for none, and a file without one of the stems is passed over before anything is parsed.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.judging.prefilter import stems
from flake8_no_xrt.kinds.extras import MissingExtra

if TYPE_CHECKING:
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options

__all__ = ["Located", "MissingExtra", "Unreadable", "kind_of", "scan"]


class Located(NamedTuple):
    """A finding, and in a notebook the cell it is in: 1-based, all cells counted."""

    finding: Finding
    cell: int | None


class Unreadable(Exception):
    """A file, or parts of it, cannot be parsed.

    ``line`` is where (in a notebook with ``cell``, within the cell), None if unknown; ``found`` holds the
    findings of what could be read.
    """

    def __init__(self, message: str, line: int | None = None, found: list[Located] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.found = found or []
        self.cell: int | None = None


# Exact names first, then suffixes, then what a name begins with. All in lower case.
_NAMES = {
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "makefile": "make",
    "gnumakefile": "make",
    "environment": "env",
    ".env": "env",
    ".envrc": "shell",
    ".bazelrc": "shell",
    ".bashrc": "shell",
    ".bash_profile": "shell",
    ".bash_aliases": "shell",
    ".profile": "shell",
    ".zshrc": "shell",
    ".zshenv": "shell",
    ".zprofile": "shell",
    "bashrc": "shell",
    "bash.bashrc": "shell",
    "profile": "shell",
    "pkgbuild": "shell",
    "pipfile": "toml",
    ".flake8": "ini",
    ".coveragerc": "ini",
    ".pylintrc": "ini",
    ".clang-format": "yaml",
}
_SUFFIXES = {
    ".py": "python",
    ".pyi": "python",
    ".pyw": "python",
    ".ipynb": "notebook",
    ".sh": "shell",
    ".bash": "shell",
    ".zsh": "shell",
    ".ksh": "shell",
    ".bats": "shell",
    ".sbatch": "shell",
    ".slurm": "shell",
    ".dockerfile": "dockerfile",
    ".containerfile": "dockerfile",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".ini": "ini",
    ".cfg": "ini",
    ".service": "ini",
    ".env": "env",
    ".mk": "make",
    ".mak": "make",
    ".jsonnet": "jsonnet",
    ".libsonnet": "jsonnet",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".rmd": "markdown",
    ".rst": "rst",
}
_BEGINNINGS = {
    "dockerfile.": "dockerfile",
    "containerfile.": "dockerfile",
    "makefile.": "make",
    ".env.": "env",
}
_SHEBANGS = (
    (re.compile(r"\bpython[\d.]*\b|\bpypy[\d.]*\b|\buv run\b"), "python"),
    (re.compile(r"\b(?:ba|z|k|da|a)?sh\b"), "shell"),
    (re.compile(r"\bmake\b"), "make"),
)

# Jinja and the like: the kind is that of the name without these.
_TEMPLATES = (".j2", ".jinja", ".jinja2", ".in", ".tmpl", ".template", ".example", ".sample", ".dist")


def kind_of(path_name: str, first_line: str) -> str | None:
    """The kind of a file, by its name and else by the shebang of its first line; None if it is not read."""
    name = PurePath(path_name.replace("\\", "/")).name.lower()
    kind = _named(name)
    while kind is None and name.endswith(_TEMPLATES):
        name = name.rpartition(".")[0]
        kind = _named(name)
    if kind is None and first_line.startswith("#!"):
        return next((kind for pattern, kind in _SHEBANGS if pattern.search(first_line)), None)
    return kind


def _named(name: str) -> str | None:
    suffix = PurePath(name).suffix
    return (
        _NAMES.get(name)
        or _SUFFIXES.get(suffix)
        or next((kind for beginning, kind in _BEGINNINGS.items() if name.startswith(beginning)), None)
    )


def scan(path_name: str, text: str, options: Options) -> list[Located]:
    """The findings in a file of any kind but Python, in the order of the file; none if the kind is not read.

    Raises :class:`Unreadable` if the file or parts of it cannot be parsed, with the findings of the rest, and
    :class:`MissingExtra` if a library is needed that is not installed. A file that holds none of the stems of
    what is looked for is not parsed.
    """
    if not any(stem in text for stem in stems(options)):
        return []
    kind = kind_of(path_name, text.partition("\n")[0])
    if kind in (None, "python"):
        return []
    reader = "notebook" if kind == "notebook" else "dispatch"
    module = import_module(f"flake8_no_xrt.kinds.{reader}")
    found: list[Located] = module.scan(text, options) if kind == "notebook" else module.scan(kind, text, options)
    return found
