"""Where a setting stands in a part, what to cut to take it away, and how that becomes an edit of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.edits import Edit, Withheld
from flake8_no_xrt.kinds.prompts import PROMPT

if TYPE_CHECKING:
    from collections.abc import Hashable

    from flake8_no_xrt.kinds.part import Part

EMPTY = Withheld("nothing would be left of what it stands in")
UNKNOWN = Withheld("no fix is known for the way it is written here")
COMMENT = Withheld("a comment would be lost")
WORDS = Withheld("it is one of several words of a text")
ESCAPED = Withheld("it is written with escapes, or in pieces")
EFFECT = Withheld("the value it is set to comes from a command that may have an effect")
APPENDED = Withheld("the value is added to an old one")
# What may stand in a document in front of a line of code: indentation, marks of a quotation.
_MARGIN = re.compile(r"[ \t>]*")
# What a reader takes out between two characters of a part: ends of continued lines, margins.
_GAP = re.compile(r"[\s\\`>]*")
# A folded text of YAML has a blank for a line end; make's references are overwritten in a recipe.
_ALIKE = (("\n", " "),)
_MASK = "_"
_MAKE_ACTS = re.compile(r"\$[({](?:shell|eval|call|file)\b")


class Span(NamedTuple):
    """A stretch of a part."""

    start: int
    end: int


class Cut(NamedTuple):
    """A stretch of a part to take away; ``lines`` says that it is lines as a whole."""

    start: int
    end: int
    lines: bool = False


class Spot(NamedTuple):
    """A setting in its part.

    ``scopes`` are the places whose settings hold for it, the innermost, in which it stands itself, first.
    ``value`` is what a new value replaces; None where a bare name is handed on. ``removal`` takes the setting away,
    ``EMPTY`` where nothing would be left of the part. ``exported`` says that processes get it.
    """

    scopes: tuple[Hashable, ...]
    name: Span
    value: Span | None
    removal: Cut | Withheld
    exported: bool = True
    fixed: str | None = None  # why it can only be taken away, if so


def line_of(text: str, start: int, end: int) -> Span:
    """The lines of a stretch, with the end of the last one."""
    behind = text.find("\n", max(end - 1, start))
    return Span(text.rfind("\n", 0, start) + 1, len(text) if behind < 0 else behind + 1)


def whole_line(text: str, start: int, end: int, comment: str = "#") -> Cut | None:
    """The cut of a stretch that has its lines to itself; a comment behind it stays, on a line of its own."""
    line = line_of(text, start, end)
    rest = text[end : line.end]
    if text[line.start : start].strip():
        return None
    if not rest.strip():
        return Cut(line.start, line.end, lines=True)
    behind = rest.lstrip(" \t")
    if behind.startswith(comment) and behind != rest:
        return Cut(start, end + len(rest) - len(behind))
    return None


def edit(text: str, part: Part, cut: Cut) -> Edit | Withheld:
    """The edit of the file that makes a cut in a part of it."""
    if cut.start >= cut.end:
        return UNKNOWN
    places = part.places[cut.start : cut.end]
    first, last = places[0], places[-1]
    if not _straight(text, part, cut):
        return ESCAPED
    if _MAKE_ACTS.search(text, first, last + 1):
        return EFFECT
    if text[first - 1 : first] == "\\" and text[first] != "\n":
        return ESCAPED
    if not cut.lines:
        following = part.places[cut.end] if cut.end < len(part.text) else last + 1
        # What follows moves up: the margin of its line goes.
        end = following if text[last] == "\n" and not text[last + 1 : following].strip() else last + 1
        return Edit(first, end, "")
    line = line_of(text, first, last + 1)
    head, tail = text[line.start : first], text[last + 1 : line.end]
    margin = _MARGIN.match(head)
    inner = head[margin.end() if margin else 0 :]
    if tail.strip() or (inner and not PROMPT.fullmatch(inner)):
        return UNKNOWN
    return Edit(line.start, line.end, "")


def swap(text: str, part: Part, span: Span, new: str) -> Edit | Withheld:
    """The edit of the file that replaces a stretch of a part."""
    if span.start >= span.end:
        return UNKNOWN
    places = part.places[span.start : span.end]
    first, last = places[0], places[-1]
    if text[first : last + 1] != part.text[span.start : span.end]:
        return ESCAPED
    return Edit(first, last + 1, new)


def _straight(text: str, part: Part, cut: Cut) -> bool:
    """Whether a cut holds what the file holds there, but for what joins lines."""
    position = part.places[cut.start]
    for index in range(cut.start, cut.end):
        place = part.places[index]
        same = text[place] == part.text[index] or (text[place], part.text[index]) in _ALIKE or part.text[index] == _MASK
        if place < position or not same or not _GAP.fullmatch(text[position:place]):
            return False
        position = place + 1
    return True
