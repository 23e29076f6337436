"""ast-grep rules for YAML: variables in the environment of a container or a job, and launchers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.describing import described, identifier
from flake8_no_xrt.rules.scopes import any_of, exactly
from flake8_no_xrt.rules.settings import Launcher, Setting, launchers, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases

Rule = dict[str, Any]

_PAIR = any_of("block_mapping_pair", "flow_pair")
_QUOTE = "[\"']?"


def yaml_rules(target: Releases, *, advice: bool) -> Iterator[Rule]:
    """The rules for variables that are set, and for launchers."""
    for setting in settings(target, advice=advice):
        if setting.handling != "set":
            continue
        rule = _set(setting)
        yield described(identifier(setting.code, "yaml"), setting.code, setting.words, rule, language="yaml")
    for launcher in launchers(target):
        rule = {"all": [{"kind": "flow_node"}, {"any": _launches(launcher)}, {"pattern": "$N"}]}
        yield described(identifier(launcher.code, "yaml"), launcher.code, launcher.words, rule, language="yaml")


def _launches(launcher: Launcher) -> list[Rule]:
    """The module as an item behind ``-m``, and in the text of a whole command."""
    modules = "|".join(map(re.escape, launcher.modules))
    option = {"stopBy": {"kind": "flow_node"}, "kind": "flow_node", "regex": f"^{_QUOTE}-m{_QUOTE}$"}
    return [
        {"regex": f"^{_QUOTE}({modules}){_QUOTE}$", "follows": option},
        {
            "regex": rf"^{_QUOTE}(\S*/)?python[\d.]*\s+(-\S+\s+)*-m\s+({modules})(\s|{_QUOTE}$)",
            "inside": {"any": [*_PAIR["any"], {"kind": "block_sequence_item"}]},
        },
    ]


def _set(setting: Setting) -> Rule:
    names = "|".join(map(re.escape, setting.names))
    alone = f"^{_QUOTE}({names}){_QUOTE}$"
    value = f"^{_QUOTE}{setting.value}{_QUOTE}$" if setting.value else ""
    valued: Rule = {"has": {"field": "value", "regex": value}} if value else {}
    key = {"regex": alone, "inside": {"field": "key", **_PAIR, **valued}}
    item = {
        "regex": f"^{_QUOTE}({names})={setting.value + _QUOTE + '$' if setting.value else ''}",
        "inside": any_of("block_sequence_item", "flow_sequence"),
    }
    # name: … beside value: …
    said: Rule = {"has": {"field": "key", "regex": exactly("value", "valueFrom")}, **_PAIR}
    if value:
        said = {"all": [said, {"has": {"field": "value", "regex": value}}]}
    beside = {"inside": {**any_of("block_mapping", "flow_mapping"), "has": said}}
    named = {
        "regex": alone,
        "inside": {"field": "value", **_PAIR, "all": [{"has": {"field": "key", "regex": "^name$"}}, beside]},
    }
    return {"all": [{"kind": "flow_node"}, {"any": [key, item, named]}, {"pattern": "$N"}]}
