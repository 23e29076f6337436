"""Workflow commands of GitHub Actions, which show each finding beside the line it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.command.reports import TOOL, Report, place, printable, relative
from flake8_no_xrt.facts.codes import level

if TYPE_CHECKING:
    from flake8_no_xrt.command.run import Hit

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report) -> str:
    """A command for each finding and each problem."""
    lines = [_finding(hit) for hit in report.hits]
    for problem in report.problems:
        where: dict[str, object] = {"title": TOOL, "file": relative(problem.path)}
        if problem.line and not problem.cell:
            where["line"] = problem.line
        lines.append(_command("error", where, f"{_prefix(problem.cell, problem.line)}{problem.message}"))
    return "".join(f"{line}\n" for line in lines)


def _finding(hit: Hit) -> str:
    finding = hit.finding
    where: dict[str, object] = {"title": f"{TOOL} ({finding.code})", "file": relative(hit.path)}
    # Lines of a cell are not lines of the file, and columns are taken within one line only.
    if not hit.cell:
        where |= {"line": finding.line, "endLine": finding.end_line}
        if finding.line == finding.end_line:
            where |= {"col": finding.column, "endColumn": finding.end_column}
    message = f"{_prefix(hit.cell, finding.line, finding.column)}{finding.code} {finding.message}"
    return _command(_COMMANDS[level(finding.code)], where, message)


def _prefix(cell: int | None, line: int | None, column: int | None = None) -> str:
    return f"{place('', line, column, cell)}: " if cell else ""


def _command(name: str, properties: dict[str, object], message: str) -> str:
    listed = ",".join(f"{key}={printable(str(value)).translate(_PROPERTY)}" for key, value in properties.items())
    return f"::{name} {listed}::{printable(message).translate(_DATA)}"
