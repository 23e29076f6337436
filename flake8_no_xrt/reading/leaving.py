"""What ends a suite, skips a test, or expects a failure: read from the spelling alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.reading.expressions import last_name
from flake8_no_xrt.reading.model import Catches, Handler

if TYPE_CHECKING:
    from flake8_no_xrt.reading.model import Scope

_LEAVING = frozenset(
    {
        *("sys.exit", "os._exit", "os.abort", "exit", "quit"),
        *("pytest.skip", "pytest.fail", "pytest.xfail", "pytest.exit"),
        *("self.skipTest", "self.fail", "unittest.skip"),
    }
)
_SKIPS = {"skipif": True, "skipIf": True, "skipUnless": False}
_EXPECTING = frozenset({"raises", "assertRaises", "assertRaisesRegex"})


def dotted(node: ast.expr, scope: Scope | None = None) -> str:
    """``a.b.c`` as it stands, its first name replaced by what ``scope`` imports it from; else empty."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    first = node.id
    while scope is not None:
        state = scope.env.get(first)
        if state is not None:
            first = next((binding.path for binding in state if binding.path), first)
            break
        scope = scope.parent
    return ".".join([first, *reversed(parts)])


def leaves_for_good(statement: ast.stmt, scope: Scope) -> bool:
    """Whether control never comes past a simple statement."""
    if isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return dotted(statement.value.func, scope) in _LEAVING
    return False


def only_deletes(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but delete: ``del x[...]``, ``x.pop(...)``."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return last_name(statement.value.func) in ("pop", "unsetenv", "delenv", "delitem")
    return isinstance(statement, (ast.Delete, ast.Pass))


def skips(decorator: ast.expr) -> tuple[ast.expr, bool] | None:
    """The condition of a decorator such as ``pytest.mark.skipif``, and the outcome that skips."""
    if not isinstance(decorator, ast.Call):
        return None
    outcome = _SKIPS.get(last_name(decorator.func))
    if outcome is None:
        return None
    conditions = [*decorator.args[:1], *(item.value for item in decorator.keywords if item.arg == "condition")]
    return (conditions[0], outcome) if conditions else None


def expected_failures(context: ast.expr) -> Handler | None:
    """The handler that ``with suppress(...)`` or ``with pytest.raises(...)`` amounts to, if it is one."""
    if not isinstance(context, ast.Call) or not context.args:
        return None
    function = last_name(context.func)
    if function not in _EXPECTING and function != "suppress":
        return None
    arguments = context.args if function == "suppress" else context.args[:1]
    names = {
        last_name(part)
        for argument in arguments
        for part in (argument.elts if isinstance(argument, ast.Tuple) else [argument])
    }
    caught = Catches.of(names)._replace(other=True)
    return Handler(caught, expected=function in _EXPECTING)
