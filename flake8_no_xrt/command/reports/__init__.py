"""Reports: what a run found, in the forms that people and programs read.

Each form is a module of this package with a function ``render`` from a :class:`Report` to the text of the report.
"""

from __future__ import annotations

import os
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.judging.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.command.files import Problem
    from flake8_no_xrt.command.run import Hit

TOOL = "flake8-no-xrt"


class Report(NamedTuple):
    """What a report is made of; ``color`` says whether the text may hold colour codes."""

    hits: Sequence[Hit]
    problems: Sequence[Problem]
    options: Options = Options()
    color: bool = False


def render(output_format: str, report: Report) -> str:
    """The text of a report in one of the forms."""
    text: str = import_module(f"flake8_no_xrt.command.reports.{output_format}").render(report)
    return text


def place(path: str, line: int | None, column: int | None = None, cell: int | None = None) -> str:
    """Where something is, as compilers write it."""
    parts = [path, f"cell {cell}" if cell else "", str(line or ""), str(column or "")]
    return printable(":".join(part for part in parts if part))


def relative(path: str) -> str:
    """A path as services want it: relative to the current folder where it is in it, with plain slashes."""
    if os.path.isabs(path) and path.startswith(os.path.join(os.getcwd(), "")):
        path = os.path.relpath(path)
    return path.replace(os.sep, "/")


def problem_line(problem: Problem) -> str:
    """A problem as one line."""
    return f"{place(problem.path, problem.line, cell=problem.cell)}: error: {printable(problem.message)}"


def printable(text: str) -> str:
    """Text without characters that would steer a terminal, or that have no encoding."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def statistics(hits: Sequence[Hit]) -> str:
    """How often each code was found, one a line."""
    from flake8_no_xrt.facts.codes import CODES

    counts = Counter(hit.finding.code for hit in hits)
    return "".join(f"{count:<5} {code} {CODES[code].says}\n" for code, count in sorted(counts.items()))
