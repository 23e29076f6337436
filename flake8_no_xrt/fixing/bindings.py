"""Which import binds which name, who uses it, and whether a name is free."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.names import ROOT

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.reading.model import Binding, ImportedName, Model, Scope

_LATER = (ast.Lambda, ast.GeneratorExp, ast.For, ast.AsyncFor, ast.While)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)


def bound_name(imported: ImportedName) -> str:
    """The name that an import binds."""
    return imported.node.asname or imported.node.name.partition(".")[0]


def gives(imported: ImportedName, module: str) -> str | None:
    """The name by which an import makes a module known: its alias, or ``torch_xla`` for the package itself."""
    if imported.name or imported.node.asname:
        return bound_name(imported) if imported.path == module else None
    return ROOT if module == ROOT and bound_name(imported) == ROOT else None


def importers(model: Model) -> dict[Binding, ImportedName]:
    """The import behind each binding that comes from one."""
    groups: dict[tuple[Scope, str], list[ImportedName]] = {}
    for imported in model.imports:
        if imported.name != "*":
            name = bound_name(imported)
            owner = imported.scope.outer.get(name, imported.scope)
            groups.setdefault((owner, name), []).append(imported)
    found: dict[Binding, ImportedName] = {}
    for (owner, name), group in groups.items():
        bindings = [binding for binding in owner.bindings.get(name, ()) if binding.path is not None]
        if len(bindings) == len(group):
            found.update(zip(bindings, group, strict=True))
    return found


def binders(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """Every node that binds a name, deletes it or declares it, by the name; in any scope."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        names: list[str | None] = []
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names = [node.id]
        elif isinstance(node, ast.alias):
            names = [node.asname or node.name.partition(".")[0]]
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            names = [*node.names]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif not isinstance(node, (ast.Attribute, ast.keyword)):
            # Functions, classes, handlers, patterns and type parameters.
            names = [getattr(node, "name", None), getattr(node, "rest", None)]
        for name in names:
            if isinstance(name, str):
                found.setdefault(name, []).append(node)
    return found


def home(context: Context, node: ast.AST) -> ast.AST:
    """The function, class or module whose names a node sees first."""
    node = context.parents[node]
    while not isinstance(node, SCOPES):
        node = context.parents[node]
    return node


def above(context: Context, node: ast.AST) -> list[ast.AST]:
    """A node and all nodes around it, from the inside."""
    found = [node]
    while node in context.parents:
        node = context.parents[node]
        found.append(node)
    return found


def sees(context: Context, at: ast.AST, statement: ast.stmt) -> bool:
    """Whether the names that a statement binds are in sight of a place; those of a class never count."""
    place = home(context, statement)
    return not isinstance(place, ast.ClassDef) and place in above(context, at)


def precedes(context: Context, statement: ast.stmt, at: ast.AST) -> bool:
    """Whether a statement has run wherever a place runs: it stands before it, in a suite around it."""
    suite = context.suite(statement)
    around = [node for node in above(context, at) if node in suite]
    return bool(around) and suite.index(statement) < suite.index(around[0])


def roots(context: Context, node: ast.expr) -> list[ImportedName] | None:
    """The imports that a name leads to, through assignments; None if it may be anything else than that or None."""
    found: dict[int, ImportedName] = {}
    todo, done = [node], set()
    while todo:
        name = todo.pop()
        while isinstance(name, ast.Attribute):
            name = name.value
        if not isinstance(name, ast.Name):
            return None
        if name in done:
            continue
        done.add(name)
        bindings = reaching(context, name)
        if not bindings:
            return None
        for binding in bindings:
            imported = context.importers.get(binding)
            if imported is not None:
                found[id(imported.node)] = imported
            elif isinstance(binding.value, (ast.Name, ast.Attribute)):
                todo.append(binding.value)
            elif not _is_none(binding.value) and not _else_none(context, name.id):
                return None
    return list(found.values())


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _else_none(context: Context, name: str) -> bool:
    """Whether a name is bound by imports, and by ``a, b = [None] * 2`` and its like, which the reading leaves open."""
    for node in context.binders.get(name, ()):
        if isinstance(node, ast.alias):
            continue
        value = getattr(context.statement(node), "value", None) if isinstance(node, ast.Name) else None
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
            value = value.left
        values = value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]
        if not isinstance(getattr(node, "ctx", None), ast.Store) or not all(map(_is_none, values)):
            return False
    return True


def loads(context: Context, binding: Binding) -> list[ast.Name]:
    """The places that may read a binding, those in string annotations (which are not in the tree) included."""
    names = [node for node in context.resolver.model.names if node.id == binding.name]
    return [node for node in names if binding in reaching(context, node)]


def reaching(context: Context, node: ast.Name) -> tuple[Binding, ...]:
    """The bindings a name may have whenever its place runs.

    The reading gives those at that point of the source; a function, a lambda or another turn of a loop may run
    while any other binding of the same scope stands.
    """
    now = context.resolver.bindings(node)
    noted = context.resolver.model.names.get(node)
    if not now or noted is None:
        return now
    scope, state = noted
    owner: Scope | None = scope.outer.get(node.id, scope)
    while owner is not None and not any(binding in owner.bindings.get(node.id, ()) for binding in now):
        owner = owner.parent
    if owner is None or (owner is scope and state is not None and not _runs_later(context, node)):
        return now
    return tuple(owner.bindings[node.id])


def _runs_later(context: Context, node: ast.AST) -> bool:
    """Whether a place runs at another time than the statements of its scope around it, or more than once."""
    for around in above(context, node):
        if isinstance(around, SCOPES):
            return False
        if isinstance(around, _LATER):
            return True
    return False
