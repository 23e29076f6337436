"""Fixes of dead code: code that no supported release reaches goes, and with it the test that decided on it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.branches import drop_case, drop_handler
from flake8_no_xrt.fixing.change import Change, Hold
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.folding import Folding
from flake8_no_xrt.fixing.suites import remove_rest
from flake8_no_xrt.judging.dead import Dead
from flake8_no_xrt.reading.model import Region, Test, When

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.judging.check import Cause, Found
    from flake8_no_xrt.reading.model import FunctionNode

_DEEPEST = 10


def dead_code(context: Context, found: Found) -> Fix | Withheld:
    """The fix of code that is never reached, or of a test with one outcome."""
    cause = found.cause
    assert isinstance(cause, (Region, Test))
    change = Change(context)
    dead = Dead(context.resolver, context.options)
    tests = [item.cause for item in context.judged.found if isinstance(item.cause, Test)]
    outcomes = {test.node: dead.outcome(test) for test in tests if test.kind == "operand"}
    folding = Folding(change, {node: outcome for node, outcome in outcomes.items() if outcome is not None})
    try:
        _wait_for_calls(context, cause)
        if isinstance(cause, Region):
            _region(folding, cause)
            return change.fix("remove dead code")
        outcome = dead.outcome(cause)
        assert outcome is not None  # or there would be no finding
        _test(folding, cause, outcome)
        return change.fix("drop the test")
    except Hold as hold:
        return Withheld(str(hold))


def _region(folding: Folding, region: Region) -> None:
    context = folding.context
    if region.expression is not None:
        parent = context.parents[region.expression]
        assert isinstance(parent, ast.IfExp)  # no other expression is a region
        folding.ternary(parent, region.expression is parent.orelse)
        return
    if region.start:
        _rest(folding, region)
        return
    parent = context.parents[region.suite[0]]
    if isinstance(parent, ast.If):
        folding.statement(parent, region.suite is parent.orelse)
    elif isinstance(parent, ast.While):
        folding.loop(parent, outcome=False)
    elif isinstance(parent, ast.ExceptHandler):
        drop_handler(folding.change, parent)
    elif isinstance(parent, ast.match_case):
        drop_case(folding.change, parent)
    else:
        raise Hold("what leads to the dead code is not understood")


def _rest(folding: Folding, region: Region) -> None:
    """The rest of a suite behind an ``if`` that always leaves."""
    step = region.reach.step
    decided = folding.context.parents.get(step.test) if isinstance(step, When) else None
    if not isinstance(step, When) or not isinstance(decided, ast.If):
        raise Hold("control would come to the dead code from several places")
    folding.statement(decided, not step.outcome)
    remove_rest(folding.change, region.suite, region.start)


def _test(folding: Folding, test: Test, outcome: bool) -> None:
    if test.kind != "skip":
        folding.test(test.node, outcome)
        return
    context, source = folding.context, folding.source
    decorator = context.parents[test.node]
    while not isinstance(decorator, ast.stmt) and not isinstance(context.parents[decorator], ast.stmt):
        decorator = context.parents[decorator]
    start = source.line_start(source.start(decorator))  # type: ignore[arg-type]
    end = source.line_end(source.end(decorator) - 1)  # type: ignore[arg-type]
    folding.drop(test.node)
    folding.change.delete(start, end)


# -- helpers ---------------------------------------------------------------------------------------------


def _wait_for_calls(context: Context, cause: Region | Test) -> None:
    """Hold while tests elsewhere in the file depend on the helper that holds the code.

    Once the helper says ``return True``, nobody could tell that they had been about releases.
    """
    node: ast.AST = cause.node if isinstance(cause, Test) else cause.first
    around: list[ast.AST] = []
    while node in context.parents:
        node = context.parents[node]
        around.append(node)
    helpers = {item for item in around if isinstance(item, ast.FunctionDef)}
    if not helpers:
        return
    for item in context.judged.found:
        if item.cause is cause or not isinstance(item.cause, (Region, Test)):
            continue
        for test in _tests(item.cause):
            for helper in _asked(context, test):
                if helper in helpers and not _inside(context, test, helper):
                    raise Hold(f"what depends on {helper.name}() goes first")


def _tests(cause: Cause) -> Iterator[ast.expr]:
    """The tests that a finding of dead code hangs on."""
    if isinstance(cause, Test):
        yield cause.node
    elif isinstance(cause, Region) and isinstance(cause.reach.step, When):
        yield cause.reach.step.test


def _asked(context: Context, test: ast.expr, depth: int = 0) -> Iterator[FunctionNode]:
    """The helpers of the file that a test asks, also through flags."""
    if depth > _DEEPEST:
        return
    for node in ast.walk(test):
        if isinstance(node, ast.Call):
            helper = context.resolver.guards.definition(node.func)
            if helper is not None:
                yield helper
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            for binding in context.resolver.bindings(node):
                if binding.value is not None:
                    yield from _asked(context, binding.value, depth + 1)


def _inside(context: Context, node: ast.AST, function: ast.AST) -> bool:
    while node in context.parents:
        node = context.parents[node]
        if node is function:
            return True
    return False
