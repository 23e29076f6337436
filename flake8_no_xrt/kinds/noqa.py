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
        patterns = syntax(kind)
        self._file = [match for line in lines if (match := patterns.file.fullmatch(line))]
        self._on: dict[int, list[re.Match[str]]] = {}
        for first, last in _logical_lines(lines):
            texts = [lines.text(number) for number in range(first, last + 1)]
            matches = [match for text in texts if (match := patterns.inline.search(text))]
            if above := patterns.alone.fullmatch(lines.text(first - 1)):
                matches.append(above)
            if matches:
                self._on.update(dict.fromkeys(range(first, last + 1), matches))

    def silence(self, line: int, code: str) -> bool:
        """Whether a comment silences a code on a line (1-based), or in the whole file."""
        return self.silence_file(code) or any(silences(match, code) for match in self._on.get(line, ()))

    def silence_file(self, code: str) -> bool:
        """Whether a comment silences a code in the whole file."""
        return any(silences(match, code) for match in self._file)


def _logical_lines(lines: Lines) -> Iterator[tuple[int, int]]:
    """The first and the last line of each stretch that backslashes join."""
    first = 1
    for number in range(1, len(lines) + 1):
        if not lines.text(number).endswith("\\"):
            yield first, number
            first = number + 1
    if first <= len(lines):
        yield first, len(lines)


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
