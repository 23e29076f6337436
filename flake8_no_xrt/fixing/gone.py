"""Which nodes of a file are gone once some edits are made."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_no_xrt.fixing.edits import Edit
    from flake8_no_xrt.fixing.source import Source

_WORD = re.compile(r"[^\W\d]\w*")


class Gone:
    """What lies in the ranges that some edits replace. ``words`` are the names in what they put there."""

    def __init__(self, source: Source, edits: Iterable[Edit]) -> None:
        self._source = source
        self._ranges: list[tuple[int, int]] = []
        self.words: set[str] = set()
        for edit in sorted(edits):
            self.words.update(_WORD.findall(edit.text))
            if edit.start == edit.end:
                continue
            if self._ranges and edit.start <= self._ranges[-1][1]:
                self._ranges[-1] = self._ranges[-1][0], max(edit.end, self._ranges[-1][1])
            else:
                self._ranges.append((edit.start, edit.end))

    def holds(self, node: ast.alias | ast.stmt | ast.expr) -> bool:
        """Whether a node is gone. One whose place is not told exactly, inside a string, is not."""
        start, end = self._source.start(node), self._source.end(node)
        if isinstance(node, ast.Name) and self._source.text[start:end] != node.id:
            return False
        index = bisect_right(self._ranges, (start, len(self._source.text))) - 1
        return index >= 0 and end <= self._ranges[index][1]


def spoken(tree: ast.AST) -> frozenset[str]:
    """The names that strings speak of: in ``__all__`` and in annotations."""
    found: set[str] = set()
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.arg):
            parts = [node.annotation]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [node.returns]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = [node.value] if any(_is_all(target) for target in targets) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_all(node.func.value):
            parts = [*node.args]
        for part in parts:
            for inner in ast.walk(part) if part is not None else ():
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    found.update(_WORD.findall(inner.value))
    return frozenset(found)


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__all__"
