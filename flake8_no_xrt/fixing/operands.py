"""The parts of a ternary and of ``and`` and ``or``, as text, and what is left when one of them goes."""

from __future__ import annotations

import ast
import keyword
import tokenize
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.change import Hold

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.change import Change
    from flake8_no_xrt.fixing.source import Source, Token

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_BLANK = frozenset({tokenize.NL, tokenize.COMMENT})
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr, ast.If, ast.While)
_NEEDS_PARENTHESES = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Tuple, ast.GeneratorExp, ast.Starred)


class Span(NamedTuple):
    """A part of an expression with its own parentheses, by offsets."""

    start: int
    end: int


def operands(source: Source, node: ast.BoolOp) -> list[Span]:
    """The operands of ``and`` or ``or``."""
    word = "and" if isinstance(node.op, ast.And) else "or"
    parts = _split(source, node, (word,) * (len(node.values) - 1))
    if len(parts) != len(node.values):
        raise Hold("its operands cannot be told apart")
    return parts


def ternary(source: Source, node: ast.IfExp) -> list[Span]:
    """The value, the test and the other value of a ternary, in the order of the text."""
    parts = _split(source, node, ("if", "else"))
    if len(parts) != 3:
        raise Hold("the parts of the ternary cannot be told apart")
    return parts


def _split(source: Source, node: ast.expr, words: tuple[str, ...]) -> list[Span]:
    """The parts between the given keywords, each taken once and in order, outside of all brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in source.between(source.start(node), source.end(node)):
        if token.kind in _BLANK:
            continue
        if token.kind == tokenize.OP:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if (
            not depth
            and len(parts) <= len(words)
            and token.kind == tokenize.NAME
            and token.text == words[len(parts) - 1]
        ):
            parts.append([])
        else:
            parts[-1].append(token)
    return [Span(part[0].start, part[-1].end) for part in parts if part]


def ungroup(change: Change, node: ast.expr, kept: ast.expr, span: Span) -> None:
    """Take the parentheses around ``node`` away, where ``kept``, which is all that stays of it, needs none."""
    source = change.context.source
    around = _parentheses(source, source.start(node), source.end(node))
    if around is None or isinstance(kept, _NEEDS_PARENTHESES) or source.comments(around.start, around.end):
        return
    parent = change.context.parents[node]
    if not isinstance(parent, _STATEMENTS) and not isinstance(kept, _ATOMS):
        return
    text = source.of(kept)
    before = source.text[around.start - 1 : around.start]
    if before.isalnum() or before == "_" or (not isinstance(kept, _ATOMS) and "\n" in text):
        return
    line = source.line_start(around.start)
    last = source.text[around.end : source.line_end(max(around.end - 1, 0))].rstrip()
    width = around.start - line + len(text.partition("\n")[0]) + (0 if "\n" in text else len(last))
    if width > max(79, *(len(item.rstrip()) for item in source.lines)):
        return
    change.delete(around.start, span.start)
    change.delete(span.end, around.end)


def _parentheses(source: Source, start: int, end: int) -> Span | None:
    """The parentheses right around a range, if they do nothing but group it."""
    tokens = [token for token in source.tokens if token.kind not in _BLANK]
    before = [token for token in tokens if token.end <= start][-2:]
    behind = next((token for token in tokens if token.start >= end and token.text), None)
    if not before or before[-1].text != "(" or behind is None or behind.text != ")":
        return None
    if len(before) == 2:
        caller = before[0]
        called = caller.kind == tokenize.NAME and not keyword.iskeyword(caller.text)
        if called or caller.text in _CLOSING or caller.kind == tokenize.STRING:
            return None
    return Span(before[-1].start, behind.end)
