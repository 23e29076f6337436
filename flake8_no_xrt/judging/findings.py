"""What the checker hands out."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One report. Lines and columns are 1-based and count characters; the end is exclusive.

    ``message`` is one line without the code; ``name`` is the thing it is about, in full.
    """

    line: int
    column: int
    code: str
    message: str
    end_line: int
    end_column: int
    name: str


class Verdict(NamedTuple):
    """What there is to say about a use, before it has a place in a file."""

    code: str
    message: str
    name: str

    def at(self, line: int, column: int, end_line: int, end_column: int) -> Finding:
        """The finding for this verdict at a place (1-based, in characters)."""
        return Finding(line, column, self.code, self.message, end_line, end_column, self.name)
