"""The report that flake8 prints: one line for each finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.command.reports import Report, place, printable

if TYPE_CHECKING:
    from flake8_no_xrt.command.run import Hit

BOLD, RED, CYAN, GREEN, RESET = "\033[1m", "\033[31m", "\033[36m", "\033[32m", "\033[m"


def render(report: Report) -> str:
    """The findings, one a line."""
    return "".join(f"{headline(hit, hit.finding.message, report.color)}\n" for hit in report.hits)


def headline(hit: Hit, message: str, color: bool) -> str:
    """Place, code and message of a finding."""
    message = printable(message)
    code, where = hit.finding.code, place(hit.path, hit.finding.line, hit.finding.column, hit.cell)
    if not color:
        return f"{where}: {code} {message}"
    path = place(hit.path, None)
    rest = where[len(path) :].replace(":", f"{CYAN}:{RESET}")
    return f"{BOLD}{path}{RESET}{rest}{CYAN}:{RESET} {BOLD}{RED}{code}{RESET} {message}"
