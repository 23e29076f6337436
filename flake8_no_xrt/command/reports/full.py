"""The report for people: each finding with its line of source, where in it, and what to do."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from flake8_no_xrt.command.reports import printable
from flake8_no_xrt.command.reports.text import BOLD, CYAN, GREEN, RED, RESET, headline

if TYPE_CHECKING:
    from flake8_no_xrt.command.reports import Report
    from flake8_no_xrt.command.run import Hit

# A longer line of source is cut to this many characters around the finding.
_WIDEST = 160
_BEFORE = 40
_CUT = "..."


def render(report: Report) -> str:
    """The findings, a paragraph each, and their number."""
    if not report.hits:
        return ""
    paragraphs = [_paragraph(hit, report.color) for hit in report.hits]
    files = len({hit.path for hit in report.hits})
    number = len(report.hits)
    paragraphs.append(f"{number} finding{'s' * (number != 1)} in {files} file{'s' * (files != 1)}")
    return "\n\n".join(paragraphs) + "\n"


def _paragraph(hit: Hit, color: bool) -> str:
    finding = hit.finding
    fact, _, action = finding.message.partition(": ")
    lines = [headline(hit, fact, color)]
    number = str(finding.line)
    margin = " " * len(number)
    bar, start, end, stress, calm = "|", "", "", "", ""
    if color:
        bar, start, end, stress, calm = f"{CYAN}|{RESET}", f"{BOLD}{RED}", RESET, GREEN, RESET
    if hit.source.strip():
        stop = finding.end_column if finding.end_line == finding.line else len(hit.source) + 1
        before, marked, after = excerpt(hit.source, finding.column - 1, stop - 1)
        carets = "^" * max(_width(marked), 1)
        lines.append(f"{margin} {bar}")
        lines.append(f"{number} {bar} {before}{marked}{after}")
        lines.append(f"{margin} {bar} {' ' * _width(before)}{start}{carets}{end}")
    if action:
        lines.append(f"{margin} = {stress}{printable(action)}{calm}")
    return "\n".join(lines)


def excerpt(source: str, start: int, stop: int) -> tuple[str, str, str]:
    """A line of source before, in and behind a range, fit to be shown: short, without tabs and control characters."""
    source = source.rstrip()
    stop = max(min(stop, len(source)), start)
    low, high = 0, len(source)
    if high > _WIDEST:
        low = max(0, start - _BEFORE)
        high = min(high, low + _WIDEST)
        stop = min(stop, high)
    before = (_CUT if low else "") + _shown(source[low:start])
    after = _shown(source[stop:high]) + (_CUT if high < len(source) else "")
    if not low:
        # The indentation says nothing here.
        before = before.lstrip()
    return before, _shown(source[start:stop]), after


def _shown(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else " " if char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text
    )


def _width(text: str) -> int:
    """The columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in text)
