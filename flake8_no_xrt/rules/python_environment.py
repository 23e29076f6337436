"""ast-grep rules for Python: environment variables where a string is one, and the modules that ``-m`` starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.describing import described, identifier
from flake8_no_xrt.rules.guarding import kept_away
from flake8_no_xrt.rules.scopes import any_of, exactly, imported, in_scope, scope_utils
from flake8_no_xrt.rules.settings import Setting, launchers, settings
from flake8_no_xrt.rules.strings import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases

Rule = dict[str, Any]

_OS = "binds-os"
_ENVIRON = "binds-environ"
_GETENV = "binds-getenv"
_UNGUARDED: Rule = {"not": {"matches": "guarded"}}
_ENV_KEYWORD = r"^(.*_)?(env|envs|environ|environment|env_vars)$"


def environment_rules(target: Releases, *, advice: bool) -> Iterator[Rule]:
    """The rules for variables that are set, read, or named by a constant, and for launchers."""
    for setting in settings(target, advice=advice):
        forms = {"set": _set, "read": _read, "named": _named}[setting.handling](setting)
        rule = {"all": [{"any": forms}, _UNGUARDED]}
        utils = kept_away() if setting.handling == "named" else _utils()
        yield described(identifier(setting.code), setting.code, setting.words, rule, utils)
    for launcher in launchers(target):
        rule = {
            "all": [
                text(exactly(*launcher.modules), pattern="$N"),
                {"follows": {"stopBy": {"kind": "string"}, **text("^-m$")}},
                {"inside": any_of("list", "tuple", "argument_list")},
            ]
        }
        yield described(identifier(launcher.code), launcher.code, launcher.words, rule)


def _utils() -> dict[str, Rule]:
    environ = {
        "any": [
            {"kind": "attribute", "pattern": "$X.environ", **in_scope(_OS)},
            {"kind": "identifier", "pattern": "$X", **in_scope(_ENVIRON)},
        ]
    }
    getenv = {
        "any": [
            {"kind": "attribute", "pattern": "$X.getenv", **in_scope(_OS)},
            {"kind": "identifier", "pattern": "$X", **in_scope(_GETENV)},
        ]
    }
    binds = {_OS: imported("os"), _ENVIRON: imported("os.environ"), _GETENV: imported("os.getenv")}
    return binds | scope_utils() | kept_away() | {"environ": environ, "getenv": getenv}


def _literal(setting: Setting) -> Rule:
    return text(exactly(*setting.names), pattern="$N")


def _stored() -> Rule:
    """Where a subscript is stored to: alone, among others, or by a loop."""
    left = {"field": "left", **any_of("assignment", "augmented_assignment", "for_statement")}
    several = {**any_of("pattern_list", "tuple_pattern"), "inside": left}
    return {"any": [{"inside": left}, {"inside": several}]}


def _subscript(*conditions: Rule) -> Rule:
    return {
        "inside": {
            "kind": "subscript",
            "field": "subscript",
            "all": [{"has": {"field": "value", "matches": "environ"}}, *conditions],
        }
    }


def _method(*names: str) -> Rule:
    """A call of a method of the environment."""
    function = {
        "field": "function",
        "kind": "attribute",
        "all": [
            {"has": {"field": "object", "matches": "environ"}},
            {"has": {"field": "attribute", "regex": exactly(*names)}},
        ],
    }
    return {"kind": "call", "has": function}


def _value(setting: Setting, place: Rule) -> list[Rule]:
    """The condition that the variable is set to the value the setting is about."""
    return [] if setting.value is None else [{"has": {**place, **text(exactly(setting.value))}}]


def _set(setting: Setting) -> list[Rule]:
    literal = _literal(setting)
    assigned = _stored()
    if setting.value is not None:
        assigned = {"inside": {"kind": "assignment", "field": "left", **_value(setting, {"field": "right"})[0]}}
    second = _value(setting, {"nthChild": 2})
    setters: Rule = {"kind": "call", "has": {"field": "function", "regex": r"(^|\.)(putenv|setenv)$"}}
    called = {
        "nthChild": 1,
        "inside": {
            "kind": "argument_list",
            "inside": {"any": [_method("setdefault"), setters]},
            **({"all": second} if second else {}),
        },
    }
    return [
        {"all": [literal, _subscript(assigned)]},
        {"all": [literal, called]},
        {"all": [literal, _key(setting)]},
        _keyword(setting),
    ]


def _updated() -> Rule:
    """A call that adds its arguments to the environment, or to a copy of it."""
    place = {"any": [{"matches": "environ"}, text("^os.environ$")]}
    patched = {
        "kind": "call",
        "has": {"field": "function", "regex": r"(^|\.)(patch\.dict|dict)$"},
        "all": [{"has": {"field": "arguments", "has": {"nthChild": 1, **place}}}],
    }
    return {"any": [_method("update"), patched]}


def _key(setting: Setting) -> Rule:
    """A key in a dictionary that becomes an environment."""
    handed: Rule = {
        "any": [
            {"inside": {"kind": "argument_list", "inside": _updated()}},
            {"inside": {"kind": "keyword_argument", "field": "value", "has": {"field": "name", "regex": _ENV_KEYWORD}}},
            {"has": {"kind": "dictionary_splat", "has": {"matches": "environ"}}},
            {
                "inside": {
                    "any": [
                        {"kind": "binary_operator", "has": {"field": "left", "matches": "environ"}},
                        {"kind": "augmented_assignment", "has": {"field": "left", "matches": "environ"}},
                    ]
                }
            },
        ]
    }
    pair: Rule = {"kind": "pair", "field": "key", "inside": {"kind": "dictionary", **handed}}
    values = _value(setting, {"field": "value"})
    return {"inside": {**pair, **({"all": values} if values else {})}}


def _keyword(setting: Setting) -> Rule:
    """A keyword argument that becomes a variable."""
    conditions: list[Rule] = [
        {"has": {"field": "name", "regex": exactly(*setting.names), "pattern": "$N"}},
        *_value(setting, {"field": "value"}),
        {"inside": {"kind": "argument_list", "inside": _updated()}},
    ]
    return {"all": [{"kind": "keyword_argument"}, *conditions]}


def _read(setting: Setting) -> list[Rule]:
    literal = _literal(setting)
    deleted = {"inside": {"stopBy": {"kind": "block"}, "kind": "delete_statement"}}
    reader: Rule = {"kind": "call", "has": {"field": "function", "matches": "getenv"}}
    called = {"inside": {"kind": "argument_list", "inside": {"any": [_method("get"), reader]}}}
    tested = {
        "kind": "comparison_operator",
        "all": [
            {"has": {"field": "operators", "regex": "^in$"}},
            {"has": {"nthChild": 2, "matches": "environ"}},
        ],
    }
    return [
        {"all": [literal, _subscript({"not": _stored()}, {"not": deleted})]},
        {"all": [literal, {"nthChild": 1, **called}]},
        {"all": [literal, {"nthChild": 1, "inside": tested}]},
    ]


def _named(setting: Setting) -> list[Rule]:
    left = {"has": {"field": "left", "regex": r"^[A-Z][A-Z0-9_]*$"}}
    return [{"all": [_literal(setting), {"inside": {"kind": "assignment", "field": "right", **left}}]}]
