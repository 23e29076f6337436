"""Making a module importable where it is needed: an import that is there, or a new one beside another."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.facts.releases import ABSENT
from flake8_no_xrt.fixing.bindings import above, bound_name, gives, home, precedes, sees
from flake8_no_xrt.fixing.edits import Edit, Withheld
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.reading.model import ImportedName

# What the documentation of torch_xla and most code call its modules.
_ALIASES = {
    ROOT: (ROOT,),
    "torch_xla.runtime": ("xr",),
    "torch_xla.core.xla_model": ("xm",),
    "torch_xla.distributed.xla_multiprocessing": ("xmp",),
    "torch_xla.distributed.spmd": ("xs",),
    "torch_xla._internal.tpu": ("tpu",),
    "torch_xla._internal.utils": ("xla_utils",),
    "torch_xla._internal.pjrt": ("xla_pjrt",),
}


class Importable(NamedTuple):
    """How to write a module at a place, and the edits that make it so."""

    name: str
    edits: tuple[Edit, ...]


def ensure(
    context: Context, at: ast.AST, module: str, beside: Sequence[ImportedName] | None = None
) -> Importable | Withheld:
    """Make ``module`` known at a place of the tree.

    ``beside`` are the imports without which the place does not run (see :func:`.bindings.roots`); a new import is
    put right behind each of them. Without them it is the nearest import of torch_xla that has surely run. An import
    that is there is used if it has run wherever the place runs. No name of the file is ever bound anew.
    """
    if beside is None:
        beside = _nearest(context, at)
    if not beside:
        return Withheld("no import of torch_xla is sure to have run before it")
    if not all(sees(context, at, imported.statement) for imported in beside):
        return Withheld(f"the import of {beside[0].path} is out of its sight")
    for name in _candidates(context, module):
        if not _missing(context, at, module, name, beside):
            return Importable(name, ())
    late = _late(context, module, beside)
    if late is not None:
        return late
    if module != ROOT and all(bound_name(imported) == ROOT and _plain(imported) for imported in beside):
        lacking = [imported for imported in beside if not _dotted(context, at, module, imported)]
        return Importable(module, tuple(behind(context, one.statement, f"import {module}") for one in lacking))
    unbound = [name for name in _candidates(context, module) if _free(context, module, name)]
    if not unbound:
        return Withheld(f"every name for {module} is taken in this file")
    name = min(unbound, key=lambda one: _rebound(context, at, module, one, beside))
    text = f"import {module}" if name == module else f"import {module} as {name}"
    lacking = _missing(context, at, module, name, beside)
    return Importable(name, tuple(behind(context, one.statement, text) for one in lacking))


def floor(name: str, lives: Releases, reach: Releases) -> Withheld:
    """Why code that runs on ``reach`` cannot use what lives elsewhere, and the floor that would help."""
    last = (reach - ABSENT).last
    if lives.first is None or last is None or last not in lives:
        return Withheld(f"{name} does not last to the end of the target")
    return Withheld(f"{name} starts in torch_xla {lives.first}: state a floor of >={lives.first}")


def behind(context: Context, statement: ast.stmt, text: str) -> Edit:
    """The insertion of a simple statement right behind another one, in the same suite."""
    source = context.source
    end = source.end(statement)
    if not source.alone(statement):
        return Edit(end, end, f"; {text}")
    at = source.line_end(end)
    indent = source.indent(source.start(statement))
    if source.text[:at].endswith(("\n", "\r")):
        return Edit(at, at, f"{indent}{text}{source.newline}")
    return Edit(at, at, f"{source.newline}{indent}{text}")


def free(context: Context, name: str) -> bool:
    """Whether nothing in the file is called so: neither bound nor read."""
    return name not in context.binders and name not in context.read_names


def ready_alias(context: Context, places: Sequence[ast.expr], module: str, cause: ImportedName) -> str | None:
    """A name under which a module is bound wherever these places run, which they now run behind ``cause``."""
    present = [gives(one, module) for one in context.resolver.model.imports]
    for name in dict.fromkeys(name for name in present if name):
        if not any(_missing(context, place, module, name, [cause]) for place in places):
            return name
    return None


def fresh_alias(context: Context, module: str, own: str) -> str | None:
    """The usual name for a module, if nothing in the file has it: its own, or the one most code gives it."""
    usual = [*_ALIASES.get(module, ()), own]
    return next((name for name in usual if free(context, name)), None)


def _candidates(context: Context, module: str) -> list[str]:
    present = [gives(imported, module) for imported in context.resolver.model.imports]
    last = module.rpartition(".")[2]
    usual = _ALIASES.get(module, (last.lstrip("_"),))
    spare = () if module == ROOT else (f"{ROOT}_{last.removeprefix('xla_')}",)
    return list(dict.fromkeys([*(name for name in present if name), *usual, *spare]))


def _missing(
    context: Context, at: ast.AST, module: str, name: str, beside: Sequence[ImportedName]
) -> list[ImportedName]:
    """Those of the imports ``beside`` that leave the module unbound under this name."""
    present = [one for one in context.resolver.model.imports if gives(one, module) == name]
    if _others(context, module, name):
        sound = [one for one in present if _set_to_none_with(context, module, name, one, beside)]
    else:
        sound = [one for one in present if sees(context, at, one.statement)]
        if any(precedes(context, one.statement, at) for one in sound):
            return []
    return [one for one in beside if not any(_together(context, one.statement, other.statement) for other in sound)]


def _others(context: Context, module: str, name: str) -> list[ast.AST]:
    """What binds a name other than an import of this module."""
    same = {id(one.node) for one in context.resolver.model.imports if gives(one, module) == name}
    return [node for node in context.binders.get(name, ()) if id(node) not in same]


def _free(context: Context, module: str, name: str) -> bool:
    if name in context.binders:
        return not _others(context, module, name)
    return name not in context.read_names


def _rebound(context: Context, at: ast.AST, module: str, name: str, beside: Sequence[ImportedName]) -> bool:
    """Whether a place in a function would use a name which its scope binds to the same module once more."""
    homes = [home(context, one.statement) for one in beside]
    if home(context, at) in homes:
        return False
    return any(
        home(context, one.statement) in homes for one in context.resolver.model.imports if gives(one, module) == name
    )


def _together(context: Context, one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two imports run one after the other, with nothing but imports between them."""
    suite = context.suite(one)
    if other not in suite:
        return False
    low, high = sorted((suite.index(one), suite.index(other)))
    return all(isinstance(statement, (ast.Import, ast.ImportFrom)) for statement in suite[low : high + 1])


def _set_to_none_with(
    context: Context, module: str, name: str, present: ImportedName, beside: Sequence[ImportedName]
) -> bool:
    """Whether a name is otherwise only None, on the other side of the ``try`` or ``if``, as the ones beside are."""
    parent = context.parents[present.statement]
    partners = {bound_name(imported) for imported in beside}
    for node in _others(context, module, name):
        if not isinstance(node, ast.Name):
            return False
        assign = context.parents[node]
        if not (isinstance(assign, ast.Assign) and isinstance(assign.value, ast.Constant)):
            return False
        if assign.value.value is not None or parent not in above(context, assign):
            return False
        suite = context.suite(assign)
        if present.statement in suite:
            return False
        stored = {
            part.id
            for statement in suite
            for part in ast.walk(statement)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        if not partners <= stored:
            return False
    return isinstance(parent, (ast.Try, ast.If))


def _plain(imported: ImportedName) -> bool:
    return not imported.name and imported.node.asname is None


def _dotted(context: Context, at: ast.AST, module: str, beside: ImportedName) -> bool:
    """Whether ``import module`` without an alias has run wherever an import has."""
    return any(
        precedes(context, one.statement, at) or _together(context, beside.statement, one.statement)
        for one in context.resolver.model.imports
        if _plain(one) and f"{one.module}.".startswith(f"{module}.") and sees(context, at, one.statement)
    )


def _late(context: Context, module: str, beside: Sequence[ImportedName]) -> Withheld | None:
    """Why an import of the module cannot stand beside these, if it would fail on some release of the target."""
    for imported in beside:
        reach = context.reach(imported.reach) - ABSENT
        if not reach <= names.lives(module):
            return floor(module, names.lives(module), reach)
    return None


def _nearest(context: Context, at: ast.AST) -> list[ImportedName]:
    """The last import of torch_xla that has surely run before a place and is in its sight."""
    sure = [
        imported
        for imported in context.resolver.model.imports
        if ours(imported.module) and sees(context, at, imported.statement) and precedes(context, imported.statement, at)
    ]
    return sure[-1:]
