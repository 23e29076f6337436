"""Handlers that are never entered and cases that never match: they go, and the construct around them if it can."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.change import Hold
from flake8_no_xrt.fixing.clauses import beginning, clause, else_clause
from flake8_no_xrt.fixing.effects import has_effect
from flake8_no_xrt.fixing.suites import leaves, refuse_what_matters, reindent, release, remove_rest, remove_statement

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.change import Change
    from flake8_no_xrt.fixing.clauses import Clause


def drop_handler(change: Change, handler: ast.ExceptHandler) -> None:
    """Remove a handler; the ``try`` goes with its last one, unless it has a ``finally``."""
    context, source = change.context, change.context.source
    node = context.parents[handler]
    assert isinstance(node, ast.Try)
    refuse_what_matters(change, handler.body)
    own = clause(source, source.start(handler), handler.body)
    others = [item for item in node.handlers if item is not handler]
    tried = clause(source, source.start(node), node.body)
    index = node.handlers.index(handler)
    before = clause(source, source.start(node.handlers[index - 1]), node.handlers[index - 1].body) if index else tried
    change.delete(before.end, own.start)
    change.delete(own.start, own.end, dead=True)
    if others:
        return
    indent = source.indent(source.start(node))
    orelse = else_clause(source, handler.body, node.orelse) if node.orelse else None
    if orelse is not None and leaves(node.body):
        raise Hold("the body leaves before the else clause")
    if not node.finalbody:
        release(change, tried, indent)
        if orelse is not None:
            _gap(change, own.end, orelse.start)
            release(change, orelse, indent)
        suite = context.suite(node)
        here = suite.index(node)
        if leaves([*node.body, *node.orelse]) and here + 1 < len(suite):
            remove_rest(change, suite, here + 1)
    elif orelse is not None:
        _join(change, tried, orelse, own.end)


def _join(change: Change, tried: Clause, orelse: Clause, gap: int) -> None:
    """Let the body of ``else`` follow the body of the ``try``, which stays for its ``finally``."""
    source = change.context.source
    if tried.inline or orelse.inline:
        raise Hold("the bodies stand on the lines of their headers")
    if source.comments(orelse.start, orelse.body):
        change.doubt("a comment would be lost")
    _gap(change, gap, orelse.start)
    change.delete(orelse.start, orelse.body)
    old, new = (source.indent(beginning(source, part.suite[0])) for part in (orelse, tried))
    reindent(change, orelse.body, orelse.end, old, new)


def _gap(change: Change, start: int, end: int) -> None:
    if not change.context.source.text[start:end].strip():
        change.delete(start, end)


def drop_case(change: Change, case: ast.match_case) -> None:
    """Remove a case; the ``match`` goes where what is left of it is no choice."""
    context, source = change.context, change.context.source
    node = context.parents[case]
    assert isinstance(node, ast.Match)
    refuse_what_matters(change, case.body)
    if case.guard is not None and has_effect(context, case.guard):
        change.doubt("evaluating the guard may have an effect")
    if any(getattr(part, "name", None) or getattr(part, "rest", None) for part in ast.walk(case.pattern)):
        raise Hold("the pattern binds a name")
    if any(isinstance(item.pattern, ast.MatchSingleton) for item in node.cases):
        change.doubt("a flag that is true need not be True, by which a case compares")
    cases = [_case(change, item) for item in node.cases]
    index = node.cases.index(case)
    others = [item for item in node.cases if item is not case]
    if not others:
        if has_effect(context, node.subject):
            raise Hold("evaluating the subject may have an effect")
        remove_statement(change, node)
        return
    own = cases[index]
    change.delete(own.start, own.end, dead=True)
    decided = any(isinstance(item.pattern, ast.MatchSingleton) for item in node.cases)
    if decided and len(others) == 1 and _always(others[0]) and not has_effect(context, node.subject):
        kept = cases[node.cases.index(others[0])]
        header = cases[0].start
        change.delete(source.line_start(source.start(node)), header)
        between = (own.end, kept.start) if index == 0 else (kept.end, own.start)
        _gap(change, *between)
        release(change, kept, source.indent(source.start(node)))
        suite = context.suite(node)
        here = suite.index(node)
        if leaves(others[0].body) and here + 1 < len(suite):
            remove_rest(change, suite, here + 1)


def _always(case: ast.match_case) -> bool:
    """Whether a case matches whatever is left: the other truth value, or anything."""
    wildcard = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.pattern.name is None
    return case.guard is None and (wildcard or isinstance(case.pattern, ast.MatchSingleton))


def _case(change: Change, case: ast.match_case) -> Clause:
    source = change.context.source
    pattern = source.start(case.pattern)
    word = next(token for token in reversed(source.between(0, pattern)) if token.text == "case")
    return clause(source, word.start, case.body)
