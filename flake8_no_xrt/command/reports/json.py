"""The report for programs: everything there is to say, as one JSON object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from flake8_no_xrt.command.version import version
from flake8_no_xrt.facts.codes import CODES, level

if TYPE_CHECKING:
    from flake8_no_xrt.command.reports import Report


def render(report: Report) -> str:
    """``version``, ``target``, ``findings`` and ``problems``; lines and columns are 1-based, ends exclusive."""
    document = {
        "version": version(),
        "target": list(report.options.target),
        "findings": [
            {
                "path": hit.path,
                "cell": hit.cell,
                "line": hit.finding.line,
                "column": hit.finding.column,
                "end_line": hit.finding.end_line,
                "end_column": hit.finding.end_column,
                "code": hit.finding.code,
                "rule": CODES[hit.finding.code].name,
                "level": level(hit.finding.code),
                "message": hit.finding.message,
                "name": hit.finding.name,
            }
            for hit in report.hits
        ],
        "problems": [
            {"path": problem.path, "cell": problem.cell, "line": problem.line, "message": problem.message}
            for problem in report.problems
        ],
    }
    return json.dumps(document, indent=2) + "\n"
