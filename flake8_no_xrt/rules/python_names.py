"""ast-grep rules for Python: the names of torch_xla."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.describing import described, identifier
from flake8_no_xrt.rules.groups import homes, own_advice
from flake8_no_xrt.rules.guarding import kept_away
from flake8_no_xrt.rules.hiding import hidden_rules
from flake8_no_xrt.rules.saying import grouped
from flake8_no_xrt.rules.scopes import (
    exactly,
    imported,
    imported_elsewhere,
    in_scope,
    quietly,
    scope_utils,
    whole_import,
)
from flake8_no_xrt.rules.strings import asked_for, module_loaded, patched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.rules.table import Row, Table

Rule = dict[str, Any]

_UNGUARDED: Rule = {"not": {"matches": "guarded"}}
_STORED: Rule = {"inside": {"kind": "assignment", "field": "left"}}


def name_rules(table: Table, target: Releases) -> Iterator[Rule]:
    """The rules for all rows of a table."""
    together: dict[tuple[str, str], list[Row]] = {}
    for row in table.names:
        together.setdefault((row.module, row.code), []).append(row)
    for (module, code), rows in together.items():
        yield _name_rule(module, code, rows)
    for module in {module: None for module, _ in together}:
        yield from hidden_rules(module, [row for row in table.names if row.module == module], target)
    for at_fault in table.modules:
        rows = table.members[at_fault.name]
        own, movable = own_advice(rows, at_fault, target), homes(rows, target)
        yield _module_rule(at_fault, [row.last for row in own], movable)
        if own:
            yield _member_rule(at_fault, own, movable)
        for home, names in movable.items():
            yield _move_rule(at_fault, names, home)


# -- names of modules that live ------------------------------------------------------------------------------
def _name_rule(module: str, code: str, rows: Sequence[Row]) -> Rule:
    names = [row.last for row in rows]
    parts = module.split(".")
    starts = [".".join(parts[: size + 1]) for size in range(len(parts))]
    attribute = {
        "all": [
            {"kind": "attribute", "has": {"field": "attribute", "regex": exactly(*names)}},
            {
                "any": [
                    {"pattern": f"$X{module[len(start) :]}.$N", **in_scope(f"binds-{start}")}
                    for start in reversed(starts)
                ]
            },
            {"not": _STORED},
        ]
    }
    forms: list[Rule] = [attribute, _from_import(module, names)]
    forms.append({"all": [*asked_for(names), in_scope(f"binds-{module}")]})
    forms.append({"all": patched(module, names)})
    utils = {f"binds-{start}": imported(start) for start in starts} | scope_utils() | kept_away()
    rule = {"all": [{"any": forms}, _UNGUARDED]}
    words = grouped((row.last, row.message) for row in rows)
    return described(identifier(code, module), code, words, rule, utils)


def _from_import(module: str, names: Sequence[str], *excluded: Rule) -> Rule:
    """A name in the list of a ``from module import …``; ``$N`` is the name."""
    name = {"regex": exactly(*names), "pattern": "$N"}
    return {
        "any": [{"kind": "dotted_name", **name}, {"kind": "aliased_import", "has": {"field": "name", **name}}],
        "inside": _taken_from(exactly(module), *excluded),
    }


# -- modules at fault, and what is in them -------------------------------------------------------------------
def _module_rule(module: Row, own: Sequence[str], movable: Mapping[str, Sequence[str]]) -> Rule:
    """The rule for a module; ``own`` are the names with rules of their own, ``movable`` what a fix moves."""
    package, _, last = module.name.rpartition(".")
    parts = module.name.split(".")
    starts = [".".join(parts[: size + 1]) for size in range(len(parts) - 1)]
    chain = {
        "all": [
            {"kind": "attribute", "has": {"field": "attribute", "regex": exactly(last)}},
            {
                "any": [
                    {"pattern": f"$X{module.name[len(start) :]}", **in_scope(f"binds-{start}")}
                    for start in reversed(starts)
                ]
            },
            {
                "not": {
                    "inside": {"stopBy": "end", "kind": "module", "has": {"stopBy": "end", **whole_import(module.name)}}
                }
            },
        ]
    }
    inside = {"any": [{"kind": "import_statement"}, {"kind": "aliased_import", "inside": {"kind": "import_statement"}}]}
    imports: list[Rule] = [
        {"kind": "dotted_name", "regex": rf"^{re.escape(module.name)}(\.|$)", "inside": inside},
        {**_imported_name(exactly(last)), "inside": _taken_from(exactly(package))},
        {
            **_imported_name(r"^\w+$", exactly(*own) if own else None),
            "inside": _taken_from(rf"^{re.escape(module.name)}(\.|$)", *_moves(movable)),
        },
    ]
    forms: list[Rule] = [*imports, chain, {"all": module_loaded(module.name)}]
    utils = {f"binds-{start}": imported(start) for start in starts} | scope_utils() | kept_away()
    rule = {"all": [{"any": forms}, _UNGUARDED]}
    return described(identifier(module.code, module.name), module.code, module.message, rule, utils)


def _imported_name(regex: str, but: str | None = None) -> Rule:
    """A name, or a name with an alias, in an import list; a star counts where no name is excepted by ``but``."""
    name: Rule = {"regex": regex, **({"not": {"regex": but}} if but else {})}
    forms: list[Rule] = [{"kind": "dotted_name", **name}, {"kind": "aliased_import", "has": {"field": "name", **name}}]
    if regex == r"^\w+$":
        forms.append({"kind": "wildcard_import"})
    return {"any": forms}


def _taken_from(module: str, *excluded: Rule) -> Rule:
    """A from-import of a module whose path fits ``module``."""
    statement: Rule = {"kind": "import_from_statement", "has": {"field": "module_name", "regex": module}}
    return {"all": [statement, *({"not": rule} for rule in excluded)]} if excluded else statement


def _member_rule(module: Row, rows: Sequence[Row], movable: Mapping[str, Sequence[str]]) -> Rule:
    """The rule for names whose advice is not their module's: where they are imported, and where they are used."""
    names = [row.last for row in rows]
    file = {"stopBy": "end", "kind": "module", "has": {"stopBy": "end", **whole_import(module.name)}}
    whole = quietly({"inside": file})
    # Bound to a new module elsewhere, the name is right there; the import of the old one may be guarded.
    two_origins = {"stopBy": "end", "kind": "module", "has": {"stopBy": "end", **imported_elsewhere("binds")}}
    used = {
        "all": [
            {"kind": "attribute", "has": {"field": "attribute", "regex": exactly(*names)}},
            {
                "any": [
                    {"all": [{"pattern": "$X.$N", **in_scope("binds")}, {"not": {"inside": two_origins}}]},
                    {"pattern": f"{module.name}.$N", **whole},
                ]
            },
            {"not": _STORED},
        ]
    }
    imported_name = _from_import(module.name, names, *_moves(movable))
    forms: list[Rule] = [imported_name, used, {"all": patched(module.name, names)}]
    utils = {"binds": imported(module.name)} | scope_utils() | kept_away()
    rule = {"all": [{"any": forms}, _UNGUARDED]}
    words = grouped((row.last, row.message) for row in rows)
    return described(identifier(module.code, module.name, "names"), module.code, words, rule, utils)


def _moves(movable: Mapping[str, Sequence[str]]) -> list[Rule]:
    return [_only(names) for names in movable.values()]


def _only(names: Sequence[str]) -> Rule:
    """A from-import that takes nothing but these names."""
    return {"not": {"has": _imported_name(r"^\w+$", exactly(*names))}}


def _move_rule(module: Row, names: Sequence[str], home: str) -> Rule:
    """The rule, with a fix, for a from-import of which the module is all that changes."""
    rule = {
        "all": [
            {"kind": "dotted_name", "regex": exactly(module.name)},
            {"inside": {"all": [_taken_from(exactly(module.name)), _only(names)]}},
            _UNGUARDED,
        ]
    }
    moved = identifier(module.code, module.name, "moved-to", home)
    message = re.sub(r": .*", f": use {home}", module.message)
    return described(moved, module.code, message, rule, kept_away(), fix=home)
