"""A stretch of text that knows where in its file each of its characters stands.

A command in a YAML block, a recipe of a Makefile, a fenced block of a README: each is read by the reader of its
own language, after quotes, escapes, prompts and indentation have been taken off. The places survive all of that.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def each(words: str) -> list[str]:
    """The words of a table that is written as one text."""
    return words.split()


_LINE_END = re.compile(r"\r\n|\n|\r")


class Part(NamedTuple):
    """A text, and for each of its characters the offset in the file."""

    text: str
    places: Sequence[int]

    @classmethod
    def whole(cls, text: str) -> Part:
        """The part that is a whole file."""
        return cls(text, range(len(text)))

    @classmethod
    def joined(cls, parts: Iterable[Part], glue: str = "") -> Part:
        """The parts one behind another, with ``glue`` between two of them."""
        texts: list[str] = []
        places: list[int] = []
        for part in parts:
            if texts and glue:
                texts.append(glue)
                places.extend([places[-1] if places else 0] * len(glue))
            texts.append(part.text)
            places.extend(part.places)
        return cls("".join(texts), places)

    def cut(self, start: int, end: int | None = None) -> Part:
        """The part from ``start`` to ``end``, as a slice of the text."""
        return Part(self.text[start:end], self.places[start:end])

    def group(self, match: re.Match[str], group: int | str = 0) -> Part:
        """What a group of a match on this text has matched."""
        return self.cut(*match.span(group))

    def stripped(self, characters: str | None = None) -> Part:
        """Without white space, or without the given characters, at both ends."""
        start = len(self.text) - len(self.text.lstrip(characters))
        return self.cut(start, max(start, len(self.text.rstrip(characters))))

    def unquoted(self) -> Part:
        """Without white space around and without one pair of quotes."""
        part = self.stripped()
        quoted = len(part.text) > 1 and part.text[0] == part.text[-1] and part.text[0] in "'\""
        return part.cut(1, -1) if quoted else part

    def lines(self) -> list[Part]:
        """The lines, each with its end."""
        ends = [match.end() for match in _LINE_END.finditer(self.text)]
        starts = [0, *ends]
        return [self.cut(start, end) for start, end in zip(starts, [*ends, len(self.text)], strict=True) if start < end]

    def replaced(self, pattern: re.Pattern[str], by: str) -> Part:
        """With each match replaced; what replaces it stands where the match begins."""
        parts, last = [], 0
        for match in pattern.finditer(self.text):
            parts.append(self.cut(last, match.start()))
            if match.start() < match.end():
                parts.append(Part(by, [self.places[match.start()]] * len(by)))
            last = match.end()
        return Part.joined([*parts, self.cut(last)]) if last else self

    def masked(self, pattern: re.Pattern[str], fill: str = "_") -> Part:
        """With each match overwritten by ``fill``, so that nothing moves."""
        return Part(pattern.sub(lambda match: fill * len(match[0]), self.text), self.places)


class Lines:
    """The line and column of an offset, 1-based and in characters."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._text = text

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column."""
        return self.starts[line - 1] + column - 1

    def text(self, line: int) -> str:
        """A line without its end; empty beyond the last one."""
        if not 0 < line <= len(self.starts):
            return ""
        end = self.starts[line] if line < len(self.starts) else None
        return self._text[self.starts[line - 1] : end].rstrip("\r\n")

    def __iter__(self) -> Iterator[str]:
        return (self.text(line) for line in range(1, len(self.starts) + 1))

    def __len__(self) -> int:
        return len(self.starts)
