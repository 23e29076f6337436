"""One of several elements between commas: a flow mapping, an array, an inline table, an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.kinds.spots import COMMENT, EMPTY, UNKNOWN, Cut, Span, line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.fixing.edits import Withheld

_COMMENTS = ("#", "//", "/*")


def cut(text: str, spans: Sequence[Span], first: int, last: int) -> Cut | Withheld:
    """The cut of the elements from ``first`` to ``last``, with the commas that go with them.

    ``spans`` are all elements of the list, in order.
    """
    if first == 0 and last == len(spans) - 1:
        return EMPTY
    start, end = spans[first].start, spans[last].end
    comma = _comma(text, end)
    line = line_of(text, start, comma or end)
    if (
        not text[line.start : start].strip()
        and not text[comma or end : line.end].strip()
        and "\n" in text[line.start : line.end]
    ):
        if comma is not None or last < len(spans) - 1:
            return _checked(text, Cut(line.start, line.end, lines=True)) if comma is not None else UNKNOWN
        # The last one goes with the comma in front of it.
        return _checked(text, Cut(spans[first - 1].end, end))
    if last < len(spans) - 1:
        return _checked(text, Cut(start, spans[last + 1].start)) if comma is not None else UNKNOWN
    return _checked(text, Cut(spans[first - 1].end, end))


def _comma(text: str, end: int) -> int | None:
    """The place behind the comma that follows."""
    rest = text[end:].lstrip()
    return len(text) - len(rest) + 1 if rest.startswith(",") else None


def _checked(text: str, found: Cut) -> Cut | Withheld:
    inside = text[found.start : found.end]
    # A mark inside of a string is taken for a comment: there are few, and a comment is not lost.
    return COMMENT if any(mark in inside for mark in _COMMENTS[:1]) or _slashes(inside) else found


def _slashes(inside: str) -> bool:
    return any(mark in inside.replace("://", "") for mark in _COMMENTS[1:])
