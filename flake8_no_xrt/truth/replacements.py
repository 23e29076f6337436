"""What the catalogue promises about one release: the replacements it offers there, and the names it says are gone.

All of it is computed from the facts layer, by the same functions that make the messages.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import ADVICE, FORMS, MOVED, VARIABLES, VARIABLES_WORK, Advice
from flake8_no_xrt.facts.catalogue import Entry, form, lookup, offer, offered_by
from flake8_no_xrt.facts.releases import RELEASES, Releases


class Replacement(NamedTuple):
    """A replacement, the names it is offered for, and the releases that are said to have it."""

    name: str
    instead_of: tuple[str, ...]
    lives: Releases


@cache
def entries() -> tuple[Entry, ...]:
    """Every entry of the catalogue: names that some release has, variables, and forms that are no names."""
    paths = {*ADVICE, *MOVED, *names.modules()}
    paths.update(f"{module}.{name}" for module in names.modules() for name in names.members(module))
    found = [entry for path in sorted(paths) if (entry := lookup(path))]
    read = Releases.from_ranges(VARIABLES_WORK)
    found += [Entry(name, read, Advice("XRT202", "rewrite", entry.to, entry.hint)) for name, entry in VARIABLES.items()]
    return (*found, *(form(name) for name in FORMS))


def is_name(replacement: str) -> bool:
    """Whether a replacement is a Python name, not a form such as ``xla://``."""
    return replacement not in FORMS


def offered(release: str) -> list[Replacement]:
    """The replacements offered to code that runs on a release, alone or with a range of others, by name.

    What is offered to code that also runs on later releases can start later; the message then says from when.
    """
    at = RELEASES.index(release)
    ranges = [(low, high) for low in RELEASES[: at + 1] for high in RELEASES[at:]]
    reaches = [Releases.from_ranges(f"{low}-{high}") for low, high in ranges]
    for_names: dict[str, set[str]] = {}
    for entry in entries():
        for reach in reaches:
            if entry.broken(reach) or entry.outdated(reach):
                found = offer(entry.advice, reach)
                if found is not None:
                    for_names.setdefault(found.name.removesuffix("()"), set()).add(entry.name)
    return [Replacement(name, tuple(sorted(olds)), offered_by(name)) for name, olds in sorted(for_names.items())]


def gone(release: str) -> list[Entry]:
    """The catalogued Python names that are said not to exist on a release."""
    return [entry for entry in entries() if names.locate(entry.name) and release not in entry.lives]


def successors(release: str) -> list[tuple[Entry, str]]:
    """The pairs of an old name and a candidate for it that both exist on a release.

    Only single names that another name takes the place of: not modules, which have no signature, nor names whose
    advice is that of their whole module, nor names that a call replaces.
    """
    return [
        (entry, name)
        for entry in entries()
        if entry.advice.action in ("rename", "move") and release in entry.lives
        for name in entry.advice.to
        if is_name(name) and release in offered_by(name) and not (names.is_module(name) or names.is_module(entry.name))
    ]
