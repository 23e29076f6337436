"""The fixes of the settings in one text: each finding with its fix, or why it has none."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.facts.catalogue import lookup
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.kinds.choosing import Known, is_ours, plan, wanted_by
from flake8_no_xrt.fixing.kinds.spots import EMPTY, UNKNOWN, Cut, Spot, edit

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.edits import Edit
    from flake8_no_xrt.fixing.kinds.trace import Inside, Traced
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.kinds.hits import Hit
    from flake8_no_xrt.kinds.part import Part

# Each module has locate(part, start, end), and some have locate_held for what stands in a part of another kind.
_MODULES = {
    "shell": "shell",
    "yaml": "yaml",
    "toml": "toml",
    "ini": "ini",
    "env": "env",
    "make": "make",
    "dockerfile": "dockerfile",
    "jsonnet": "jsonnet",
    "python": "magics",
}
_REASONS = {
    "XRT202": "nothing sets it any more: what its value was for has to be known",
    "XRT305": "who takes the address is not known",
}


class Proposal(NamedTuple):
    """A finding, and what there is to do about it."""

    finding: Finding
    fix: Fix | Withheld


class Settings:
    """The settings of one text. Raises MissingExtra."""

    def __init__(self, traced: Traced) -> None:
        self._traced = traced
        self._target = traced.reader.options.target

    def proposal(self, finding: Finding, hit: Hit) -> Proposal:
        """What there is to do about a finding."""
        return Proposal(finding, self._plan(finding, hit))

    def _plan(self, finding: Finding, hit: Hit) -> Fix | Withheld:
        name = finding.name
        if finding.code == "XRT204":
            entry = lookup(name)
            hint = entry.advice.hint if entry is not None and entry.advice.hint else "nothing replaces it"
            return Withheld(f"its arguments have to go with it: {hint}")
        if finding.code != "XRT201" or not is_ours(name):
            return Withheld(_REASONS.get(finding.code, "no fix is known, it needs a person"))
        needed = wanted_by(name, self._target)
        if needed is not None:
            return needed
        read = next((place for what, place in self._traced.reader.reads if what == name), None)
        if read is not None:
            return Withheld(f"it is read in line {self._traced.lines.at(read)[0]}, which has to change with it")
        place = (hit.start, hit.end)
        one = self._known.get(place)
        if one is None:
            around = self._traced.reader.around(*place)
            in_diff = bool(around) and around[0].kind in ("markdown", "rst")
            return Withheld("it stands in a diff") if in_diff else self._faults.get(place, UNKNOWN)
        return plan(self._traced.text, one, list(self._known.values()), self._held(place))

    def _held(self, place: tuple[int, int]) -> Edit | Withheld:
        """The edit that takes away what holds the part of a setting, one part further out."""
        inner, *outer = self._traced.reader.around(*place)
        around = next((one for one in outer if one.part != inner.part), None)
        span = _reach(around, inner.part) if around is not None else None
        if around is None or span is None:
            return EMPTY
        held = getattr(_module(around.kind), "locate_held", None)
        cut: Cut | Withheld = held(around.part, *span) if held is not None else EMPTY
        return cut if isinstance(cut, Withheld) else edit(self._traced.text, around.part, cut)

    @cached_property
    def _located(self) -> dict[tuple[int, int], Known | Withheld]:
        found: dict[tuple[int, int], Known | Withheld] = {}
        for one in self._traced.reader.sets:
            place = (one.start, one.end)
            if one.value is None and isinstance(found.get(place), Known):
                continue  # read twice, the first time with its value
            around = self._traced.reader.around(*place)
            if not around:
                continue
            inside = around[0]
            spot = _locate(inside, place)
            if isinstance(spot, Withheld):
                found[place] = spot
                continue
            # Parts are told apart by where they begin: two scripts of one file are two scopes.
            begins = inside.part.places[0]
            scopes = tuple((begins, scope) for scope in spot.scopes)
            line = self._traced.lines.at(one.start)[0]
            found[place] = Known(one.name, one.value, inside.part, spot._replace(scopes=scopes), line)
        return found

    @cached_property
    def _known(self) -> dict[tuple[int, int], Known]:
        return {place: one for place, one in self._located.items() if isinstance(one, Known)}

    @cached_property
    def _faults(self) -> dict[tuple[int, int], Withheld]:
        return {place: one for place, one in self._located.items() if isinstance(one, Withheld)}


def _locate(inside: Inside, place: tuple[int, int]) -> Spot | Withheld:
    span = inside.span(*place)
    module = _module(inside.kind)
    if span is None or module is None:
        return UNKNOWN
    found: Spot | Withheld = module.locate(inside.part, *span)
    return found


def _module(kind: str) -> Any:
    name = _MODULES.get(kind)
    return import_module(f"flake8_no_xrt.fixing.kinds.{name}") if name else None


def _reach(around: Inside, part: Part) -> tuple[int, int] | None:
    """Where a part stands in the one around it."""
    return around.span(part.places[0], part.places[-1] + 1)
