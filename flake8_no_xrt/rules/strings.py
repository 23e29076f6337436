"""Parts of ast-grep rules for Python: names that stand in strings, where a function looks them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.scopes import exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

Rule = dict[str, Any]

# Calls that say themselves that the name may be missing.
_MAY_BE_MISSING: Rule = {
    "has": {
        "kind": "keyword_argument",
        "any": [
            {"all": [{"has": {"field": "name", "regex": "^create$"}}, {"has": {"field": "value", "regex": "^True$"}}]},
            {
                "all": [
                    {"has": {"field": "name", "regex": "^raising$"}},
                    {"has": {"field": "value", "regex": "^False$"}},
                ]
            },
        ],
    }
}


def text(regex: str, **content: Any) -> Rule:
    """A string literal whose whole text fits ``regex``."""
    return {"kind": "string", "has": {"kind": "string_content", "regex": regex, **content}}


def argument(function: str, place: int, *conditions: Rule) -> Rule:
    """A positional argument of a call; ``conditions`` hold for its argument list."""
    arguments = {
        "kind": "argument_list",
        "all": [{"not": _MAY_BE_MISSING}, *conditions],
        "inside": {"kind": "call", "has": {"field": "function", "regex": function}},
    }
    return {"nthChild": place, "inside": arguments}


def asked_for(names: Sequence[str]) -> list[Rule]:
    """``getattr($X, "name")``, ``mock.patch.object($X, "name")`` and their like, without a default."""
    taken = {"has": {"nthChild": 1, "pattern": "$X"}}
    return [
        text(exactly(*names), pattern="$N"),
        {
            "any": [
                argument("^(getattr|delattr)$", 2, taken, {"not": {"has": {"nthChild": 3}}}),
                argument(r"(^|\.)(patch\.object|monkeypatch\.(setattr|delattr))$", 2, taken),
            ]
        },
    ]


def patched(module: str, names: Sequence[str]) -> list[Rule]:
    """``mock.patch("module.name")`` and ``monkeypatch.setattr("module.name", …)``; ``$N`` is the path."""
    paths = exactly(*(f"{module}.{name}" for name in names))
    return [text(paths, pattern="$N"), argument(r"(^|\.)(patch|monkeypatch\.(setattr|delattr))$", 1)]


def module_loaded(module: str) -> list[Rule]:
    """A module asked for by name."""
    loaded = {"kind": "subscript", "field": "subscript", "has": {"field": "value", "regex": r"^sys\.modules$"}}
    return [
        text(exactly(module)),
        {"any": [argument(r"(^|\.)(import_module|__import__)$", 1), {"inside": loaded}]},
    ]
