"""Whether evaluating an expression does anything but give a value: then it may not just be dropped."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.reading.expressions import last_name
from flake8_no_xrt.reading.outcomes import UNKNOWN

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context

# Calls that only look something up, whatever is known about their answer.
_LOOKING = frozenset(
    {
        *("Version", "parse", "parse_version", "LooseVersion", "StrictVersion", "version"),
        *("bool", "dir", "hasattr", "getattr", "isinstance", "len", "callable"),
        *("find_spec", "module_available", "package_available", "ModuleAvailableCache"),
        *("RequirementCache", "compare_version", "compare_versions"),
    }
)
_PLAIN = (ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List, ast.Set, ast.operator, ast.unaryop)
_SIMPLE = (ast.Pass, ast.Import, ast.ImportFrom)
_DEEPEST = 20


def has_effect(context: Context, node: ast.expr, depth: int = 0) -> bool:
    """Whether evaluating an expression may have an effect. Looking at a name or an attribute has none."""
    if depth > _DEEPEST:
        return True
    if isinstance(node, (ast.Name, ast.Constant)):
        return False
    if isinstance(node, ast.Attribute):
        return has_effect(context, node.value, depth + 1)
    if isinstance(node, _PLAIN):
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        return any(has_effect(context, part, depth + 1) for part in parts)
    if isinstance(node, ast.Call):
        return _call(context, node, depth)
    return True


def _call(context: Context, node: ast.Call, depth: int) -> bool:
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    if any(has_effect(context, argument, depth + 1) for argument in arguments):
        return True
    guards = context.resolver.guards
    local = guards.definition(node.func)
    if local is not None:
        return any(_does(context, statement, depth + 1) for statement in local.body)
    if not isinstance(node.func, (ast.Name, ast.Attribute)) or has_effect(context, node.func, depth + 1):
        return True
    return last_name(node.func) not in _LOOKING and guards.outcomes(node) == UNKNOWN


def _does(context: Context, statement: ast.stmt, depth: int) -> bool:
    """Whether a statement of a helper does anything beyond finding its answer; an import is looking."""
    if depth > _DEEPEST:
        return True
    if isinstance(statement, _SIMPLE):
        return False
    if isinstance(statement, ast.Return):
        return statement.value is not None and has_effect(context, statement.value, depth)
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.If):
        inner = [*statement.body, *statement.orelse]
        return has_effect(context, statement.test, depth) or any(_does(context, part, depth + 1) for part in inner)
    if isinstance(statement, ast.Try):
        handled = [part for handler in statement.handlers for part in handler.body]
        inner = [*statement.body, *handled, *statement.orelse, *statement.finalbody]
        return any(_does(context, part, depth + 1) for part in inner)
    if isinstance(statement, ast.Assign):
        plain = all(isinstance(target, ast.Name) for target in statement.targets)
        return not plain or has_effect(context, statement.value, depth)
    return True
