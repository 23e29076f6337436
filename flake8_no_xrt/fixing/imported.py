"""Import statements: names that have another one now, and names that are needless."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.fixing import calls, exact, statements
from flake8_no_xrt.fixing.bindings import bound_name, home, loads, reaching
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.moves import moved
from flake8_no_xrt.fixing.offers import dropped, worse
from flake8_no_xrt.fixing.renames import DROPPED, drop_use, target
from flake8_no_xrt.fixing.uses import binding_of, import_caught, only_here, renamed
from flake8_no_xrt.reading.model import ImportedName

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.fixing.edits import Safety
    from flake8_no_xrt.judging.check import Found
    from flake8_no_xrt.reading.model import Binding


class Part(NamedTuple):
    """What becomes of one alias: its new module and text, and the edits of its uses."""

    module: str
    text: str
    edits: tuple[Edit, ...]
    safety: Safety
    path: str


def imported(context: Context, found: Found) -> Fix | Withheld:
    """The fix of an import."""
    cause = found.cause
    assert isinstance(cause, ImportedName)  # by the table of planners
    path = found.finding.name
    if cause.name == "*":
        return Withheld("what the star brings has to be named first")
    if path != cause.path:
        return Withheld("no fix is known, it needs a person")
    if isinstance(home(context, cause.statement), ast.ClassDef):
        return Withheld("the import makes an attribute of a class")
    if names.is_module(path):
        return moved(context, cause, import_caught(context, cause))
    if path.rpartition(".")[2] in DROPPED:
        return _needless(context, cause)
    own = _part(context, cause)
    if isinstance(own, Withheld):
        return own
    together = _together(context, cause, _alike(context, cause, own), own)
    return together if isinstance(together, Fix) else _together(context, cause, {cause.node: own}, own)


def _together(context: Context, cause: ImportedName, parts: dict[ast.alias, Part], own: Part) -> Fix | Withheld:
    texts = {alias: part.text for alias, part in parts.items()}
    edits = statements.move(context, cause.statement, texts, own.module)
    if isinstance(edits, Withheld):
        return edits
    uses = (edit for part in parts.values() for edit in part.edits)
    return Fix(f"use {own.path}", own.safety, (*edits, *uses))


def _alike(context: Context, cause: ImportedName, own: Part) -> dict[ast.alias, Part]:
    """The reported names of a statement that move to the same module and are as safe, with what becomes of them."""
    reported = {
        id(found.cause.node): found.cause
        for found in context.judged.found
        if isinstance(found.cause, ImportedName) and found.finding.name == found.cause.path
    }
    parts: dict[ast.alias, Part] = {}
    for alias in cause.statement.names:
        sibling = reported.get(id(alias))
        if sibling is None or names.is_module(sibling.path) or sibling.name in DROPPED:
            continue
        part = _part(context, sibling)
        if not isinstance(part, Withheld) and (part.module, part.safety) == (own.module, own.safety):
            parts[alias] = part
    return parts


def _part(context: Context, cause: ImportedName) -> Part | Withheld:
    binding = binding_of(context, cause)
    if binding is None:
        return Withheld("what the name is bound to is not certain")
    reach = context.reach(cause.reach)
    read = loads(context, binding)
    chosen = {target(context, node, cause.path, reach) for node in read} or {
        target(context, ast.Name("_"), cause.path, reach)
    }
    if len(chosen) != 1:
        return Withheld(f"the uses of {cause.path} do not all mean the same")
    new = chosen.pop()
    if isinstance(new, Withheld):
        return new
    safety: Safety = "unsafe" if new.safety == "unsafe" or import_caught(context, cause) else "safe"
    edits: list[Edit] = []
    for node in read:
        fitted = calls.fit(context, node, new)
        if isinstance(fitted, Withheld):
            return fitted
        safety = worse(safety, fitted.safety)
        if fitted.edits and not all(_same(one, cause) for one in reaching(context, node)):
            return Withheld(f"{binding.name} may be another function that takes the argument")
        edits += fitted.edits
    alias = cause.node
    if alias.asname is None and new.name != binding.name and renamed(context, cause, read, new.name):
        source = context.source
        edits += [Edit(source.start(node), source.end(node), new.name) for node in read]
        text = new.name
    else:
        text = new.name if new.name == binding.name and alias.asname is None else f"{new.name} as {binding.name}"
    return Part(new.module, text, tuple(edits), safety, new.path)


def _same(binding: Binding, cause: ImportedName) -> bool:
    """Whether what a name may be bound to takes the same arguments, or cannot be called at all."""
    return binding.path == cause.path or isinstance(binding.value, ast.Constant)


def _needless(context: Context, cause: ImportedName) -> Fix | Withheld:
    """The import of ``using_pjrt`` or ``requires_pjrt``, with all uses."""
    binding = binding_of(context, cause)
    if binding is None or not only_here(context, cause):
        return Withheld(f"{bound_name(cause)} is bound, or taken from here, elsewhere as well")
    late = dropped(cause.path, context.reach(cause.reach))
    if late is not None:
        return late
    edits: list[Edit] = []
    for node in loads(context, binding):
        edit = drop_use(context, node, cause.name)
        if isinstance(edit, Withheld):
            return edit
        edits.append(edit)
    if len(cause.statement.names) > 1:
        removal = statements.drop(context, cause.statement, cause.node)
        if isinstance(removal, Withheld):
            return removal
        edits.append(removal)
    elif statements.has_inner_comment(context, cause.statement):
        return exact.COMMENT
    else:
        edits.append(statements.delete(context, cause.statement))
    return Fix(f"drop {cause.name}", "unsafe", tuple(edits))
