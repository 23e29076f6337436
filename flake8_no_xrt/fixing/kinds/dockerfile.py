"""Settings in Dockerfiles: ``ENV`` and ``ARG``, and lists of words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds import arguments, commas
from flake8_no_xrt.fixing.kinds.spots import COMMENT, UNKNOWN, Cut, Span, Spot
from flake8_no_xrt.kinds.dockerfile import INSTRUCTION, OLD_FORM, PAIR, instructions

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.part import Part

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a Dockerfile."""
    stage = 0
    place = part.places[start]
    for instruction in instructions(part):
        match = INSTRUCTION.fullmatch(instruction.text)
        if match is None or match["rest"] is None:
            continue
        verb = match["verb"].upper()
        stage += verb == "FROM"
        if instruction.places[0] <= place <= instruction.places[-1]:
            index = part.places.index(instruction.places[0])
            if verb in ("ENV", "ARG"):
                return _settings(part, instruction, match, index, (stage, place))
            return _listed(part, match, index, Span(start, end))
    return UNKNOWN


def _settings(
    part: Part, instruction: Part, match: re.Match[str], index: int, where: tuple[int, int]
) -> Spot | Withheld:
    stage, place = where
    verb, rest = match["verb"].upper(), instruction.group(match, "rest")
    old = OLD_FORM.fullmatch(rest.text) if verb == "ENV" else None
    pairs = [old] if old else [pair for pair in PAIR.finditer(rest.text) if pair[0]]
    own = next((number for number, pair in enumerate(pairs) if rest.places[pair.start("name")] == place), None)
    if own is None:
        return UNKNOWN
    # In characters of the part, which holds what joins the lines of the instruction.
    at = {position: number for number, position in enumerate(part.places)}
    spans = [Span(at[rest.places[pair.start()]], at[rest.places[pair.end() - 1]] + 1) for pair in pairs]
    text, pair = part.text, pairs[own]
    name = Span(spans[own].start, spans[own].start + len(pair["name"]))
    if verb == "ARG" and pair["value"] is None and not old:
        fixed: str | None = "its value is given when the image is built"
    else:
        fixed = None
    if len(pairs) == 1:
        stop = at[instruction.places[-1]] + 1
        removal = _checked(text, Cut(index, stop, lines=True))
    elif own + 1 < len(pairs):
        removal = _checked(text, Cut(spans[own].start, spans[own + 1].start))
    else:
        removal = _checked(text, Cut(spans[own - 1].end, spans[own].end))
    first = name.end if old is None else spans[own].start + pair.start("value") - pair.start()
    value = Span(first + (old is None), spans[own].end)
    scopes = ((stage, verb), (stage, "ENV"))
    return Spot(scopes, name, None if pair["value"] is None and not old else value, removal, fixed=fixed)


def _checked(text: str, found: Cut) -> Cut | Withheld:
    lines = text[found.start : found.end].splitlines()
    return COMMENT if any(line.lstrip().startswith("#") for line in lines) else found


def _listed(part: Part, match: re.Match[str], index: int, name: Span) -> Spot | Withheld:
    """A word of a command that is written as a list."""
    rest = match.start("rest") + index
    strings = [Span(*one.span()) for one in _STRING.finditer(part.text, rest)]
    line_end = part.text.find("\n", rest)
    strings = [span for span in strings if line_end < 0 or span.end <= line_end]
    own = next((number for number, span in enumerate(strings) if span.start < name.start < span.end), None)
    if own is None:
        return UNKNOWN
    words = [part.text[span.start + 1 : span.end - 1] for span in strings]
    inner = strings[own].start + 1
    found = arguments.locate(words, own, name.start - inner, name.end - name.start, command=True)
    if isinstance(found, Withheld):
        return found
    if found.within is not None:
        return UNKNOWN
    value = None if found.value is None else Span(inner + found.value.start, inner + found.value.end)
    removal = commas.cut(part.text, strings, found.first, found.last)
    return Spot((("list", strings[0].start),), name, value, removal)
