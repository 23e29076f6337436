"""Suppression comments, by flake8's rules, in the comment syntax of each kind.

``# noqa`` silences a line, ``# noqa: XRT2`` the codes that begin so, ``# flake8: noqa`` the file. A line that
holds nothing but the comment also silences the line below, since a Dockerfile, an ``.env`` or a unit file has
no comments behind a setting. Lines joined by a backslash count as one.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.kinds.hits import Reader
    from flake8_no_xrt.kinds.part import Lines

_DEFAULT = "#"
# Where a kind has comments of its own beside those of the code in it, both count.
_LEADERS = {"markdown": r"(?:#|<!--)", "rst": r"(?:#|\.\.)", "jsonnet": "(?:#|//)", "ini": "[#;]"}
_CODES = r"(?::\s?(?P<codes>(?:[A-Z]+[0-9]+(?:[,\s]+)?)+))?"


class Syntax(NamedTuple):
    """The patterns of a kind: in a line, a line of its own, for the file."""

    inline: re.Pattern[str]
    alone: re.Pattern[str]
    file: re.Pattern[str]


@cache
def syntax(kind: str) -> Syntax:
    """The suppression patterns of a kind."""
    leader = _LEADERS.get(kind, _DEFAULT)
    return Syntax(
        re.compile(rf"{leader} noqa{_CODES}", re.IGNORECASE),
        re.compile(rf"\s*{leader} noqa{_CODES}\s*(?:-->)?\s*", re.IGNORECASE),
        re.compile(rf"\s*{leader} flake8[:=]\s*noqa{_CODES}\s*(?:-->)?\s*", re.IGNORECASE),
    )


def silences(match: re.Match[str] | None, code: str) -> bool:
    """Whether a comment that matched silences a code: all of them without codes, else by equality or prefix."""
    if match is None:
        return False
    codes = match["codes"]
    return codes is None or code.startswith(tuple(re.split(r"[,\s]+", codes.strip(", \t"))))


class Comments:
    """The suppression comments of a text."""

    def __init__(self, kind: str, lines: Lines) -> None:
        self._syntax = syntax(kind)
        self._lines = lines
        self._file = [match for line in lines if (match := self._syntax.file.fullmatch(line))]

    def silence(self, line: int, code: str) -> bool:
        """Whether a comment silences a code on a line (1-based), or in the whole file."""
        return self.silence_file(code) or self._silence_line(line, code)

    def silence_file(self, code: str) -> bool:
        """Whether a comment silences a code in the whole file."""
        return any(silences(match, code) for match in self._file)

    def _silence_line(self, line: int, code: str) -> bool:
        first, last = logical_line(self._lines, line)
        inline = self._syntax.inline
        if any(silences(inline.search(self._lines.text(number)), code) for number in range(first, last + 1)):
            return True
        return silences(self._syntax.alone.fullmatch(self._lines.text(first - 1)), code)


def logical_line(lines: Lines, line: int) -> tuple[int, int]:
    """The first and last of the lines that backslashes join with this one."""
    first = last = line
    while first > 1 and lines.text(first - 1).endswith("\\"):
        first -= 1
    while last < len(lines) and lines.text(last).endswith("\\"):
        last += 1
    return first, last


@contextmanager
def hushed(reader: Reader, kind: str, lines: Lines, above: int) -> Iterator[None]:
    """Drop what is found meanwhile and silenced by a comment above: on line ``above``, or over blank lines."""
    hits, troubles = len(reader.hits), len(reader.troubles)
    yield
    while above > 0 and not lines.text(above).strip():
        above -= 1
    comment = syntax(kind).alone.fullmatch(lines.text(above))
    if comment is not None:
        reader.hits[hits:] = [hit for hit in reader.hits[hits:] if not silences(comment, hit.verdict.code)]
        if comment["codes"] is None:
            del reader.troubles[troubles:]
