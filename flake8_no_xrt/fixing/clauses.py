"""Where the parts of compound statements stand: headers, suites, and what belongs to them."""

from __future__ import annotations

import ast
import tokenize
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.source import Source

Suite = list[ast.stmt]


class Clause(NamedTuple):
    """A clause of a compound statement, by offsets."""

    keyword: int  # where ``if``, ``else`` … stands
    start: int  # where the line of the keyword starts
    behind: int  # behind the colon
    body: int  # where the first line of the suite starts; the first statement, if that is on the header's line
    end: int  # behind the last line of the suite, with the comments that are indented like it
    inline: bool
    suite: Suite


def beginning(source: Source, statement: ast.stmt) -> int:
    """The offset where a statement starts, decorators included."""
    decorators = getattr(statement, "decorator_list", None)
    if not decorators:
        return source.start(statement)
    start = source.start(decorators[0])
    return source.text.rindex("@", 0, start)


def clause(source: Source, keyword: int, suite: Suite) -> Clause:
    """The clause with a suite, whose keyword stands at an offset."""
    first = beginning(source, suite[0])
    header = source.between(keyword, first)
    colon = next(token for token in reversed(header) if token.text == ":")
    inline = not any(token.kind == tokenize.NEWLINE for token in header if token.start >= colon.start)
    start = source.line_start(keyword)
    if inline:
        last = source.end(suite[-1])
        return Clause(keyword, start, colon.end, first, source.line_end(max(last - 1, 0)), inline=True, suite=suite)
    width = _width(source.text[start:keyword])
    end = block_end(source, suite[-1], width)
    return Clause(keyword, start, colon.end, source.line_end(colon.start), end, inline=False, suite=suite)


def block_end(source: Source, last: ast.stmt, width: int) -> int:
    """The offset behind a block: its last statement and the comments below it that are indented more than ``width``."""
    end = here = source.line_end(max(source.end(last) - 1, 0))
    while here < len(source.text):
        line = source.text[here : source.line_end(here)]
        here += len(line)
        stripped = line.strip()
        if not stripped:
            continue
        if not stripped.startswith("#") or _width(line[: len(line) - len(line.lstrip(" \t\f"))]) <= width:
            break
        end = here
    return end


def if_clause(source: Source, node: ast.If) -> Clause:
    """The clause of an ``if`` or ``elif`` itself."""
    return clause(source, source.start(node), node.body)


def else_clause(source: Source, before: Suite, suite: Suite, word: str = "else") -> Clause:
    """The ``else`` (or ``finally``) clause with a suite, which follows another suite."""
    low, high = source.end(before[-1]), beginning(source, suite[0])
    keyword = next(token for token in reversed(source.between(low, high)) if token.text == word)
    return clause(source, keyword.start, suite)


def is_elif(source: Source, node: ast.stmt) -> bool:
    """Whether a statement is an ``elif``, which the tree shows as an ``if`` in the ``else`` of another."""
    return isinstance(node, ast.If) and source.text.startswith("elif", source.start(node))


def if_end(source: Source, node: ast.If) -> int:
    """The offset behind an ``if`` with all its clauses."""
    while node.orelse:
        following = node.orelse[0]
        if not (isinstance(following, ast.If) and is_elif(source, following)):
            return else_clause(source, node.body, node.orelse).end
        node = following
    return if_clause(source, node).end


def inside_strings(source: Source) -> frozenset[int]:
    """The lines that start within a string, by number: their white space is part of it."""
    found: set[int] = set()
    openings: list[int] = []
    for token in source.tokens:
        name = tokenize.tok_name[token.kind]
        if name in ("FSTRING_START", "TSTRING_START"):
            openings.append(token.start)
        elif name in ("FSTRING_END", "TSTRING_END"):
            found.update(range(source.line_of(openings.pop()) + 1, source.line_of(token.start) + 1))
        elif name == "STRING":
            found.update(range(source.line_of(token.start) + 1, source.line_of(token.end) + 1))
    return frozenset(found)


def _width(white: str) -> int:
    return len(white.replace("\f", "").expandtabs())
