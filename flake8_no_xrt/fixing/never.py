"""Tests that never run any more, or that test what no release does, are deleted."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.change import Change, Hold
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.suites import remove_definition
from flake8_no_xrt.judging.never import NeverRun

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.judging.check import Found

_TESTS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_PREPARING = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Pass)


def never_run(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a test that never runs."""
    run = found.cause
    assert isinstance(run, NeverRun)
    change = Change(context)
    change.doubt("a test is deleted")
    try:
        remove_definition(change, _alone_in(context, _test(context, run)))
        return change.fix("delete the test")
    except Hold as hold:
        return Withheld(str(hold))


def _test(context: Context, run: NeverRun) -> ast.stmt:
    """The function or class that is the test."""
    parent = context.parents[run.node]
    if isinstance(parent, _TESTS) and run.node in parent.decorator_list:
        return parent
    statement = context.statement(run.node)
    function = context.parents[statement]
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise Hold("only a part of the test runs with XRT")
    before = function.body[: function.body.index(statement)]
    if any(not isinstance(item, _PREPARING) and not _is_plain(item) for item in before):
        raise Hold("only a part of the test runs with XRT")
    alone = statement is function.body[-1] and isinstance(statement, (ast.With, ast.AsyncWith))
    if not alone and not isinstance(statement, ast.Expr):
        raise Hold("only a part of the test runs with XRT")
    return function


def _is_plain(statement: ast.stmt) -> bool:
    """A docstring, or another patch by the same fixture."""
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    patch = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    return isinstance(value, ast.Constant) or (
        patch and value.func.attr in ("setattr", "setitem", "setenv", "delenv", "delattr")  # type: ignore[attr-defined]
    )


def _alone_in(context: Context, test: ast.stmt) -> ast.stmt:
    """The test, or the class around it that holds nothing else and that nothing names."""
    parent = context.parents[test]
    while (
        isinstance(parent, ast.ClassDef)
        and all(item is test or _is_docstring(item) for item in parent.body)
        and not any(isinstance(node, ast.Name) and node.id == parent.name for node in ast.walk(context.tree))
        and parent.name not in context.kept
    ):
        test, parent = parent, context.parents[parent]
    return test


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
