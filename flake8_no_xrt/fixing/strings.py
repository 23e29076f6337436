"""Names in strings: targets of ``mock.patch``, attributes asked for by name, modules imported by name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import names
from flake8_no_xrt.fixing import calls, exact
from flake8_no_xrt.fixing.bindings import roots
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.imports import ensure
from flake8_no_xrt.fixing.offers import swap
from flake8_no_xrt.reading.resolve import ours
from flake8_no_xrt.reading.strings import StringUse

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.fixing.offers import Swap
    from flake8_no_xrt.judging.check import Found


def string(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a name that stands in a string. It is unsafe: who reads the string is not seen."""
    use = found.cause
    assert isinstance(use, StringUse)  # by the table of planners
    path = found.finding.name
    if use.kind not in ("path", "attribute", "module") or found.finding.code == "XRT405":
        return Withheld("no fix is known, it needs a person")
    reach = context.reach(use.place.reach) & use.bound
    chosen = swap(path, reach)
    if isinstance(chosen, Withheld):
        return chosen
    if use.kind == "attribute":
        edits = _attribute(context, use, chosen)
    elif use.kind == "module":
        edits = _module(context, use, chosen, reach)
    else:
        edits = _one(replaced(context, use.node, path, chosen.path))
    return edits if isinstance(edits, Withheld) else Fix(f"use {chosen.path}", "unsafe", tuple(edits))


def replaced(context: Context, node: ast.expr, old: str, new: str) -> Edit | Withheld:
    """The edit of what a plain string literal starts with; quotes, prefix and rest stay."""
    if node not in context.parents or exact.outer_string(context, node) is not None:
        return exact.IN_STRING
    source = context.source
    text = source.of(node)
    at = text.find(old)
    body = text.lstrip("rRuU")
    plain = body[:1] in "'\"" and text.count(old) == 1 and not text[:at].strip("rRuU'\"")
    try:
        same = (
            ast.literal_eval(text[:at] + new + text[at + len(old) :]) == new + str(ast.literal_eval(text))[len(old) :]
        )
    except (SyntaxError, ValueError):
        same = False
    if not plain or not same:
        return Withheld("the string is not written in one plain piece")
    start = source.start(node) + at
    return Edit(start, start + len(old), new)


def _attribute(context: Context, use: StringUse, chosen: Swap) -> list[Edit] | Withheld:
    """The object that is asked and the name it is asked for, as in ``getattr(xm, "get_ordinal")``."""
    call = use.place.node
    if not isinstance(call, ast.Call) or not call.args or use.node not in call.args:
        return Withheld("the name is a keyword here")
    if context.resolver.called(call) == "delattr":
        return Withheld("the name is deleted here")
    asked = call.args[0]
    edits = _one(replaced(context, use.node, chosen.old.rpartition(".")[2], chosen.name))
    if isinstance(edits, Withheld):
        return edits
    if isinstance(asked, ast.Constant):
        module = replaced(context, asked, chosen.old.rpartition(".")[0], chosen.module)
        return module if isinstance(module, Withheld) else [*edits, module]
    beside = roots(context, asked)
    if beside is None or context.resolver.origins(asked).keys() != {chosen.old.rpartition(".")[0]}:
        return Withheld("what is asked may be something else")
    if not all(ours(imported.module) for imported in beside):
        return Withheld("what is asked may be something else")
    outer = context.parents.get(call)
    if isinstance(outer, ast.Call) and outer.func is call:
        fitted = calls.fit(context, call, chosen)
        if isinstance(fitted, Withheld):
            return fitted
        edits += fitted.edits
    stood_in = exact.obstacle(context, asked)
    module_there = stood_in or ensure(context, asked, chosen.module, beside)
    if isinstance(module_there, Withheld):
        return module_there
    source = context.source
    return [*edits, Edit(source.start(asked), source.end(asked), module_there.name), *module_there.edits]


def _module(context: Context, use: StringUse, chosen: Swap, reach: Releases) -> list[Edit] | Withheld:
    """A module imported by name, if all that is taken from it is in the new one."""
    call = use.place.node
    if not isinstance(call, ast.Call):
        return Withheld("it is a key of sys.modules")
    for chain, origins, attributes in context.resolver.tracked():
        if chosen.old not in origins or not attributes:
            continue
        path, wanted = f"{chosen.old}.{attributes[0].attr}", f"{chosen.path}.{attributes[0].attr}"
        own = swap(path, reach)
        if isinstance(own, Withheld) or own.path != wanted or not reach <= names.lives(wanted):
            return Withheld(f"{path} is used, which goes elsewhere")
        del chain
    return _one(replaced(context, use.node, chosen.old, chosen.path))


def _one(edit: Edit | Withheld) -> list[Edit] | Withheld:
    return edit if isinstance(edit, Withheld) else [edit]
