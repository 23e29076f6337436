"""Where every module-level name of torch_xla lives, release by release.

The data, ``names.json``, is measured from the wheels by ``tools/build_names.py``; it is read when a file
first needs it. Names bound by a loop with ``setattr`` are included, attributes of objects and of the C
extension are not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from flake8_no_xrt.facts.releases import NOTHING, Releases

ROOT = "torch_xla"
DATA = Path(__file__).with_name("names.json")


class Located(NamedTuple):
    """The longest part of a dotted path that is a torch_xla module or a name in one."""

    name: str
    lives: Releases
    is_module: bool


@lru_cache(maxsize=1)
def _modules() -> dict[str, tuple[str, dict[str, str]]]:
    modules = json.loads(DATA.read_text(encoding="utf-8"))["modules"]
    return {name: (data["in"], data["names"]) for name, data in modules.items()}


def modules() -> list[str]:
    """Every module that any release has, by full name."""
    return list(_modules())


def is_module(path: str) -> bool:
    """Whether ``path`` is a module of torch_xla in some release."""
    return path in _modules()


def members(module: str) -> dict[str, Releases]:
    """The module-level names of a module, with the releases that have them."""
    return {name: Releases.from_ranges(ranges) for name, ranges in _modules()[module][1].items()}


def lives(path: str) -> Releases:
    """The releases in which a module, or a name directly in a module, exists.

    For a submodule its own range, where it imports, wins over the attribute's. A name that no release has,
    or whose parent is no module, lives nowhere.
    """
    known = _modules()
    if path in known:
        return Releases.from_ranges(known[path][0])
    module, _, name = path.rpartition(".")
    if module not in known:
        return NOTHING
    ranges, names = known[module]
    if name not in names:
        return NOTHING
    return Releases.from_ranges(ranges) & Releases.from_ranges(names[name])


def locate(path: str) -> Located | None:
    """Follow a dotted path from ``torch_xla`` as far as modules and their names go.

    ``torch_xla.core.xla_model.xla_device.cache`` gives the function ``xla_device``; a path that leaves
    the known names gives its first unknown part, which lives nowhere. None if it does not start at torch_xla.
    """
    parts = path.split(".")
    if parts[0] != ROOT:
        return None
    here = ROOT
    for part in parts[1:]:
        here = f"{here}.{part}"
        if not is_module(here):
            return Located(here, lives(here), False)
    return Located(here, lives(here), True)
