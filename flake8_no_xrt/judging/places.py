"""From positions of the tree, which count bytes, to positions of a finding, which count characters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.judging.findings import Finding, Verdict

Located = ast.expr | ast.stmt | ast.alias | ast.keyword | ast.pattern | ast.ExceptHandler


class Places:
    """Positions in one file, given by its lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def finding(self, verdict: Verdict, node: Located) -> Finding:
        """The finding for a verdict on a whole node."""
        line, column = node.lineno, node.col_offset
        end_line, end_column = node.end_lineno or line, node.end_col_offset or column
        return self._finding(verdict, line, column, end_line, end_column)

    def span(self, verdict: Verdict, first: Located, last: Located) -> Finding:
        """The finding for a verdict on all from one node to another."""
        start, end = self.finding(verdict, first), self.finding(verdict, last)
        return start._replace(end_line=end.end_line, end_column=end.end_column)

    def attribute(self, verdict: Verdict, node: ast.Attribute) -> Finding:
        """The finding for a verdict on the last name of a chain.

        It starts with the chain, unless that begins on an earlier line: then with the name itself, so that a
        ``# noqa`` beside the name works.
        """
        line, column = node.lineno, node.col_offset
        end_line, end_column = node.end_lineno or line, node.end_col_offset or column
        if end_line != line:
            line, column = end_line, end_column - len(node.attr.encode())
        return self._finding(verdict, line, column, end_line, end_column)

    def _finding(self, verdict: Verdict, line: int, column: int, end_line: int, end_column: int) -> Finding:
        start, end = self._characters(line, column), self._characters(end_line, end_column)
        return verdict.at(line, start, end_line, max(end, start + 1) if line == end_line else end)

    def _characters(self, line: int, column: int) -> int:
        """The 1-based column in characters of a 0-based one in bytes."""
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        if text.isascii():
            return column + 1
        return len(text.encode()[:column].decode(errors="ignore")) + 1
