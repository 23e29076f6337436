"""A SARIF 2.1.0 log, for code scanning services and editors."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_from_bytes

from flake8_no_xrt.command.reports import TOOL, Report, place, relative
from flake8_no_xrt.command.reports.fingerprints import fingerprints
from flake8_no_xrt.command.version import version
from flake8_no_xrt.facts.codes import CODES, Code, level

if TYPE_CHECKING:
    from flake8_no_xrt.command.files import Problem
    from flake8_no_xrt.command.run import Hit

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"


def render(report: Report) -> str:
    """The log, with a description of each rule that was broken."""
    codes = sorted({hit.finding.code for hit in report.hits})
    run = {
        "tool": {"driver": {"name": TOOL, "version": version(), "rules": [_rule(CODES[code]) for code in codes]}},
        "invocations": [
            {
                "executionSuccessful": not report.problems,
                "toolExecutionNotifications": [_notification(problem) for problem in report.problems],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(hit, codes, fingerprint) for hit, fingerprint in fingerprints(report.hits)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    says = f"{code.says[0].upper()}{code.says[1:]}."
    text, markdown = [code.why], [code.why]
    for title, example in (("Instead of", code.bad), ("Write", code.good)):
        if example:
            text.append(f"{title}:\n\n{example.rstrip()}")
            markdown.append(f"{title}:\n\n```python\n{example.rstrip()}\n```")
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": says},
        "fullDescription": {"text": f"{says} {code.why}"},
        "help": {"text": "\n\n".join(text), "markdown": "\n\n".join(markdown)},
        "defaultConfiguration": {"level": level(code.code)},
    }


def _result(hit: Hit, codes: list[str], fingerprint: str) -> dict[str, Any]:
    finding = hit.finding
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(hit.path)}}
    message = finding.message
    if hit.cell:
        # Lines of a cell are not lines of the file, so they can only be told in words.
        message = f"{place('', finding.line, finding.column, hit.cell)}: {message}"
        location["logicalLocations"] = [{"name": f"cell {hit.cell}"}]
    else:
        location["physicalLocation"]["region"] = {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": finding.end_column,
        }
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": level(finding.code),
        "message": {"text": _literal(message)},
        "locations": [location],
        "partialFingerprints": {f"{TOOL}/v1": fingerprint},
    }


def _notification(problem: Problem) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": _artifact(problem.path)}
    if problem.line and not problem.cell:
        location["region"] = {"startLine": problem.line}
    return {
        "level": "error",
        "message": {"text": _literal(f"{problem.path}: {problem.message}")},
        "locations": [{"physicalLocation": location}],
    }


def _literal(text: str) -> str:
    """Text for a message. Braces would be placeholders, and a bracket a link, so both are escaped."""
    escaped = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return escaped.replace("{", "{{").replace("}", "}}").encode("utf-8", "backslashreplace").decode("utf-8")


def _artifact(path: str) -> dict[str, str]:
    name = relative(path)
    uri = quote_from_bytes(os.fsencode(name))
    return {"uri": f"file://{uri}"} if name.startswith("/") else {"uri": uri, "uriBaseId": _ROOT}
