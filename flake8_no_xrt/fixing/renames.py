"""Attribute uses, and names that a star import brought: written by the name that replaces them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing import calls, exact
from flake8_no_xrt.fixing.bindings import roots
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.environment import constant
from flake8_no_xrt.fixing.imports import ensure
from flake8_no_xrt.fixing.offers import Swap, dropped, gone, swap, worse
from flake8_no_xrt.judging.check import Attribute
from flake8_no_xrt.reading.model import Place
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.fixing.edits import Safety
    from flake8_no_xrt.judging.check import Found
    from flake8_no_xrt.reading.model import Frame, ImportedName

DROPPED = ("using_pjrt", "requires_pjrt")
_CONSTANTS = ("XRT101", "XRT105")


def attribute(context: Context, found: Found) -> Fix | Withheld:
    """The fix of an attribute of a module."""
    cause = found.cause
    assert isinstance(cause, Attribute)  # by the table of planners
    path, node = found.finding.name, cause.node
    if found.finding.code in _CONSTANTS:
        return constant(context, found)
    beside = _certain(context, cause, path)
    if isinstance(beside, Withheld):
        return beside
    reach = context.reach(cause.chain.reach) & context.resolver.origins(node)[path]
    safety: Safety = "unsafe" if caught(cause.chain.frame, path, reach) else "safe"
    return _use(context, node, path, reach, (beside, safety))


def star_name(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a name that nothing but a star import can have bound."""
    place = found.cause
    assert isinstance(place, Place)  # by the table of planners
    path, node = found.finding.name, place.node
    stars = context.resolver.model.stars
    mine = [star for star in stars if star.module == path.rpartition(".")[0]]
    everywhere = [one for one in ast.walk(context.tree) if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"]
    if len(everywhere) != 1 or len(mine) != 1:
        return Withheld("more than one star import may have brought the name")
    stood_in = exact.obstacle(context, node)
    if stood_in is not None:
        return stood_in
    reach = context.reach(place.reach)
    safety: Safety = "unsafe" if caught(place.frame, path, reach) else "safe"
    return _use(context, node, path, reach, (mine, safety))


def caught(frame: Frame | None, path: str, reach: Releases) -> bool:
    """Whether the failure of a lost name went to a handler until now."""
    return frame is not None and frame.catching("attribute") is not None and gone(path, reach)


def always_true(context: Context, node: ast.expr) -> Edit | Withheld:
    """The call of ``using_pjrt``, which every release from 2.1 on answers alike, as its answer."""
    call = calls.call_of(context, node)
    if call is None or call.args or call.keywords:
        return Withheld("using_pjrt is not called here, but handed on")
    stood_in = exact.obstacle(context, call)
    if stood_in is not None:
        return stood_in
    return Edit(context.source.start(call), context.source.end(call), "True")


def undecorated(context: Context, node: ast.expr) -> Edit | Withheld:
    """The line of a decorator ``requires_pjrt`` taken out."""
    function = context.parents.get(node)
    decorators = getattr(function, "decorator_list", ())
    if node not in decorators:
        return Withheld("requires_pjrt is no decorator here")
    source = context.source
    low, high = source.line_start(source.start(node)), source.line_end(source.end(node))
    before, behind = source.text[low : source.start(node)].strip(), source.text[source.end(node) : high].strip()
    if before != "@" or behind:
        return exact.COMMENT if behind.startswith("#") else Withheld("the decorator does not stand alone on its line")
    return Edit(low, high, "")


def drop_use(context: Context, node: ast.expr, name: str) -> Edit | Withheld:
    """A use of ``using_pjrt`` or ``requires_pjrt`` taken out."""
    return always_true(context, node) if name == "using_pjrt" else undecorated(context, node)


def target(context: Context, node: ast.expr, path: str, reach: Releases) -> Swap | Withheld:
    """The replacement for one use of a name: for ``pjrt.rendezvous`` it depends on the call."""
    found = swap(path, reach)
    if path != calls.RENDEZVOUS or isinstance(found, Withheld):
        return found
    name = calls.rendezvous(context, node)
    return name if isinstance(name, Withheld) else found._replace(path=name, calls="")


def _use(
    context: Context, node: ast.expr, path: str, reach: Releases, trusted: tuple[list[ImportedName], Safety]
) -> Fix | Withheld:
    beside, safety = trusted
    name = path.rpartition(".")[2]
    if name in DROPPED:
        edit = dropped(path, reach) or drop_use(context, node, name)
        return edit if isinstance(edit, Withheld) else Fix(f"drop {name}", "unsafe", (edit,))
    chosen = target(context, node, path, reach)
    if isinstance(chosen, Withheld):
        return chosen
    fitted = calls.fit(context, node, chosen)
    if isinstance(fitted, Withheld):
        return fitted
    module = ensure(context, node, chosen.module, beside)
    if isinstance(module, Withheld):
        return module
    source = context.source
    renamed = Edit(source.start(node), source.end(node), f"{module.name}.{chosen.name}")
    edits = (renamed, *fitted.edits, *module.edits)
    return Fix(f"use {chosen.path}", worse(safety, fitted.safety), edits)


def _certain(context: Context, cause: Attribute, path: str) -> list[ImportedName] | Withheld:
    """The imports a chain surely starts at, if it can be nothing else and its text can be replaced."""
    node = cause.node
    stood_in = exact.obstacle(context, node)
    if stood_in is not None:
        return stood_in
    if not isinstance(node.ctx, ast.Load):
        return Withheld("the name is assigned or deleted here")
    beside = roots(context, cause.chain.base)
    if not isinstance(cause.chain.base, ast.Name) or beside is None or set(context.resolver.origins(node)) != {path}:
        return Withheld("what it starts from may be something else")
    if not all(ours(imported.module) for imported in beside):
        return Withheld("what it starts from may be something else")
    return beside
