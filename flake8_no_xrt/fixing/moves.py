"""Imports of modules that moved: the import, and the uses that lead through it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import SCHEME
from flake8_no_xrt.facts.releases import ABSENT
from flake8_no_xrt.fixing import exact, statements
from flake8_no_xrt.fixing.bindings import bound_name, loads, reaching
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.imports import fresh_alias, ready_alias
from flake8_no_xrt.fixing.offers import Swap, swap, worse
from flake8_no_xrt.fixing.uses import binding_of, only_here
from flake8_no_xrt.reading.expressions import text_of

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.fixing.edits import Safety
    from flake8_no_xrt.reading.model import Binding, ImportedName

PJRT_BACKEND = "torch_xla.experimental.pjrt_backend"


def moved(context: Context, cause: ImportedName, caught: bool) -> Fix | Withheld:
    """The fix of the import of a module; ``caught``: its failure went to a handler until now."""
    reach = context.reach(cause.reach) - ABSENT
    new = swap(cause.path, reach)
    binding = binding_of(context, cause)
    if isinstance(new, Withheld):
        return new
    if binding is None:
        return Withheld("what the name is bound to is not certain")
    if cause.path == PJRT_BACKEND and any((text_of(node) or "").startswith(SCHEME) for node in ast.walk(context.tree)):
        return Withheld(f"{SCHEME} is still used here, which nothing else registers")
    safety: Safety = "unsafe" if caught else new.safety
    if not cause.name and cause.node.asname is None:
        return _dotted(context, cause, new, binding, safety)
    read = loads(context, binding)
    for node in read:
        met = _met(context, node, new, reach)
        if isinstance(met, Withheld):
            return met
        safety = worse(safety, met)
    if cause.node.asname is None and read and _writable(context, cause, read):
        ready = ready_alias(context, read, new.path, cause)
        name = ready or fresh_alias(context, new.path, new.name)
        if name is not None:
            source = context.source
            edits = [Edit(source.start(node), source.end(node), name) for node in read if node.id != name]
            statement = _gone(context, cause) if ready else _rewritten(context, cause, new, name)
            if not isinstance(statement, Withheld):
                return Fix(f"use {new.path}", safety, (*statement, *edits))
    statement = _rewritten(context, cause, new, bound_name(cause))
    return statement if isinstance(statement, Withheld) else Fix(f"use {new.path}", safety, tuple(statement))


def _dotted(context: Context, cause: ImportedName, new: Swap, binding: Binding, safety: Safety) -> Fix | Withheld:
    """``import a.b.c`` and the chains that go through it."""
    reach = context.reach(cause.reach) - ABSENT
    if sum(one.path == cause.path and not one.name for one in context.resolver.model.imports) > 1:
        return Withheld(f"{cause.path} is imported in several places")
    edits = [statements.change(context, cause.node, new.path)]
    for chain, _, attributes in context.resolver.tracked():
        node = next((one for one in attributes if context.resolver.origins(one).keys() == {cause.path}), None)
        if node is None or not isinstance(chain.base, ast.Name):
            continue
        if binding not in reaching(context, chain.base):
            continue
        stood_in = exact.obstacle(context, node)
        if stood_in is not None or not isinstance(node.ctx, ast.Load):
            return stood_in or Withheld("the module is assigned to")
        met = _met(context, node, new, reach)
        if isinstance(met, Withheld):
            return met
        safety = worse(safety, met)
        edits.append(Edit(context.source.start(node), context.source.end(node), new.path))
    return Fix(f"use {new.path}", safety, tuple(edits))


def _met(context: Context, node: ast.expr, new: Swap, reach: Releases) -> Safety | Withheld:
    """How far a use of the old module means the same with the new one."""
    attribute = _attribute_of(context, node)
    if attribute is None:
        parent = context.parents.get(node)
        if isinstance(parent, ast.Compare) and all(isinstance(one, (ast.Is, ast.IsNot)) for one in parent.ops):
            return "safe"
        return Withheld(f"{new.old} is handed on as a whole")
    if not isinstance(attribute.ctx, ast.Load):
        return Withheld(f"{new.old}.{attribute.attr} is assigned or deleted")
    path, wanted = f"{new.old}.{attribute.attr}", f"{new.path}.{attribute.attr}"
    entry = catalogue.lookup(path)
    if entry is None:
        return "safe" if reach <= names.lives(wanted) else Withheld(f"{path} has no counterpart in {new.path}")
    own = swap(path, reach)
    if isinstance(own, Withheld) or own.path != wanted or own.calls not in ("", new.calls):
        return Withheld(f"{path} is still used, which goes elsewhere")
    return own.safety


def _attribute_of(context: Context, node: ast.expr) -> ast.Attribute | None:
    """The attribute that is looked up in a module; also in a string annotation, whose nodes are not in the tree."""
    parent = context.parents.get(node)
    if isinstance(parent, ast.Attribute):
        return parent
    if parent is None:
        for chain in context.resolver.model.chains:
            if chain.base is node:
                first = chain.node
                while isinstance(first.value, ast.Attribute):
                    first = first.value
                return first
    return None


def _writable(context: Context, cause: ImportedName, read: list[ast.Name]) -> bool:
    return only_here(context, cause) and all(exact.obstacle(context, node) is None for node in read)


def _rewritten(context: Context, cause: ImportedName, new: Swap, name: str) -> list[Edit] | Withheld:
    """The import statement with the new module under a name."""
    if not cause.name:
        return [statements.change(context, cause.node, f"{new.path} as {name}")]
    text = new.name if new.name == name else f"{new.name} as {name}"
    return statements.move(context, cause.statement, {cause.node: text}, new.module)


def _gone(context: Context, cause: ImportedName) -> list[Edit] | Withheld:
    """The import statement without the old module."""
    if len(cause.statement.names) > 1:
        removal = statements.drop(context, cause.statement, cause.node)
        return removal if isinstance(removal, Withheld) else [removal]
    if statements.has_inner_comment(context, cause.statement):
        return exact.COMMENT
    return [statements.delete(context, cause.statement)]
