"""What a name becomes: the replacement that is certain on a reach, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.catalogue import lookup, offer, offered_by
from flake8_no_xrt.facts.releases import ABSENT, PJRT_ONLY, Releases
from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.imports import floor

if TYPE_CHECKING:
    from flake8_no_xrt.facts.advice import Advice
    from flake8_no_xrt.fixing.edits import Safety


class Swap(NamedTuple):
    """A name for a name: ``path`` is the new one in full, ``calls`` how calls of it differ."""

    old: str
    path: str
    calls: str
    safety: Safety

    @property
    def module(self) -> str:
        """Where the new name is imported from."""
        return self.path.rpartition(".")[0]

    @property
    def name(self) -> str:
        """The last part of the new name."""
        return self.path.rpartition(".")[2]


def swap(path: str, reach: Releases) -> Swap | Withheld:
    """The replacement of a name for code that runs on ``reach``: one that lives on all of it."""
    entry = lookup(path)
    if entry is None:
        return Withheld("no fix is known, it needs a person")
    advice = entry.advice
    offered = offer(advice, reach)
    if offered is None or not advice.to:
        return Withheld(advice.hint or f"nothing replaces {path}")
    if offered.starts is not None:
        return floor(offered.name, offered_by(offered.name), reach)
    if advice.rewrite == "no" or offered.name.endswith("()"):
        return Withheld(f"the way to {offered.name} needs a person")
    return Swap(path, offered.name, advice.calls, _safety(advice, offered.name))


def gone(path: str, reach: Releases) -> bool:
    """Whether some release of a reach lacks a name."""
    entry = lookup(path)
    return entry is not None and bool(entry.broken(reach))


def dropped(path: str, reach: Releases) -> Withheld | None:
    """Why something that every release from 2.1 on makes needless cannot be dropped; None if it can."""
    if (reach - ABSENT) <= PJRT_ONLY:
        return None
    name = path.rpartition(".")[2]
    return Withheld(f"{name} still decides before torch_xla 2.1: state a floor of >=2.1")


def worse(one: Safety, other: Safety) -> Safety:
    """The lesser of two degrees of trust."""
    return "unsafe" if "unsafe" in (one, other) else "safe"


def _safety(advice: Advice, path: str) -> Safety:
    private = any(part.startswith("_") for part in path.split("."))
    return "safe" if advice.rewrite == "safe" and not private else "unsafe"
