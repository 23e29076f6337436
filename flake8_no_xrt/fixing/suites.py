"""Surgery on suites: take a suite out of its clause, or statements out of their suite.

What stays is kept byte for byte apart from its indentation; what stands inside a string keeps that, too.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.change import Hold, for_tools
from flake8_no_xrt.fixing.clauses import (
    beginning,
    block_end,
    else_clause,
    if_clause,
    inside_strings,
    is_elif,
)
from flake8_no_xrt.fixing.effects import has_effect

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.change import Change
    from flake8_no_xrt.fixing.clauses import Clause, Suite
    from flake8_no_xrt.fixing.source import Source

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def release(change: Change, part: Clause, indent: str) -> None:
    """Let the suite of a clause stand where its clause did: the header goes, the lines move to ``indent``."""
    source = change.context.source
    comments = source.comments(part.keyword, part.body)
    trailing = comments[-1] if comments and comments[-1].start >= part.behind else None
    if len(comments) > (trailing is not None) or (trailing is not None and for_tools(trailing.text)):
        change.doubt("a comment would be lost")
    kept = f"{indent}{trailing.text}{source.newline}" if trailing and not for_tools(trailing.text) else ""
    if part.inline:
        change.replace(part.start, part.body, f"{kept}{indent}", dead=True)
        return
    body = part.body
    while not source.text[body : source.line_end(body)].strip():
        body = source.line_end(body)
    change.replace(part.start, body, kept, dead=True)
    reindent(change, body, part.end, source.indent(beginning(source, part.suite[0])), indent)


def reindent(change: Change, start: int, end: int, old: str, new: str) -> None:
    """Move the lines from ``start`` to ``end`` from one indentation to another."""
    source = change.context.source
    if old == new:
        return
    strings = inside_strings(source)
    here = start
    while here < end:
        line = source.text[here : source.line_end(here)]
        if line.strip() and source.line_of(here) not in strings:
            if line.startswith(old):
                change.replace(here, here + len(old), new)
            elif line.lstrip().startswith("#") and len(source.indent(here)) > len(new):
                change.replace(here, here + len(source.indent(here)), new)
        here += len(line)


def remove(change: Change, suite: Suite, first: int, last: int) -> None:
    """Take the statements ``suite[first]`` to ``suite[last]`` out, with the comments between them."""
    source = change.context.source
    for statement in suite[first : last + 1]:
        _refuse_what_matters(change, statement)
    if first == 0 and last == len(suite) - 1 and _empty(change, suite):
        return
    start, end = beginning(source, suite[first]), source.end(suite[last])
    low, high = source.line_start(start), source.line_end(max(end - 1, 0))
    if last + 1 < len(suite) and beginning(source, suite[last + 1]) < high:
        change.delete(start, beginning(source, suite[last + 1]), dead=True)
    elif source.text[low:start].strip():
        # Behind a semicolon, or behind the colon of a header.
        before = source.end(suite[first - 1]) if first else start
        change.delete(before, end, dead=True)
    else:
        change.delete(low, high, dead=True)
        _close_up(change, low, high, opening=first == 0, closing=last == len(suite) - 1)


def remove_statement(change: Change, statement: ast.stmt) -> None:
    """Take one statement out of its suite."""
    suite = change.context.suite(statement)
    index = suite.index(statement)
    remove(change, suite, index, index)


def remove_definition(change: Change, statement: ast.stmt) -> None:
    """Take a function or class out of its suite, with the comments right above it."""
    source = change.context.source
    low = high = source.line_start(beginning(source, statement))
    indent = source.indent(high)
    while low > 0 and source.text[source.line_start(low - 1) : low].startswith(f"{indent}#"):
        low = source.line_start(low - 1)
    remove_statement(change, statement)
    if low < high:
        change.delete(low, high)
        suite = change.context.suite(statement)
        if 0 < suite.index(statement) < len(suite) - 1:
            _close_up(change, low, source.line_end(source.end(statement) - 1), opening=False, closing=False)


def remove_rest(change: Change, suite: Suite, start: int) -> None:
    """Take out all statements from ``suite[start]`` on, with the comments above them."""
    source = change.context.source
    remove(change, suite, start, len(suite) - 1)
    before = suite[start - 1]
    width = len(source.indent(source.start(before)).expandtabs())
    low, high = block_end(source, before, width), source.line_start(beginning(source, suite[start]))
    if low < high:
        change.delete(low, high, dead=True)


def leaves(suite: Suite) -> bool:
    """Whether control never comes to the end of a suite."""
    return any(_leaves(statement) for statement in suite)


def _leaves(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and leaves(statement.body) and leaves(statement.orelse)
    if isinstance(statement, ast.Try):
        tried = leaves(statement.body) or leaves(statement.orelse)
        return leaves(statement.finalbody) or (tried and all(leaves(handler.body) for handler in statement.handlers))
    return False


def refuse_what_matters(change: Change, nodes: Suite) -> None:
    """Hold where dead code has a say by merely standing there."""
    for node in nodes:
        _refuse_what_matters(change, node)


def _refuse_what_matters(change: Change, statement: ast.stmt) -> None:
    own = list(_own(statement))
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in own):
        raise Hold("the dead code declares a global name for the code around it")
    yielding = sum(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own)
    if yielding:
        around: ast.AST = statement
        while not isinstance(around, _SCOPES) and around in change.context.parents:
            around = change.context.parents[around]
        everywhere = [node for part in getattr(around, "body", []) for node in _own(part)]
        if yielding == sum(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in everywhere):
            raise Hold("without the dead code the function would not be a generator")


def _own(statement: ast.AST) -> list[ast.AST]:
    """The nodes of a statement, without those of scopes inside it."""
    found: list[ast.AST] = []
    todo = [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, _SCOPES):
            continue
        found.append(node)
        todo.extend(ast.iter_child_nodes(node))
    return found


def _empty(change: Change, suite: Suite) -> bool:
    """Take a suite out whole, with its clause where that keeps behaviour, or leave a ``pass``. False for a module's."""
    source, parent = change.context.source, change.context.parents[suite[0]]
    if isinstance(parent, ast.Module):
        return False
    if suite is getattr(parent, "orelse", None) and not is_elif(source, suite[0]):
        before = parent.handlers[-1].body if isinstance(parent, ast.Try) and parent.handlers else parent.body  # type: ignore[attr-defined]
        part = else_clause(source, before, suite)
        change.delete(part.start, part.end, dead=True)
        return True
    if isinstance(parent, ast.If) and suite is parent.body and _droppable(change, parent):
        if is_elif(source, parent):
            part = if_clause(source, parent)
            change.delete(part.start, part.end)
        else:
            if source.comments(source.start(parent), beginning(source, suite[0])):
                change.doubt("a comment would be lost")
            remove_statement(change, parent)
        return True
    start, end = beginning(source, suite[0]), source.end(suite[-1])
    line_end = source.line_end(max(end - 1, 0))
    trailing = [token.end for token in source.comments(end, line_end)]
    change.replace(start, trailing[0] if trailing else end, "pass", dead=True)
    return True


def _droppable(change: Change, node: ast.If) -> bool:
    """Whether an ``if`` without a body would do nothing."""
    return not node.orelse and not has_effect(change.context, node.test)


def _close_up(change: Change, low: int, high: int, *, opening: bool, closing: bool) -> None:
    """Take out the blank lines that would stand twice where ``low`` to ``high`` goes."""
    source = change.context.source
    above, below = _blank_above(source, low), _blank_below(source, high)
    end = below[-1] if below else high
    if end >= len(source.text):
        if above:
            change.delete(above[-1], low)
    elif opening and source.line_start(low) == low and not _module_level(source, low):
        if below:
            change.delete(high, end)
    elif closing:
        twice = min(len(above), len(below))
        if twice:
            change.delete(above[twice - 1], low)
    else:
        twice = min(len(above), len(below))
        if twice:
            change.delete(high, below[twice - 1])


def _module_level(source: Source, offset: int) -> bool:
    return not source.indent(offset)


def _blank_above(source: Source, low: int) -> list[int]:
    """The starts of the blank lines right above an offset, from the nearest on."""
    found: list[int] = []
    while low > 0:
        start = source.line_start(low - 1)
        if source.text[start:low].strip():
            break
        found.append(start)
        low = start
    return found


def _blank_below(source: Source, high: int) -> list[int]:
    """The ends of the blank lines right below an offset, from the nearest on."""
    found: list[int] = []
    while high < len(source.text):
        end = source.line_end(high)
        if source.text[high:end].strip():
            break
        found.append(end)
        high = end
    return found
