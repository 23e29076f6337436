"""ast-grep rules for Python: forms of calls that are no names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts.advice import SCHEME, SPAWN
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.rules.describing import described
from flake8_no_xrt.rules.guarding import kept_away
from flake8_no_xrt.rules.scopes import imported, in_scope, scope_utils
from flake8_no_xrt.rules.strings import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases

Rule = dict[str, Any]

_UNGUARDED: Rule = {"not": {"matches": "guarded"}}


def call_rules(target: Releases, *, advice: bool) -> Iterator[Rule]:
    """The rules for ``spawn(nprocs=8)`` and, as advice, for ``init_method="pjrt://"``."""
    spawn = verdicts.form("spawn(nprocs)", target, label=f"{SPAWN}(nprocs=$V)")
    if spawn is not None:
        utils = {"binds-module": imported(SPAWN.rpartition(".")[0]), "binds-spawn": imported(SPAWN)}
        utils |= scope_utils() | kept_away()
        number = {"kind": "integer", "pattern": "$V", "not": {"regex": "^1$"}}
        keyword: Rule = {
            "all": [
                {"kind": "keyword_argument"},
                {"has": {"field": "name", "regex": "^nprocs$"}},
                {"has": {"field": "value", **number}},
                _argument_of_spawn(),
                _UNGUARDED,
            ]
        }
        third: Rule = {"all": [number, {"nthChild": 3}, _argument_of_spawn(), _UNGUARDED]}
        # The comma before it goes too: nobody writes it as the first argument.
        fix = {"template": "", "expandStart": {"regex": "^,$"}}
        yield described("XRT404-spawn-nprocs", spawn.code, spawn.message, keyword, utils, fix=fix)
        yield described("XRT404-spawn-third", spawn.code, spawn.message, third, utils)
    scheme = verdicts.form(SCHEME, target)
    if scheme is not None and advice:
        named = {"inside": {"kind": "keyword_argument", "has": {"field": "name", "regex": "^init_method$"}}}
        second = {
            "nthChild": 2,
            "inside": {
                "kind": "argument_list",
                "inside": {"kind": "call", "has": {"field": "function", "regex": r"(^|\.)init_process_group$"}},
            },
        }
        rule = {"all": [text("^pjrt://"), {"any": [named, second]}, _UNGUARDED]}
        yield described("XRT305-init_method", scheme.code, scheme.message, rule, kept_away())


def _argument_of_spawn() -> Rule:
    function = {
        "any": [
            {"kind": "attribute", "pattern": "$X.spawn", **in_scope("binds-module")},
            {"kind": "identifier", "pattern": "$X", **in_scope("binds-spawn")},
        ]
    }
    return {"inside": {"kind": "argument_list", "inside": {"kind": "call", "has": {"field": "function", **function}}}}
