"""Values as YAML text: mappings, lists, texts and numbers, which is all that rules are made of."""

from __future__ import annotations

import json
import re
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_$][\w.$/-]*")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
_WIDTH = 120


def document(value: dict[str, Any]) -> str:
    """One document. What stands two levels down is written on one line, if it is short or in ``utils``."""
    lines = []
    for key, item in value.items():
        if key == "utils":
            lines.append("utils:")
            lines += [f"  {_scalar(name)}: {_flow(rule)}" for name, rule in item.items()]
        else:
            lines += _entry(f"{_scalar(key)}:", item, 0)
    return "\n".join(lines) + "\n"


def _block(value: Any, level: int) -> list[str]:
    pad = "  " * level
    if isinstance(value, dict):
        lines = []
        for key, item in value.items():
            lines += _entry(f"{pad}{_scalar(key)}:", item, level)
        return lines
    lines = []
    for item in value:
        inner = _flow(item)
        if not isinstance(item, dict | list) or _short(inner, level):
            lines.append(f"{pad}- {inner}")
        else:
            first, *rest = _block(item, level + 1)
            lines += [f"{pad}- {first.lstrip()}", *rest]
    return lines


def _entry(head: str, item: Any, level: int) -> list[str]:
    inner = _flow(item)
    if not isinstance(item, dict | list) or (level and _short(inner, level)):
        return [f"{head} {inner}"]
    return [head, *_block(item, level + 1)]


def _short(text: str, level: int) -> bool:
    return len(text) + 2 * level < _WIDTH


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    if value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value)
