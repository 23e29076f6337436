"""From what a user writes, such as ``xm.get_ordinal``, to the names of torch_xla that it can mean."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import ADVICE, ENV_CONSTANTS, FORMS, INTERNAL_NAMES, INTERNAL_OF, MOVED, VARIABLES
from flake8_no_xrt.facts.codes import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.catalogue import Entry
    from flake8_no_xrt.facts.releases import Releases

# The aliases under which the documents of torch_xla import its modules.
ALIASES = {
    "met": ("torch_xla.debug.metrics",),
    "pl": ("torch_xla.distributed.parallel_loader",),
    "xb": ("torch_xla.core.xla_builder",),
    "xenv": ("torch_xla.core.xla_env_vars",),
    "xf": ("torch_xla.core.functions",),
    "xla": ("torch_xla",),
    "xm": ("torch_xla.core.xla_model",),
    "xmp": ("torch_xla.distributed.xla_multiprocessing",),
    "xp": ("torch_xla.debug.profiler",),
    "xr": ("torch_xla.runtime",),
    "xs": ("torch_xla.distributed.spmd", "torch_xla.experimental.xla_sharding"),
    "xser": ("torch_xla.utils.serialization",),
    "xu": ("torch_xla.utils.utils",),
}


def resolve(written: str) -> list[str]:
    """The full names that ``written`` can mean: by full name, by alias, by tail; in this order of preference.

    Of several, those that there is advice on stand first. The list is empty if no release has such a name.
    """
    spelled = written.removesuffix("()").strip(".")
    if not spelled:
        return []
    if names.lives(spelled):
        return [spelled]
    first, dot, rest = spelled.partition(".")
    full = [f"{module}{dot}{rest}" for module in ALIASES.get(first, ())]
    found = [path for path in full if names.lives(path)]
    if not found:
        tail = f".{spelled}"
        found = [path for path in every_name() if path.endswith(tail)]
    return sorted(found, key=lambda path: (catalogue.lookup(path) is None, path.count("."), path))


@lru_cache(maxsize=1)
def every_name() -> dict[str, None]:
    """Every module of torch_xla, and every name in one, of any release."""
    found = dict.fromkeys(names.modules())
    for module in names.modules():
        found.update(dict.fromkeys(f"{module}.{name}" for name in names.members(module)))
    return found


def entries() -> Iterator[Entry]:
    """Every name that there is advice on."""
    modules = [*MOVED, ENV_CONSTANTS, *INTERNAL_OF, *(name for name in ADVICE if names.is_module(name))]
    members = (f"{module}.{name}" for module in modules for name in names.members(module))
    for path in sorted({*ADVICE, *MOVED, *INTERNAL_NAMES, *members}):
        entry = catalogue.lookup(path)
        if entry is not None and entry.lives:
            yield entry


def replaced_by(path: str) -> Iterator[tuple[str, Releases]]:
    """What a name is the replacement of: names and variables, with the releases in which they live."""
    written = (path, f"{path}()")
    for entry in entries():
        if entry.name != path and any(name in written for name in entry.advice.to):
            yield entry.name, entry.lives
    for variable, advice in VARIABLES.items():
        lives = catalogue.variable(variable)
        if lives is not None and any(name in written for name in advice.to):
            yield f"environment variable {variable}", lives


def close_to(written: str) -> list[str]:
    """What the user may have meant, closest first."""
    from difflib import get_close_matches

    first, dot, rest = written.removesuffix("()").partition(".")
    spelled = f"{ALIASES[first][0]}{dot}{rest}" if first in ALIASES else written
    if "." in spelled:
        found = get_close_matches(spelled, every_name(), 3, 0.75)
        if found:
            return found
    tails: dict[str, str] = {}
    for entry in entries():
        tails.setdefault(entry.name.rpartition(".")[2], entry.name)
    known = {**{name: name for name in (*VARIABLES, *FORMS, *CODES, *(code.name for code in CODES.values()))}, **tails}
    return [known[match] for match in get_close_matches(spelled.rpartition(".")[2], known, 3, 0.7)]
