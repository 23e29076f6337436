"""Settings in IPython: ``%env NAME=value``, and lines of shell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.kinds.spots import EMPTY, UNKNOWN, Cut, Span, Spot, line_of

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.edits import Withheld
    from flake8_no_xrt.kinds.part import Part

_SETTING = re.compile(r"[ \t]*%(?:set_)?env[ \t]+(?P<name>\w+)(?:[ \t]*=[ \t]*|[ \t]+)(?P<value>[^\n]*?)[ \t]*\n?")
_SHELL = re.compile(r"[ \t]*(?:!{1,2}|%(?:sx|system)[ \t])[ \t]*")


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a cell, outside of its Python."""
    line = line_of(part.text, start, end)
    match = _SETTING.fullmatch(part.text, line.start, line.end)
    if match is None or match.span("name") != (start, end):
        return UNKNOWN
    removal = _line(part.text, line)
    return Spot((("magic",),), Span(start, end), Span(*match.span("value")), removal)


def locate_held(part: Part, start: int, end: int) -> Cut | Withheld:
    """The cut of a line of shell, which stands at a stretch of the cell."""
    line = line_of(part.text, start, end)
    whole = _SHELL.fullmatch(part.text, line.start, start) and not part.text[end : line.end].strip()
    return _line(part.text, line) if whole else EMPTY


def _line(text: str, line: Span) -> Cut | Withheld:
    """The cut of a line; the last one of a cell goes with the line end in front of it."""
    if not (text[: line.start] + text[line.end :]).strip() or text[line.start : line.end].startswith((" ", "\t")):
        return EMPTY
    if not text[line.start : line.end].endswith("\n") and line.start:
        return Cut(line.start - 1, line.end)
    return Cut(line.start, line.end, lines=True)
