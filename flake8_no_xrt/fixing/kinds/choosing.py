"""What becomes of a setting: it goes, or becomes the one of the device, or needs a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import catalogue
from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.kinds.spots import APPENDED, EMPTY, Cut, Spot, edit, swap
from flake8_no_xrt.fixing.variables import CHOOSING, DEVICE, device_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.kinds.part import Part

_OF_GPUS = re.compile(r"\bGPU_NUM_DEVICES\b")
_OLD_VALUE = re.compile(
    r"(?P<quote>[\"']?)\$(?:(?P<brace>\{))?(?P<name>\w+)(?(brace)(?::?-(?P<default>[^}]*))?\})(?P=quote)"
)
_TAKEN = r"(?:\b(?:unset|unexport|undefine|UnsetEnvironment)\b[^\n;&|]*|(?:-u[ ]?|--unset[= ]))\b{}\b"


class Known(NamedTuple):
    """A setting of a file that was found: what is set to what, in which part, and where there."""

    name: str
    value: str | None
    part: Part
    spot: Spot
    line: int

    @property
    def scope(self) -> object:
        """The innermost scope it stands in."""
        return self.spot.scopes[0]


def wanted_by(name: str, target: Releases) -> Withheld | None:
    """Why a variable of XRT stays, if a release of the target still reads it."""
    working = catalogue.variable(name)
    reading = working & target if working is not None else None
    return Withheld(f"torch_xla {reading}, which the target holds, reads the variable") if reading else None


def plan(text: str, one: Known, others: Sequence[Known], held: Edit | Withheld) -> Fix | Withheld:
    """The fix of a setting in a file; ``held`` takes away what holds its part, if nothing of that would be left."""
    chosen = _chosen(text, one, others) if one.name in CHOOSING else None
    if isinstance(chosen, Withheld):
        return chosen
    if chosen is not None:
        value = _carried(one, chosen, others)
        return value if isinstance(value, Withheld) else _renamed(text, one, value)
    removal = one.spot.removal
    removed = held if removal is EMPTY else removal
    if isinstance(removed, Cut):
        removed = edit(text, one.part, removed)
    return removed if isinstance(removed, Withheld) else Fix("delete the setting", "unsafe", (removed,))


def _chosen(text: str, one: Known, others: Sequence[Known]) -> str | Withheld | None:
    """The device that a setting becomes the choice of; empty for a bare name, None if it just goes."""
    if _is_chosen(one, others):
        return None
    beside = [other for other in others if other.scope == one.scope and other.spot.value is not None]
    if one.spot.value is None:
        return _handed_on(one, others)
    telling = next((other for name in CHOOSING for other in beside if other.name == name and _device(other)), None)
    if telling is not None and telling is not one:
        # It becomes the choice, or its reason to stay holds for this one too.
        return Withheld(f"{telling.name} in line {telling.line} has to choose the device first")
    if telling is None:
        return Withheld(f"which device it chose cannot be told: set {DEVICE} by hand")
    chosen = _device(telling)
    if chosen == "CPU" and _OF_GPUS.search(text):
        return Withheld(f"GPU_NUM_DEVICES speaks of a GPU, whose name differs by release: set {DEVICE} by hand")
    for other in others:
        if other.name == DEVICE and other.value is not None and other.value.strip("'\"") != chosen:
            return Withheld(f"{DEVICE} is set to something else in line {other.line}, and who goes by it is not known")
    return chosen


def _is_chosen(one: Known, others: Sequence[Known]) -> bool:
    """Whether the device is chosen where a setting stands."""
    bare = one.spot.value is None
    for other in others:
        if other.name != DEVICE or not other.spot.scopes:
            continue
        if other.scope == one.scope:
            # What is handed on by a bare name has to be handed on still.
            if not bare or other.spot.exported or other.spot.value is None:
                return True
        elif other.scope in one.spot.scopes and other.spot.exported and not bare and other.line <= one.line:
            return True
    return False


def _handed_on(one: Known, others: Sequence[Known]) -> str | Withheld | None:
    set_to = [other for other in others if other.spot.value is not None]
    if one.name == CHOOSING[0] and any(other.name in (one.name, DEVICE) for other in set_to):
        return ""
    return Withheld(f"its value comes from elsewhere: hand on {DEVICE} if that is set there")


def _device(one: Known) -> str | None:
    return device_of(one.name, one.value) if one.value else None


def _carried(one: Known, chosen: str, others: Sequence[Known]) -> str | Withheld:
    """The new value, which goes by the device of outside where the old one went by the old variable."""
    if one.spot.value is None:
        return chosen
    raw = one.part.text[one.spot.value.start : one.spot.value.end]
    if one.name not in raw:
        return chosen
    match = _OLD_VALUE.fullmatch(raw)
    if match is None or match["name"] != one.name:
        return Withheld("its value is made of its old one")
    quote = match["quote"]
    if match["default"] is not None:
        return f"{quote}${{{DEVICE}:-{chosen}}}{quote}"
    if any(other.name in (one.name, DEVICE) and other is not one and other.spot.value is not None for other in others):
        return raw.replace(one.name, DEVICE)
    return Withheld(f"its value comes from elsewhere: hand on {DEVICE} if that is set there")


def _renamed(text: str, one: Known, chosen: str) -> Fix | Withheld:
    spot = one.spot
    if re.search(_TAKEN.format(one.name), text) or re.search(_TAKEN.format(DEVICE), text):
        return Withheld("it is unset in this file, which has to change with it")
    if spot.fixed is not None:
        return Withheld(spot.fixed)
    if spot.removal is APPENDED:
        return APPENDED
    edits = [swap(text, one.part, spot.name, DEVICE)]
    if spot.value is not None:
        edits.append(swap(text, one.part, spot.value, chosen))
    for planned in edits:
        if isinstance(planned, Withheld):
            return planned
    title = f"set {DEVICE} instead" if chosen else f"hand on {DEVICE} instead"
    return Fix(title, "unsafe", tuple(planned for planned in edits if isinstance(planned, Edit)))


def is_ours(name: str) -> bool:
    """Whether a variable is one of XRT."""
    return name in VARIABLES
