"""Facts and advice in one place: what there is to say about a name, and what to offer instead of it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import (
    ADVICE,
    BORROWED,
    BORROWED_HINT,
    CONSTANT_CALLS,
    ENV_CONSTANTS,
    FORMS,
    INTERNAL,
    INTERNAL_NAMES,
    INTERNAL_OF,
    MOVED,
    VARIABLES,
    VARIABLES_WORK,
    Advice,
)
from flake8_no_xrt.facts.releases import ABSENT, INSTALLED, PJRT_ONLY, Releases


class Entry(NamedTuple):
    """A catalogued name: its advice, and the releases in which it lives."""

    name: str
    lives: Releases
    advice: Advice

    @property
    def removed_in(self) -> str | None:
        """The first release without the name that is newer than one with it."""
        return (INSTALLED - self.lives).newer_than_one_of(self.lives).first

    def broken(self, reach: Releases) -> Releases:
        """The releases of ``reach`` that lost the name: they lack it, and an older one had it."""
        return (reach - ABSENT - self.lives).newer_than_one_of(self.lives)

    def outdated(self, reach: Releases) -> str | None:
        """The release since which the living name is deprecated or superseded for ``reach``, if it is.

        It is where ``reach`` holds a release from then on, and the replacement lives on all of ``reach``
        (or none is needed). Code that is kept away from newer releases by a guard is no case of this.
        """
        advice, reach = self.advice, reach - ABSENT
        since = advice.deprecated
        if advice.superseded:
            since = offered_by(advice.superseded).first
        if since is None or not reach & Releases.since(since):
            return None
        needed = (*advice.to, advice.superseded) if advice.superseded else advice.to
        covered = [reach <= offered_by(name) for name in needed]
        return since if all(covered) or (any(covered) and not advice.superseded) else None


class Offer(NamedTuple):
    """What to use instead. ``starts`` is the first release that has it, where part of the reach does not."""

    name: str
    starts: str | None


def offered_by(name: str) -> Releases:
    """The releases in which a replacement, written as in the advice, exists."""
    name = name.removesuffix("()")
    return Releases.from_ranges(FORMS[name].works) if name in FORMS else names.lives(name)


def offer(advice: Advice, reach: Releases) -> Offer | None:
    """The replacement for code that runs on ``reach``; None if none of the candidates lasts to its end.

    The first candidate that lives on all of ``reach`` is offered as it stands. Otherwise the one that covers
    most of it and still lives at its end, with the release it starts from.
    """
    reach = reach - ABSENT
    living = [(name, offered_by(name)) for name in advice.to]
    for name, lives in living:
        if reach <= lives:
            return Offer(name, None)
    last = reach.last
    lasting = [(name, lives) for name, lives in living if last is not None and last in lives]
    if not lasting:
        return None
    name, lives = max(lasting, key=lambda pair: (reach & pair[1]).mask.bit_count())
    return Offer(name, lives.first)


@cache
def lookup(path: str) -> Entry | None:
    """The entry of a full dotted name, None if there is nothing to say about it."""
    advice = _advice(path)
    return None if advice is None else Entry(path, names.lives(path), advice)


@cache
def variable(name: str) -> Releases | None:
    """The releases that read an ``XRT_*`` variable, None if torch_xla never had it."""
    return Releases.from_ranges(VARIABLES_WORK) if name in VARIABLES else None


@cache
def form(name: str) -> Entry:
    """The entry of something that is no Python name, such as ``pjrt://``. Raises KeyError."""
    return Entry(name, Releases.from_ranges(FORMS[name].works), FORMS[name].advice)


def _advice(path: str) -> Advice | None:
    if path in ADVICE:
        return ADVICE[path]
    if path in MOVED:
        return MOVED[path].advice
    module, _, name = path.rpartition(".")
    if module == ENV_CONSTANTS:
        return _CONSTANTS.get(name)
    if module in MOVED:
        return _moved(module, name)
    if module in ADVICE and names.is_module(module):
        # A name of a module that went has the module's fate and advice.
        return ADVICE[module] if names.lives(path) else None
    if path in INTERNAL_NAMES or (module in INTERNAL_OF and name.startswith("_")):
        lives = names.lives(path)
        return INTERNAL if lives and not lives & PJRT_ONLY else None
    return None


def _moved(module: str, name: str) -> Advice | None:
    moved = MOVED[module]
    lives = names.lives(f"{module}.{name}")
    if not lives:
        return None
    deprecated = moved.advice.deprecated if lives & PJRT_ONLY else None
    if name in BORROWED:
        return Advice(moved.advice.code, "none", hint=BORROWED_HINT, deprecated=deprecated)
    homes = [f"{home}.{name}" for home in moved.homes if names.lives(f"{home}.{name}")]
    public = not any(part.startswith("_") for home in homes for part in home.split("."))
    return moved.advice._replace(
        to=tuple(homes),
        hint=moved.advice.hint or "nothing replaces it",
        calls="" if public else moved.advice.calls or "which is private",
        rewrite=moved.advice.rewrite if public and homes else "unsafe" if homes else "no",
        deprecated=deprecated,
    )


def _constant(constant: str, hint: str, to: tuple[str, ...]) -> Advice:
    code = "XRT105" if constant == "WORLD_SIZE" else "XRT101"
    calls = CONSTANT_CALLS.get(constant, "")
    return Advice(code, "rewrite" if to else "drop", to, hint, calls, "unsafe" if to else "no")


_CONSTANTS: dict[str, Advice] = {
    entry.constant: _constant(entry.constant, entry.hint, entry.to) for entry in VARIABLES.values() if entry.constant
}
