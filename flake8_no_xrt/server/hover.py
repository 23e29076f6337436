"""What there is to know about the name under the cursor."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from flake8_no_xrt.command.explain import explain
from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import VARIABLES

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Finding

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_FROM = re.compile(rf"\s*from\s+({names.ROOT}(?:\.\w+)*)\s+import\b")


def about_findings(findings: list[Finding], target: Releases) -> str:
    """What is said about each finding, and all there is to know about the things they are about; in Markdown."""
    parts: list[str] = []
    for finding in findings:
        parts.append(f"**{finding.code}** {finding.message}")
        page = explain(finding.name, target) or explain(finding.code, target)
        if page and _fenced(page) not in parts:
            parts.append(_fenced(page))
    return "\n\n".join(parts)


def about_name(name: str, target: Releases) -> str:
    """All there is to know about a full name or a variable, in Markdown; empty if it is neither."""
    page = explain(name, target) if name in VARIABLES or names.lives(name) else None
    return _fenced(page) if page else ""


def name_at(line: str, column: int, text: str | None) -> tuple[str, int, int] | None:
    """The full name under a column (from 0), and where it begins and ends in the line.

    Of a dotted name it is what goes up to the cursor. ``text`` is the module the line is in, whose imports say what
    its first part stands for; None if it is no Python.
    """
    match = next((one for one in _DOTTED.finditer(line) if one.start() <= column <= one.end()), None)
    if match is None:
        return None
    end = next((at for at in range(column, match.end()) if line[at] == "."), match.end())
    if column < match.end() and line[column] == ".":
        end = column
    written = line[match.start() : end]
    first, dot, rest = written.partition(".")
    if text is not None and first not in VARIABLES:
        bound = _imports(text)
        source = _FROM.match(line)
        if first in bound and bound[first] != first:
            written = f"{bound[first]}{dot}{rest}"
        elif source and match.start() >= source.end():
            written = f"{source[1]}.{written}"
    return written, match.start(), end


def _imports(text: str) -> dict[str, str]:
    """What the imports of a module bind to names of torch_xla; nothing if it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    bound = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            bound.update({alias.asname: alias.name for alias in node.names if alias.asname})
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            bound.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return {name: full for name, full in bound.items() if full.partition(".")[0] == names.ROOT}


def _fenced(page: str) -> str:
    return f"```text\n{page.rstrip()}\n```"
