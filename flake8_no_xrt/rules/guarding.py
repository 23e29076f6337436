"""Parts of ast-grep rules for Python: where code is kept away from the releases that lost a name.

Which releases a test lets through, patterns cannot tell. So whatever stands behind a test that asks for the release,
the runtime, or what exists is left alone, but for the plainest: the body of ``if using_pjrt():``.
"""

from __future__ import annotations

from flake8_no_xrt.rules.scopes import NAMED, Rule, any_of, has

# Words of a test that asks.
_ASKS = (
    r"using_pjrt|hasattr\(|getattr\(|find_spec|RequirementCache|compare_version|__version__|\b[vV]ersion\("
    r"|XLA_(GREATER_EQUAL|GE|GTE)_"
)
# A test that says that the release is a new one, and nothing else.
_NEW = r"(\w+\.)*(\w*using_pjrt\(\)|\w*XLA_(GREATER_EQUAL|GE|GTE)_\w+)"
_NAMED_MISSING = r"^except\b.*\b(ImportError|ModuleNotFoundError|AttributeError)\b"
_ANY_MISSING = r"^except\s*(:|.*\bException\b)"
_ENDS = r"^(sys\.exit|exit|quit|os\._exit|(pytest\.)?(skip|fail|xfail|exit)|self\.(skipTest|fail))\("

_LEAVE = ("return_statement", "raise_statement", "continue_statement", "break_statement")
_COMPREHENSIONS = ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression")
_SCOPE: Rule = {"stopBy": any_of(*NAMED, "lambda")}


def kept_away() -> dict[str, Rule]:
    """The util ``guarded``, and what it needs."""
    tested = {"matches": "tested"}
    old_only = {"has": {"field": "condition", "regex": f"^not {_NEW}$"}}
    new_only = {"has": {"field": "condition", "regex": f"^{_NEW}$"}}
    leaving = {
        "kind": "if_statement",
        "all": [
            {"any": [tested, has("elif_clause", **tested)]},
            {"not": old_only},
            has(**_SCOPE, any=[any_of(*_LEAVE), {"kind": "expression_statement", "regex": _ENDS}]),
        ],
    }
    return {
        "flag": _flag(),
        "asks": {"any": [{"regex": _ASKS}, {"matches": "flag"}, has(stopBy="end", matches="flag")]},
        "tested": {
            **any_of("if_statement", "elif_clause", "while_statement"),
            **has(field="condition", matches="asks"),
        },
        "leaving": leaving,
        "missing": _missing(),
        "behind": {"any": [*_in_branches(new_only, old_only), *_in_expressions(), *_after(), *_in_tries()]},
        "guarded": {"any": [{"matches": "behind"}, {"inside": {"stopBy": "end", "matches": "behind"}}]},
    }


def _flag() -> Rule:
    """A name that the file makes from such a test, or imports one under."""
    made = {"kind": "assignment", "all": [has(field="left", pattern="$F"), has(field="right", regex=_ASKS)]}
    named = {"kind": "aliased_import", "all": [has(field="alias", pattern="$F"), has(field="name", regex=_ASKS)]}
    file = {"stopBy": "end", "kind": "module", **has(stopBy="end", any=[made, named])}
    return {"kind": "identifier", "pattern": "$F", "inside": file}


def _in_branches(new_only: Rule, old_only: Rule) -> list[Rule]:
    """In the body of a test, and in what follows an ``else`` of it."""
    tested = {"matches": "tested"}
    return [
        {"kind": "block", "inside": {"all": [tested, {"not": new_only}]}},
        {
            **any_of("else_clause", "elif_clause"),
            "inside": {
                "kind": "if_statement",
                "any": [{"all": [tested, {"not": old_only}]}, has("elif_clause", **tested)],
            },
        },
    ]


def _in_expressions() -> list[Rule]:
    """In the parts of an expression that a test decides about, and in what a decorator with one is for."""
    asks = {"matches": "asks"}
    return [
        {
            "any": [{"nthChild": 1}, {"nthChild": 3}],
            "inside": {"kind": "conditional_expression", **has(nthChild=2, **asks)},
        },
        {"inside": {"field": "right", "kind": "boolean_operator", **has(field="left", **asks)}},
        {"nthChild": 1, "inside": {**any_of(*_COMPREHENSIONS), **has("if_clause", **asks)}},
        {**any_of(*NAMED), "inside": {"kind": "decorated_definition", **has("decorator", **asks)}},
    ]


def _after() -> list[Rule]:
    """After a test whose branch leaves: in the same block, or in a file that ends at one."""
    leaving = {"matches": "leaving"}
    within = {"kind": "with_statement", **has(**_SCOPE, **leaving)}
    # In a block: to look back through all of a file for every hit takes too long.
    return [
        {"all": [{"inside": {"kind": "block"}}, {"follows": {"stopBy": "end", "any": [leaving, within]}}]},
        {"kind": "module", "has": leaving},
    ]


def _in_tries() -> list[Rule]:
    """In a handler for what is missing, and in a body for which a handler has another answer."""
    missing = {"matches": "missing"}
    imports = any_of("import_statement", "import_from_statement")
    other = [
        has(stopBy="end", **imports),
        {"regex": r"^except\b.*\bAttributeError\b", **has("attribute", stopBy="end")},
    ]
    return [
        missing,
        {"kind": "block", "inside": {"kind": "try_statement", **has(all=[missing, {"any": other}])}},
    ]


def _missing() -> Rule:
    imports = any_of("import_statement", "import_from_statement")
    body = {"kind": "try_statement", **has(field="body", has=imports)}
    return {"kind": "except_clause", "any": [{"regex": _NAMED_MISSING}, {"regex": _ANY_MISSING, "inside": body}]}
