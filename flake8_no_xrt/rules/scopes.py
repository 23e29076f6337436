"""Parts of ast-grep rules for Python: where a name is bound to a module, and where code is kept away by a guard.

A rule binds ``$X`` to the name it found and asks for an import that binds the same name. Scopes are followed as
far as patterns go: an import counts in its own function or class and, at module level, everywhere that does not
bind the name itself. Reassignment at module level does not end it, which is what makes optional imports work.
"""

from __future__ import annotations

import re
from typing import Any

Rule = dict[str, Any]

_HERE: Rule = {"stopBy": {"matches": "scope"}}  # not in another function, class or lambda

_NAMED = ("function_definition", "class_definition")

# Words that say that a test asks for the release, the runtime, or what exists.
_GUARD = (
    r"using_pjrt|hasattr|find_spec|RequirementCache|compare_version|__version__|\bVersion\(|\bversion\("
    r"|XLA_(GREATER_EQUAL|GE|GTE)_|TYPE_CHECKING"
)
_NAMED_MISSING = r"^except\b.*\b(ImportError|ModuleNotFoundError|AttributeError)\b"
_ANY_MISSING = r"^except\s*(:|.*\bException\b)"


def exactly(*texts: str) -> str:
    """A pattern for one of the texts as a whole."""
    if len(texts) == 1:
        return f"^{re.escape(texts[0])}$"
    return f"^({'|'.join(re.escape(text) for text in texts)})$"


def _has(kind: str | None = None, **rest: Any) -> Rule:
    return {"has": {**({"kind": kind} if kind else {}), **rest}}


def imported(module: str) -> Rule:
    """A statement that binds ``$X`` to ``module``."""
    package, _, last = module.rpartition(".")
    whole = {
        "kind": "import_statement",
        **_has("aliased_import", all=[_has(field="name", regex=exactly(module)), _has(field="alias", pattern="$X")]),
    }
    if not package:
        plain = {
            "kind": "import_statement",
            **_has("dotted_name", has={"nthChild": 1, "pattern": "$X", "regex": exactly(module)}),
        }
        return {"any": [whole, plain]}
    renamed = {"all": [_has(field="name", regex=exactly(last)), _has(field="alias", pattern="$X")]}
    part = {
        "kind": "import_from_statement",
        "all": [
            _has(field="module_name", regex=exactly(package)),
            _has(
                any=[
                    {"kind": "aliased_import", **renamed},
                    {"kind": "dotted_name", "pattern": "$X", "regex": exactly(last)},
                ]
            ),
        ],
    }
    return {"any": [whole, part]}


def in_scope(binds: str) -> Rule:
    """Where the ``$X`` that was found is bound by the util ``binds``, and by nothing nearer."""
    bound = _has(matches=binds, **_HERE)
    return {
        "all": [
            quietly({"inside": {"stopBy": "end", **any_of(*_NAMED, "module"), **bound}}),
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
    several = {**any_of("pattern_list", "tuple_pattern", "list_pattern"), **_has(pattern="$X")}
    default = {**any_of("default_parameter", "typed_default_parameter"), **_has(field="name", pattern="$X")}
    other = any_of("typed_parameter", "list_splat_pattern", "dictionary_splat_pattern")
    parameter = {"any": [{"pattern": "$X"}, default, {**other, **_has("identifier", pattern="$X")}]}
    function, named = any_of("function_definition", "lambda"), any_of("function_definition", "class_definition")
    comprehensions = ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression")
    bound: Rule = {
        "any": [
            {**any_of("assignment", "for_statement"), **_has(field="left", matches="target")},
            {**any_of("named_expression", *_NAMED), **_has(field="name", pattern="$X")},
            {"kind": "as_pattern_target", **_has(pattern="$X")},
            {"kind": "aliased_import", **_has(field="alias", pattern="$X")},
            {"kind": "case_pattern", **_has(stopBy="end", pattern="$X")},
        ]
    }
    return {
        "scope": any_of(*_NAMED, "lambda"),
        "target": {"any": [{"pattern": "$X"}, several]},
        "deletes": {**named, **_has("delete_statement", **_HERE, has={"stopBy": "end", "pattern": "$X"})},
        "rebinds": {
            "any": [
                {**function, **_has(field="parameters", has=parameter)},
                {**named, **_has(field="body", has={**_HERE, **bound})},
                {**any_of(*comprehensions), **_has("for_in_clause", has={"field": "left", "matches": "target"})},
            ]
        },
    }


def kept_away() -> dict[str, Rule]:
    """The util ``guarded``: code behind a test or a handler that may keep it from the releases that lost a name.

    Which releases a test lets through, patterns cannot tell: whatever stands behind one is left alone.
    """
    made = _has("assignment", stopBy="end", all=[_has(field="left", pattern="$F"), _has(field="right", regex=_GUARD)])
    flag = {"kind": "identifier", "pattern": "$F", "inside": {"stopBy": "end", "kind": "module", **made}}
    asks = {"any": [{"regex": _GUARD}, {"matches": "flag"}, _has(stopBy="end", matches="flag")]}
    leaves = any_of("return_statement", "raise_statement", "continue_statement", "break_statement")
    imports = any_of("import_statement", "import_from_statement")
    body = _has(field="body", has=imports)
    other = [
        _has(stopBy="end", **imports),
        {"regex": r"^except\b.*\bAttributeError\b", **_has("attribute", stopBy="end")},
    ]
    tested, missing = {"matches": "tested"}, {"matches": "missing"}
    behind = [
        # in its body, in what follows an else of it, in the first part of a conditional expression
        {"kind": "block", "inside": tested},
        {
            **any_of("else_clause", "elif_clause"),
            "inside": {"kind": "if_statement", "any": [tested, _has("elif_clause", **tested)]},
        },
        {"kind": "conditional_expression", "has": {"nthChild": 2, "matches": "asks"}},
        # after it, if it leaves: in a block, since to look through all of a file for every hit takes too long
        {
            "all": [
                {"inside": {"kind": "block"}},
                {
                    "follows": {
                        "stopBy": "end",
                        "kind": "if_statement",
                        **tested,
                        **_has(field="consequence", has=leaves),
                    }
                },
            ]
        },
        # in a handler, and in what a handler has another answer for
        missing,
        {"kind": "block", "inside": {"kind": "try_statement", **_has(all=[missing, {"any": other}])}},
    ]
    return {
        "flag": flag,
        "asks": asks,
        "tested": {**any_of("if_statement", "elif_clause"), **_has(field="condition", matches="asks")},
        "missing": {
            "kind": "except_clause",
            "any": [{"regex": _NAMED_MISSING}, {"regex": _ANY_MISSING, "inside": {"kind": "try_statement", **body}}],
        },
        "guarded": {"inside": {"stopBy": "end", "any": behind}},
    }


def whole_import(module: str) -> Rule:
    """``import module`` or of something in it, without an alias."""
    return {"kind": "import_statement", **_has("dotted_name", regex=rf"^{re.escape(module)}(\.|$)")}
