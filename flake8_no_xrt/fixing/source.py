"""A file as text: from positions of the tree to offsets, and the text around a node."""

from __future__ import annotations

import io
import tokenize
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ast

    from flake8_no_xrt.judging.places import Located


class Token(NamedTuple):
    """A token with offsets in characters."""

    kind: int
    text: str
    start: int
    end: int


class Source:
    """The text of one file. All offsets count characters of ``text``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = _lines(text)
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))

    @cached_property
    def newline(self) -> str:
        """The line ending of the file, as its first line has it."""
        first = self.lines[0] if self.lines else ""
        return "\r\n" if first.endswith("\r\n") else "\r" if first.endswith("\r") else "\n"

    def offset(self, line: int, column: int) -> int:
        """The offset of a position of the tree: 1-based line, 0-based column in bytes."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if not text.isascii():
            column = len(text.encode()[:column].decode(errors="ignore"))
        return self._starts[line - 1] + column

    def start(self, node: Located) -> int:
        """The offset where a node starts."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Located) -> int:
        """The offset behind a node."""
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)

    def of(self, node: Located) -> str:
        """The text of a node."""
        return self.text[self.start(node) : self.end(node)]

    def line_of(self, offset: int) -> int:
        """The 1-based line an offset lies on."""
        return bisect_right(self._starts, offset, hi=len(self.lines))

    def line_start(self, offset: int) -> int:
        """The offset where the line of an offset starts."""
        return self._starts[self.line_of(offset) - 1]

    def line_end(self, offset: int) -> int:
        """The offset behind the line of an offset, its line ending included."""
        return self._starts[self.line_of(offset)]

    def indent(self, offset: int) -> str:
        """The white space that the line of an offset starts with."""
        line = self.lines[self.line_of(offset) - 1] if self.lines else ""
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    def alone(self, node: ast.stmt) -> bool:
        """Whether a statement has its lines to itself: nothing before it, at most a comment behind it."""
        start, end = self.start(node), self.end(node)
        before = self.text[self.line_start(start) : start]
        behind = self.text[end : self.line_end(max(end - 1, start))].strip()
        return not before.strip() and (not behind or behind.startswith("#"))

    @cached_property
    def tokens(self) -> list[Token]:
        """All tokens of the file, comments included. Raises SyntaxError for what cannot be tokenized."""
        found = []
        readline = io.StringIO(self.text, newline="").readline
        try:
            for token in tokenize.generate_tokens(readline):
                (first, left), (last, right) = token.start, token.end
                if first > len(self.lines):
                    continue
                end = self._starts[last - 1] + right if last <= len(self.lines) else len(self.text)
                found.append(Token(token.type, token.string, self._starts[first - 1] + left, end))
        except tokenize.TokenError as error:
            raise SyntaxError(str(error)) from None
        return found

    def between(self, start: int, end: int) -> list[Token]:
        """The tokens that lie within a range."""
        low = bisect_right([token.start for token in self.tokens], start - 1)
        return [token for token in self.tokens[low:] if token.start < end and token.end <= end]

    def comments(self, start: int, end: int) -> list[Token]:
        """The comments within a range."""
        return [token for token in self.between(start, end) if token.kind == tokenize.COMMENT]


def _lines(text: str) -> list[str]:
    """The lines as the tokenizer counts them: form feeds and the like do not end one."""
    return io.StringIO(text, newline="").readlines()
