"""The code quality report of GitLab."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from flake8_no_xrt.command.reports import Report, relative
from flake8_no_xrt.command.reports.fingerprints import fingerprints
from flake8_no_xrt.facts.codes import level

if TYPE_CHECKING:
    from flake8_no_xrt.command.run import Hit

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: Report) -> str:
    """One issue for each finding. The form has no place for problems."""
    issues = [
        {
            "type": "issue",
            "categories": ["Compatibility"],
            "check_name": hit.finding.code,
            "description": f"{hit.finding.code} {hit.finding.message}",
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[level(hit.finding.code)],
            "location": {"path": relative(hit.path), "lines": _lines(hit)},
        }
        for hit, fingerprint in fingerprints(report.hits)
    ]
    return json.dumps(issues, indent=2) + "\n"


def _lines(hit: Hit) -> dict[str, int]:
    # Lines of a cell are not lines of the file.
    return {"begin": 1, "end": 1} if hit.cell else {"begin": hit.finding.line, "end": hit.finding.end_line}
