"""ast-grep rules for shell scripts: variables and launchers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.describing import described, identifier
from flake8_no_xrt.rules.scopes import any_of, exactly
from flake8_no_xrt.rules.settings import Setting, launchers, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases

Rule = dict[str, Any]

# Commands that take assignments for the program that they start.
_STARTERS = "^(env|sudo|docker|podman|nerdctl)$"


def shell_rules(target: Releases, *, advice: bool) -> Iterator[Rule]:
    """The rules for variables that are set or read, and for launchers."""
    for setting in settings(target, advice=advice):
        if setting.handling == "named":
            continue
        rule = _set(setting) if setting.handling == "set" else _read(setting)
        yield described(identifier(setting.code, "bash"), setting.code, setting.words, rule, language="bash")
    for launcher in launchers(target):
        option = {"follows": {"kind": "word", "regex": "^-m$"}}
        module = {"all": [{"kind": "word", "regex": exactly(*launcher.modules), "pattern": "$N"}, option]}
        yield described(identifier(launcher.code, "bash"), launcher.code, launcher.words, module, language="bash")


def _set(setting: Setting) -> Rule:
    names = "|".join(map(re.escape, setting.names))
    value = f"[\"']?{setting.value}[\"']?$" if setting.value else ""
    places: list[Rule] = [{"inside": {"kind": "variable_assignment", "field": "name"}}]
    if setting.value:
        places = [
            {
                "inside": {
                    "kind": "variable_assignment",
                    "field": "name",
                    "has": {"field": "value", "regex": f"^{value}"},
                }
            }
        ]
    else:
        places += [
            {"inside": {"kind": "declaration_command"}},
            {"inside": {"kind": "for_statement", "field": "variable"}},
        ]
    word = {
        **any_of("word", "string", "raw_string", "concatenation"),
        "regex": f"^[\"']?({names})={value}",
        "inside": {"kind": "command", "has": {"field": "name", "regex": _STARTERS}},
    }
    name: Rule = {"kind": "variable_name", "regex": exactly(*setting.names), "any": places}
    return {"all": [{"any": [name, word]}, {"pattern": "$N"}]}


def _read(setting: Setting) -> Rule:
    # Its own old value is part of a setting.
    own = {"stopBy": "end", "kind": "variable_assignment", "has": {"field": "name", "pattern": "$N"}}
    return {
        "all": [
            {"kind": "variable_name", "regex": exactly(*setting.names), "pattern": "$N"},
            {"inside": any_of("simple_expansion", "expansion")},
            {"not": {"inside": own}},
        ]
    }
