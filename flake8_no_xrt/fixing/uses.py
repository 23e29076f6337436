"""The name an import binds: who else binds it, who reads it, whether it may be changed."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing import exact
from flake8_no_xrt.fixing.bindings import bound_name, home
from flake8_no_xrt.fixing.imports import free
from flake8_no_xrt.fixing.offers import gone

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.reading.model import Binding, ImportedName


def binding_of(context: Context, cause: ImportedName) -> Binding | None:
    """The binding that an import makes."""
    return next((binding for binding, one in context.importers.items() if one.node is cause.node), None)


def only_here(context: Context, cause: ImportedName) -> bool:
    """Whether an import is all that binds its name, and nothing but the code of this file reads it."""
    name = bound_name(cause)
    if context.binders.get(name) != [cause.node]:
        return False
    if isinstance(home(context, cause.statement), ast.Module) and context.kept & {name, "*"}:
        return False
    # In ``__all__``, or asked for by name.
    return not any(isinstance(node, ast.Constant) and node.value == name for node in ast.walk(context.tree))


def renamed(context: Context, cause: ImportedName, read: list[ast.Name], name: str) -> bool:
    """Whether the uses of an import can be written by another name, which is free."""
    return (
        bool(read)
        and only_here(context, cause)
        and free(context, name)
        and not hasattr(builtins, name)
        and all(exact.obstacle(context, node) is None for node in read)
    )


def import_caught(context: Context, cause: ImportedName) -> bool:
    """Whether the failure of an import of something lost went to a handler until now."""
    kinds = ("module", "name") if cause.name else ("module",)
    frame = cause.frame
    return (
        frame is not None
        and any(frame.catching(kind) is not None for kind in kinds)  # type: ignore[arg-type]
        and gone(cause.path, context.reach(cause.reach))
    )
