"""Parts of ast-grep rules for Python: where a name is bound to a module.

A rule binds ``$X`` to the name it found and asks for an import that binds the same name. Scopes are followed as
far as patterns go: an import counts in its own function or class and, at module level, everywhere that does not
bind the name itself. Reassignment at module level does not end it, which is what makes optional imports work.
"""

from __future__ import annotations

import re
from typing import Any

Rule = dict[str, Any]

_HERE: Rule = {"stopBy": {"matches": "scope"}}  # not in another function, class or lambda

NAMED = ("function_definition", "class_definition")


def exactly(*texts: str) -> str:
    """A pattern for one of the texts as a whole."""
    if len(texts) == 1:
        return f"^{re.escape(texts[0])}$"
    return f"^({'|'.join(re.escape(text) for text in texts)})$"


def has(kind: str | None = None, **rest: Any) -> Rule:
    """The part of a rule that asks for a node inside, of a kind and with other conditions."""
    return {"has": {**({"kind": kind} if kind else {}), **rest}}


def imported(module: str) -> Rule:
    """A statement that binds ``$X`` to ``module``."""
    package, _, last = module.rpartition(".")
    whole = {
        "kind": "import_statement",
        **has("aliased_import", all=[has(field="name", regex=exactly(module)), has(field="alias", pattern="$X")]),
    }
    if not package:
        plain = {
            "kind": "import_statement",
            **has("dotted_name", has={"nthChild": 1, "pattern": "$X", "regex": exactly(module)}),
        }
        return {"any": [whole, plain]}
    renamed = {"all": [has(field="name", regex=exactly(last)), has(field="alias", pattern="$X")]}
    part = {
        "kind": "import_from_statement",
        "all": [
            has(field="module_name", regex=exactly(package)),
            has(
                any=[
                    {"kind": "aliased_import", **renamed},
                    {"kind": "dotted_name", "pattern": "$X", "regex": exactly(last)},
                ]
            ),
        ],
    }
    return {"any": [whole, part]}


def imported_elsewhere(binds: str) -> Rule:
    """A statement that binds ``$X`` to something else than the util ``binds`` does."""
    alias = {"kind": "aliased_import", **has(field="alias", pattern="$X")}
    plain = {"kind": "dotted_name", "pattern": "$X"}
    statements = any_of("import_statement", "import_from_statement")
    return {**statements, **has(any=[alias, plain]), "not": {"matches": binds}}


def in_scope(binds: str) -> Rule:
    """Where the ``$X`` that was found is bound by the util ``binds``, and by nothing nearer."""
    bound = has(matches=binds, **_HERE)
    return {
        "all": [
            quietly({"inside": {"stopBy": "end", **any_of(*NAMED, "module"), **bound}}),
            {"not": {"inside": {"stopBy": "end", "matches": "rebinds", "not": bound}}},
            {"not": {"inside": {"stopBy": "end", "matches": "deletes"}}},
        ]
    }


def quietly(rule: Rule) -> Rule:
    """The same rule, which ast-grep does not report as a part of the hit.

    Each node that a rule visits comes with the hit, and the text of a whole module with every hit is too much.
    """
    return {"not": {"not": rule}}


def any_of(*kinds: str) -> Rule:
    """A node of one of the kinds."""
    return {"any": [{"kind": kind} for kind in kinds]}


def scope_utils() -> dict[str, Rule]:
    """The utils that :func:`in_scope` needs beside the imports."""
    deleted = {"any": [{"pattern": "$X"}, {"kind": "expression_list", **has(pattern="$X")}]}
    several = {**any_of("pattern_list", "tuple_pattern", "list_pattern"), **has(pattern="$X")}
    default = {**any_of("default_parameter", "typed_default_parameter"), **has(field="name", pattern="$X")}
    other = any_of("typed_parameter", "list_splat_pattern", "dictionary_splat_pattern")
    parameter = {"any": [{"pattern": "$X"}, default, {**other, **has("identifier", pattern="$X")}]}
    function, named = any_of("function_definition", "lambda"), any_of("function_definition", "class_definition")
    comprehensions = ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression")
    bound: Rule = {
        "any": [
            {**any_of("assignment", "for_statement"), **has(field="left", matches="target")},
            {**any_of("named_expression", *NAMED), **has(field="name", pattern="$X")},
            {"kind": "as_pattern_target", **has(pattern="$X")},
            {"kind": "aliased_import", **has(field="alias", pattern="$X")},
            {"kind": "case_pattern", **has("dotted_name", pattern="$X")},
        ]
    }
    return {
        "scope": any_of(*NAMED, "lambda"),
        "target": {"any": [{"pattern": "$X"}, several]},
        "deletes": {**named, **has("delete_statement", **_HERE, has=deleted)},
        "rebinds": {
            "any": [
                {**function, **has(field="parameters", has=parameter)},
                {**named, **has(field="body", has={**_HERE, **bound})},
                {**any_of(*comprehensions), **has("for_in_clause", has={"field": "left", "matches": "target"})},
            ]
        },
    }


def whole_import(module: str) -> Rule:
    """``import module`` or of something in it, without an alias."""
    return {"kind": "import_statement", **has("dotted_name", regex=rf"^{re.escape(module)}(\.|$)")}
