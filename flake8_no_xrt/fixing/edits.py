"""Edits as data: ranges of a text and what to put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Safety = Literal["safe", "unsafe"]


class Edit(NamedTuple):
    """Replace ``text[start:end]``, in characters."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that belong together, what they do in a few words, and how far they can be trusted.

    ``safe``: behaviour is kept on every release of the target. ``unsafe``: right in the usual case, to be read.
    """

    title: str
    safety: Safety
    edits: tuple[Edit, ...]


class Withheld(NamedTuple):
    """Why a finding has no fix: one clause, which follows "not fixed:"."""

    reason: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after the edits, which must not overlap; equal ones count once."""
    parts = []
    position = 0
    for edit in sorted(set(edits)):
        assert edit.start >= position, "overlapping edits"
        parts += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join([*parts, text[position:]])


def clash(edits: Iterable[Edit], others: Iterable[Edit]) -> bool:
    """Whether two groups of edits cannot be applied together; equal edits do not clash."""
    taken = set(others)
    return any(edit not in taken and any(_overlap(edit, other) for other in taken) for edit in edits)


def _overlap(one: Edit, other: Edit) -> bool:
    if one.start == one.end and other.start == other.end:
        # Two insertions at one place have no order.
        return one.start == other.start
    # An insertion at the edge of a replacement is fine, one inside is not.
    return one.start < other.end and other.start < one.end
