"""Imports that a fix left without use are taken out with it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.fixing import statements
from flake8_no_xrt.fixing.bindings import home
from flake8_no_xrt.fixing.context import Context
from flake8_no_xrt.fixing.edits import Edit, Withheld, apply, clash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options

UNUSED = "UnusedImport"
_DOTTED = re.compile(r"\btorch_xla(?:\.\w+)+")
# A comment that says that an import is there for others.
_ON_PURPOSE = re.compile(r"#\s*noqa(?!:)|#\s*noqa:.*\bF401\b", re.IGNORECASE)


def tidy(before: str, after: str, options: Options, kept: frozenset[str]) -> str:
    """The text without the imports that are unused in it and were not unused in ``before``.

    A text that does not parse comes back as it is.
    """
    try:
        tree = ast.parse(after)
    except (SyntaxError, ValueError):
        return after
    old = ast.parse(before)
    unused = _unused(tree)
    # By the names they bind: the module behind a name may be another one now.
    known = {_bound(alias) for alias in _unused(old)}
    fresh = [alias for alias in unused if _bound(alias) not in known]
    passed_by = _chains(old) - _chains(tree)
    if not fresh and not passed_by:
        return after
    context = Context(after, options, kept)
    edits: list[Edit] = []
    here = _unused(context.tree) if fresh else []
    for statement, alias in _aliases(context.tree):
        needless = (alias in here and _bound(alias) not in known) or _bypassed(context, statement, passed_by)
        if not needless or _stays(context, statement, alias):
            continue
        alone = len(statement.names) == 1
        if alone and statements.has_inner_comment(context, statement):
            continue
        edit = statements.delete(context, statement) if alone else statements.drop(context, statement, alias)
        if not isinstance(edit, Withheld) and not clash([edit], edits):
            edits.append(edit)
    return apply(after, edits)


def on_purpose(text: str, options: Options, kept: frozenset[str]) -> int:
    """The number of unused imports of a text that are not to be taken out."""
    if not _unused(ast.parse(text)):
        return 0
    context = Context(text, options, kept)
    here = _unused(context.tree)
    return sum(alias in here and _stays(context, statement, alias) for statement, alias in _aliases(context.tree))


def _unused(tree: ast.Module) -> list[ast.alias]:
    """The unused imports of a module.

    One that is bound anew before it is used is not among them: a function may use it in between.
    """
    # A dependency of flake8; only fixing needs it.
    from pyflakes.checker import Checker

    said = {(one.lineno, str(one.message_args[0])) for one in Checker(tree).messages if type(one).__name__ == UNUSED}
    if not said:
        return []
    return [alias for statement, alias in _aliases(tree) if (statement.lineno, _said(statement, alias)) in said]


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _aliases(tree: ast.AST) -> Iterator[tuple[statements.ImportStatement, ast.alias]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                yield node, alias


def _said(statement: statements.ImportStatement, alias: ast.alias) -> str:
    """An import as pyflakes calls it: ``a.b as c``, ``a.b`` for ``from a import b``."""
    name = alias.name
    if isinstance(statement, ast.ImportFrom):
        module = "." * statement.level + (statement.module or "")
        name = f"{module}{name}" if module.endswith(".") else f"{module}.{name}"
    own = alias.name if isinstance(statement, ast.ImportFrom) else name
    return (
        f"{name} as {alias.asname}"
        if alias.asname not in (None, own) and not name.endswith(f".{alias.asname}")
        else name
    )


def _chains(tree: ast.AST) -> set[str]:
    """The dotted names of torch_xla that stand in a module."""
    found = set()
    for node in ast.walk(tree):
        names: list[str] = []
        part: ast.AST = node
        while isinstance(part, ast.Attribute):
            names.append(part.attr)
            part = part.value
        if names and isinstance(part, ast.Name) and part.id == ROOT:
            found.add(".".join([ROOT, *reversed(names)]))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_DOTTED.findall(node.value))
    return found


def _bypassed(context: Context, statement: statements.ImportStatement, passed_by: set[str]) -> bool:
    """Whether ``import torch_xla.a`` is needless: all uses of its module went, another import binds the same name."""
    if isinstance(statement, ast.ImportFrom) or len(statement.names) > 1 or statement.names[0].asname:
        return False
    module = statement.names[0].name
    last = module.rpartition(".")[2]
    if module not in passed_by or any(isinstance(one, ast.Attribute) and one.attr == last for one in context.parents):
        return False  # by another way, it may still be what this import loads
    return any(
        isinstance(other, ast.Import) and other is not statement and one.asname is None and one.name.startswith(ROOT)
        for other in context.suite(statement)
        for one in getattr(other, "names", ())
    )


def _stays(context: Context, statement: statements.ImportStatement, alias: ast.alias) -> bool:
    """Whether an import is there for others: other files, who reads ``noqa``, a handler that asks if it works."""
    name = alias.asname or alias.name.partition(".")[0]
    source = context.source
    at_top = isinstance(home(context, statement), ast.Module)
    if at_top and (context.kept & {name, "*"} or alias.asname == alias.name):
        return True
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in context.binders.get(name, ())):
        return True
    comments = source.comments(source.start(statement), source.line_end(max(source.end(statement) - 1, 0)))
    if any(_ON_PURPOSE.match(comment.text) for comment in comments):
        return True
    frames = [one.frame for one in context.resolver.model.imports if one.node is alias]
    asked = any(frame is not None and frame.catching("module") is not None for frame in frames)
    suite = context.suite(statement)
    beside = [one for one in suite if isinstance(one, (ast.Import, ast.ImportFrom)) and one is not statement]
    return asked and not any(_root(one) == _root(statement) for one in beside)


def _root(statement: statements.ImportStatement) -> str:
    name = statement.module or "" if isinstance(statement, ast.ImportFrom) else statement.names[0].name
    return name.partition(".")[0]
