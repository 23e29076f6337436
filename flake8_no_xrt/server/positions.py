"""From lines and columns in characters to the positions of an editor, and back."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from lsprotocol import types

from flake8_no_xrt.kinds.part import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.judging.findings import Finding

# What ends a line in the protocol. A form feed does not.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_WIDTHS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda char: len(char.encode("utf-8", "surrogatepass")),
    "utf-16": lambda char: 2 if char > "\uffff" else 1,
    "utf-32": lambda _: 1,
}


class Text:
    """A text and the unit in which the editor counts its columns."""

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding
        self._lines = Lines(text)
        self._width = _WIDTHS[encoding]

    def line(self, number: int) -> str:
        """A line, from 1, without its end."""
        return self._lines.text(number)

    def at(self, line: int, column: int) -> types.Position:
        """The position of a line and column in characters, from 1; beyond the text its end."""
        if line > len(self._lines):
            line, column = len(self._lines), len(self.text) + 1
        before = self.line(line)[: column - 1]
        return types.Position(line - 1, len(before) if before.isascii() else sum(map(self._width, before)))

    def of(self, finding: Finding) -> types.Range:
        """The range of a finding."""
        return types.Range(
            self.at(finding.line, finding.column),
            self.at(finding.end_line, finding.end_column),
        )

    def whole_line(self, number: int) -> types.Range:
        """The range of a line, from 1, without the white space around it."""
        number = min(max(number, 1), len(self._lines))
        line = self.line(number)
        first = len(line) - len(line.lstrip())
        return types.Range(self.at(number, first + 1), self.at(number, max(first, len(line.rstrip())) + 1))

    def span(self, start: int, end: int) -> types.Range:
        """The range between two offsets in characters."""
        return types.Range(self.at(*self._lines.at(start)), self.at(*self._lines.at(end)))

    def offset(self, position: types.Position) -> int:
        """The offset in characters of a position; beyond a line its end, within a character the one behind it."""
        if position.line >= len(self._lines):
            return len(self.text)
        start, left = self._lines.starts[position.line], position.character
        line = self.line(position.line + 1)
        if line.isascii():
            return start + min(left, len(line))
        for number, char in enumerate(line):
            if left <= 0:
                return start + number
            left -= self._width(char)
        return start + len(line)

    def edits(self, after: str) -> list[types.TextEdit]:
        """The edits that make another text of this one, in whole lines, so that what stays is not touched."""
        old, new = _LINE.findall(self.text), _LINE.findall(after)
        first = _alike(old, new)
        last = _alike(old[first:][::-1], new[first:][::-1])
        old_middle, new_middle = old[first : len(old) - last], new[first : len(new) - last]
        places = [sum(map(len, old[:first]))]
        for line in old_middle:
            places.append(places[-1] + len(line))
        opcodes = SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_opcodes()
        return [
            types.TextEdit(self.span(places[begin], places[end]), "".join(new_middle[low:high]))
            for tag, begin, end, low, high in opcodes
            if tag != "equal"
        ]


def _alike(old: list[str], new: list[str]) -> int:
    """How many lines two texts begin with together."""
    shorter = min(len(old), len(new))
    return next((at for at in range(shorter) if old[at] != new[at]), shorter)
