"""Settings in Jsonnet: fields of objects, and strings in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds import arguments, commas
from flake8_no_xrt.fixing.kinds.spots import APPENDED, UNKNOWN, WORDS, Span, Spot
from flake8_no_xrt.kinds.jsonnet import TOKEN

if TYPE_CHECKING:
    import re

    from flake8_no_xrt.kinds.part import Part

_OPENING = "{[("
_CLOSING = "}])"
_PLAIN = frozenset(["string", "word"])


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a Jsonnet file."""
    tokens = [match for match in TOKEN.finditer(part.text) if match.lastgroup != "comment"]
    own = next((number for number, match in enumerate(tokens) if match.start() <= start < match.end()), None)
    if own is None or tokens[own].lastgroup not in _PLAIN:
        return UNKNOWN
    opened = _opened(tokens, own)
    if opened is None:
        return UNKNOWN
    elements = _elements(tokens, opened)
    index = next(number for number, (first, last) in enumerate(elements) if first <= own <= last)
    spans = [Span(tokens[first].start(), tokens[last].end()) for first, last in elements]
    first, last = elements[index]
    name = Span(start, end)
    scopes = (("list", tokens[opened].start()),)
    if tokens[opened][0] == "{":
        if own != first or last != first + 2 or tokens[last].lastgroup != "string":
            return Withheld("its value is more than a word")
        value = Span(tokens[last].start() + 1, tokens[last].end() - 1)
        added = APPENDED.reason if tokens[first + 1][0].startswith("+") else None
        return Spot(scopes, name, value, commas.cut(part.text, spans, index, index), fixed=added)
    if tokens[opened][0] != "[" or any(first != last for first, last in elements):
        return UNKNOWN
    return _word(part.text, [tokens[first] for first, _ in elements], index, name)


def _word(text: str, tokens: list[re.Match[str]], index: int, name: Span) -> Spot | Withheld:
    if any(token.lastgroup != "string" for token in tokens):
        return UNKNOWN
    spans = [Span(*token.span()) for token in tokens]
    words = [text[span.start + 1 : span.end - 1] for span in spans]
    first = last = index
    inner = Span(spans[index].start + 1, spans[index].end - 1)
    if not all("=" in word for word in words):
        found = arguments.locate(words, index, name.start - inner.start, name.end - name.start, command=True)
        if isinstance(found, Withheld):
            return found
        if found.within is not None:
            return UNKNOWN
        first, last = found.first, found.last
    elif name.start != inner.start:
        return UNKNOWN
    value = Span(name.end + 1, inner.end) if text[name.end] == "=" else None
    if value is not None and any(character.isspace() for character in text[value.start : value.end]):
        return WORDS
    return Spot((("list", spans[0].start),), name, value, commas.cut(text, spans, first, last))


def _opened(tokens: list[re.Match[str]], own: int) -> int | None:
    depth = 0
    for number in range(own - 1, -1, -1):
        sign = tokens[number][0]
        if sign in _CLOSING:
            depth += 1
        elif sign in _OPENING:
            if not depth:
                return number
            depth -= 1
    return None


def _elements(tokens: list[re.Match[str]], opened: int) -> list[tuple[int, int]]:
    """The first and the last token of each element of a list or an object."""
    found: list[tuple[int, int]] = []
    depth, first = 0, opened + 1
    for number in range(opened + 1, len(tokens)):
        sign = tokens[number][0]
        if (sign in _CLOSING and not depth) or (sign == "," and not depth):
            if first < number:
                found.append((first, number - 1))
            first = number + 1
            if sign != ",":
                break
        elif sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
    return found
