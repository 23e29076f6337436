"""From a kind to its reader, for whole files and for parts of other files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import Located, Unreadable
from flake8_no_xrt.kinds.hits import Reader, finding
from flake8_no_xrt.kinds.noqa import Comments
from flake8_no_xrt.kinds.part import Lines, Part

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options

# Each module has read(part, reader).
_MODULES = {
    "python": "snippet",
    "doctest": "prompts",
    "console": "prompts",
    "shell": "shell",
    "dockerfile": "dockerfile",
    "yaml": "yaml",
    "toml": "toml",
    "ini": "ini",
    "env": "env",
    "make": "make",
    "jsonnet": "jsonnet",
    "markdown": "markdown",
    "rst": "rst",
}


def read(kind: str, part: Part, reader: Reader) -> None:
    """Read a part as a kind; what is found goes to the reader. Raises MissingExtra."""
    module = import_module(f"flake8_no_xrt.kinds.{_MODULES[kind]}")
    reader.entered(kind, part)
    module.read(part, reader)


def scan(kind: str, text: str, options: Options) -> list[Located]:
    """The findings in a file. Raises Unreadable and MissingExtra."""
    reader = Reader(options)
    read(kind, Part.whole(text), reader)
    lines = Lines(text)
    located = collect(kind, reader, lines, None)
    if reader.troubles:
        first, *others = sorted(reader.troubles)
        more = f" (and {len(others)} more)" if others else ""
        raise Unreadable(f"{first.message}{more}", lines.at(first.place)[0], located)
    return located


def collect(kind: str, reader: Reader, lines: Lines, cell: int | None) -> list[Located]:
    """The findings of a reader without those that a comment silences, in the order of the text."""
    comments = Comments(kind, lines)
    found = sorted(finding(hit, lines) for hit in reader.hits)
    return [Located(one, cell) for one in found if not comments.silence(one.line, one.code)]
