"""Which names of a module at fault need words of their own, and which only another path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.facts.advice import BORROWED
from flake8_no_xrt.facts.catalogue import lookup, offer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.rules.table import Row


def own_advice(rows: Iterable[Row], module: Row, target: Releases) -> list[Row]:
    """The public names in a module at fault that the advice on the module does not cover.

    For all others the message about the module is the right one: what is private, another package's, or has no
    replacement of its own.
    """
    return [
        row
        for row in rows
        if not row.last.startswith("_")
        and row.last not in BORROWED
        and not row.message.endswith(": nothing replaces it")
        and not _covered(row, module, target)
    ]


def _covered(row: Row, module: Row, target: Releases) -> bool:
    """Whether the module is to be used as ``HOME``, and the name as ``HOME.name``, or both in the same words."""
    action, own = (one.message.partition(": ")[2] for one in (module, row))
    entry = lookup(module.name)
    offered = offer(entry.advice, target) if entry else None
    if offered is not None and own == action.replace(offered.name, f"{offered.name}.{row.last}", 1):
        return True
    return own == action


def homes(rows: Iterable[Row], target: Releases) -> dict[str, list[str]]:
    """The names that another module has, by that module, where the path is all that changes."""
    found: dict[str, list[str]] = {}
    for row in rows:
        entry = lookup(row.name)
        offered = offer(entry.advice, target) if entry else None
        if entry is None or offered is None or offered.starts:
            continue
        home, _, last = offered.name.rpartition(".")
        if last == row.last and not entry.advice.calls and entry.advice.rewrite == "safe":
            found.setdefault(home, []).append(row.last)
    return found
