"""Settings in YAML: keys, items of lists, ``name:`` beside ``value:``, and words of commands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds import arguments, commas
from flake8_no_xrt.fixing.kinds.spots import COMMENT, EMPTY, UNKNOWN, WORDS, Cut, Span, Spot, line_of, whole_line
from flake8_no_xrt.kinds import template
from flake8_no_xrt.kinds.part import Part
from flake8_no_xrt.kinds.structure import meaning_of
from flake8_no_xrt.kinds.yaml import documents

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

_COLON = re.compile(r"[ \t]*:(?:[ \t]+|(?=\n|\Z))")
_DASH = re.compile(r"[ \t]*-[ \t]+")
_NAMES = frozenset(["name", "key", "Name", "variable"])
_VALUES = frozenset(["value", "Value"])
_MATRICES = frozenset(["matrix", "include", "exclude"])
_ENVIRONMENTS = frozenset(["env", "environment", "variables"])
_OF_COMMANDS = frozenset(["script", "argv"])
_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)
_BLANK = re.compile(r"\s")
_BLOCK_LINE = re.compile(r"[ \t]*-?[ \t]*(?P<name>\w+)=(?P<value>\S*)[ \t]*\n?")


class _Place(NamedTuple):
    """A node, and the way to it: each collection with the number of the pair or item that the way goes through."""

    node: Any
    is_key: bool
    way: tuple[tuple[Any, int], ...]


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a YAML file."""
    place = _find(part, start)
    if place is None or not place.way:
        return UNKNOWN
    text, (parent, number) = part.text, place.way[-1]
    if _is_matrix(place):
        return Withheld("each item of a matrix is a run of its own")
    if parent.id == "mapping":
        key, value = parent.value[number]
        if place.is_key:
            return _pair(text, place, key, value)
        if key.value in _NAMES and place.node.value.strip() == text[start:end]:
            return _named(text, place, Span(start, end))
        return _in_text(text, place, Span(start, end))
    return _item(text, place, Span(start, end))


def locate_held(part: Part, start: int, end: int) -> Cut | Withheld:
    """The cut of the item of a list that holds a stretch of the file."""
    place = _find(part, start)
    if place is None or not place.way or place.way[-1][0].id != "sequence":
        return EMPTY
    del end
    return _item_cut(part.text, *place.way[-1])


def shape(text: str) -> list[tuple[str, str]]:
    """The documents of a file as a list of events. Raises YAMLError."""
    events: list[tuple[str, str]] = []
    todo: list[Any] = list(reversed(_roots(text)))
    seen: set[int] = set()
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            events.append(node)
        elif node.id == "scalar":
            events.append(("scalar", node.value))
        elif id(node) in seen:
            events.append(("alias", str(node.tag)))
        else:
            seen.add(id(node))
            children = [one for item in node.value for one in (item if isinstance(item, tuple) else (item,))]
            events.append((node.id, str(node.tag)))
            todo += [("end", node.id), *reversed(children)]
    return events


@lru_cache(maxsize=4)
def _roots(text: str) -> tuple[Any, ...]:
    part = Part.whole(text)
    hidden = template.masked(part) if template.has_template(text) else part
    try:
        return tuple(documents(text))
    except Exception:
        if hidden is part:
            raise
        return tuple(documents(hidden.text))


def _find(part: Part, start: int) -> _Place | None:
    """The scalar at a place, and the first way to it."""
    seen: set[int] = set()
    todo = [_Place(root, False, ()) for root in reversed(_roots(part.text))]
    while todo:
        place = todo.pop()
        node = place.node
        if node.id == "scalar":
            if node.start_mark.index <= start < node.end_mark.index:
                return place
        elif id(node) not in seen:
            seen.add(id(node))
            todo += reversed(list(_children(place)))
    return None


def _children(place: _Place) -> Iterator[_Place]:
    for number, item in enumerate(place.node.value):
        way = (*place.way, (place.node, number))
        if isinstance(item, tuple):
            yield _Place(item[0], True, way)
            yield _Place(item[1], False, way)
        else:
            yield _Place(item, False, way)


def _is_matrix(place: _Place) -> bool:
    """Whether a setting is one of several that each start a run, as in a matrix or at the top of a Travis file."""
    keys = [str(node.value[number][0].value) for node, number in place.way if node.id == "mapping"]
    listed = place.way[-1][0].id == "sequence" or (len(place.way) > 1 and place.way[-2][0].id == "sequence")
    pairs = place.way[-1][0].id == "mapping" and any(key.value in _NAMES for key, _ in place.way[-1][0].value)
    return not _MATRICES.isdisjoint(keys) or (
        listed and not pairs and len(keys) - place.is_key == 1 and keys[0] == "env"
    )


def _span(node: Any) -> Span:
    return Span(node.start_mark.index, node.end_mark.index)


# -- keys ------------------------------------------------------------------------------------------------------
def _pair(text: str, place: _Place, key: Any, value: Any) -> Spot | Withheld:
    mapping, number = place.way[-1]
    name = _inner(key)
    colon = _COLON.match(text, key.end_mark.index)
    if name is None or colon is None or value.id != "scalar" or value.style in ("|", ">"):
        return Withheld("its value is more than a word")
    empty = value.start_mark.index == value.end_mark.index
    inner = Span(colon.end(), colon.end()) if empty else _inner(value)
    if inner is None or (not empty and value.start_mark.index != colon.end()):
        return Withheld("an anchor or a tag stands before its value")
    end = colon.end() if empty else value.end_mark.index
    scopes = _scopes(place, mapping)
    return Spot(scopes, name, None if empty else inner, _pair_cut(text, place, number, Span(key.start_mark.index, end)))


def _pair_cut(text: str, place: _Place, number: int, span: Span) -> Cut | Withheld:
    mapping = place.way[-1][0]
    if mapping.flow_style:
        spans = [
            Span(key.start_mark.index, max(key.end_mark.index, value.end_mark.index)) for key, value in mapping.value
        ]
        return commas.cut(text, spans, number, number)
    if len(mapping.value) == 1:
        outer = place.way[-2] if len(place.way) > 1 else None
        return _item_cut(text, *outer) if outer is not None and outer[0].id == "sequence" else EMPTY
    return whole_line(text, span.start, _before_blank(text, span)) or Withheld("it shares its line")


def _before_blank(text: str, span: Span) -> int:
    return span.start + len(text[span.start : span.end].rstrip())


def _named(text: str, place: _Place, name: Span) -> Spot | Withheld:
    """``name: NAME`` beside ``value:``, which go together if nothing else stands beside them."""
    mapping, _ = place.way[-1]
    value = next((value for key, value in mapping.value if key.value in _VALUES), None)
    inner = _inner(value) if value is not None and value.id == "scalar" and value.style not in ("|", ">") else None
    outer = place.way[-2] if len(place.way) > 1 else None
    if outer is None or outer[0].id != "sequence" or len(mapping.value) != 2:
        return UNKNOWN
    removal = _item_cut(text, *outer)
    if value is None or (inner is None and value.value):
        return Spot((("list", id(outer[0])),), name, Span(0, 0), removal, fixed="its value comes from elsewhere")
    return Spot((("list", outer[0].start_mark.index),), name, inner, removal)


# -- items and text --------------------------------------------------------------------------------------------
def _item(text: str, place: _Place, name: Span) -> Spot | Withheld:
    sequence, number = place.way[-1]
    inner = _inner(place.node)
    if inner is None:
        return _in_text(text, place, name)
    key = _key_of(place)
    if meaning_of(key) in _OF_COMMANDS or any(item.id != "scalar" for item in sequence.value):
        return _word(text, place, name)
    if name.start != inner.start:
        return UNKNOWN
    value = Span(name.end + 1, inner.end) if text[name.end : name.end + 1] == "=" else None
    if value is None and name.end != inner.end:
        return UNKNOWN
    if value is not None and _BLANK.search(text, *value):
        return WORDS
    return Spot((("list", sequence.start_mark.index),), name, value, _item_cut(text, sequence, number))


def _word(text: str, place: _Place, name: Span) -> Spot | Withheld:
    """A word of a command that is written as a list."""
    sequence, number = place.way[-1]
    spans = [_inner(item) if item.id == "scalar" else None for item in sequence.value]
    if any(span is None for span in spans):
        return UNKNOWN
    inner = [span for span in spans if span is not None]
    words = [text[span.start : span.end] for span in inner]
    found = arguments.locate(words, number, name.start - inner[number].start, name.end - name.start, command=True)
    if isinstance(found, Withheld):
        return found
    if found.within is not None:
        return UNKNOWN
    value = None if found.value is None else Span(*(inner[number].start + at for at in found.value))
    removal = _item_cut(text, sequence, found.first, found.last)
    return Spot((("list", sequence.start_mark.index),), name, value, removal)


def _in_text(text: str, place: _Place, name: Span) -> Spot | Withheld:
    """A line of a block of settings."""
    if place.node.style not in ("|", ">"):
        return UNKNOWN
    line = line_of(text, name.start, name.end)
    match = _BLOCK_LINE.fullmatch(text, line.start, line.end)
    others = [one for one in place.node.value.splitlines() if one.strip()]
    if match is None or match.start("name") != name.start or place.node.style == ">":
        return WORDS
    removal = Cut(line.start, line.end, lines=True) if len(others) > 1 else EMPTY
    return Spot((("text", place.node.start_mark.index),), name, Span(*match.span("value")), removal)


def _item_cut(text: str, sequence: Any, first: int, last: int | None = None) -> Cut | Withheld:
    """The cut of items of a list."""
    last = first if last is None else last
    spans = [_span(item) for item in sequence.value]
    if sequence.flow_style:
        return commas.cut(text, spans, first, last)
    if first == 0 and last == len(spans) - 1:
        return EMPTY
    start, end = spans[first].start, _end_of(sequence.value[last])
    if end is None:
        return UNKNOWN
    end = start + len(text[start:end].rstrip())
    if _COMMENT.search(text, start, end):
        return COMMENT
    line = line_of(text, start, end)
    dash = _DASH.match(text, line.start)
    if (
        dash is None
        or dash.end() != start
        or any("\n" in text[one.start : one.end].strip() for one in spans[first:last])
    ):
        return UNKNOWN
    begin = line.start + len(dash[0]) - len(dash[0].lstrip())
    return whole_line(text, begin, end) or UNKNOWN


def _end_of(node: Any) -> int | None:
    """Where a node ends, without the comments that ruamel counts to it; None for a block of text."""
    while node.id != "scalar" and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    if node.id == "scalar" and node.style in ("|", ">"):
        return None
    end: int = node.end_mark.index
    return end


def _inner(node: Any) -> Span | None:
    """What is inside the quotes of a scalar; None for a block, and where an anchor or a tag stands in front."""
    start, end = _span(node)
    if node.id != "scalar" or node.style in ("|", ">") or node.anchor:
        return None
    return Span(start + 1, end - 1) if node.style in ("'", '"') else Span(start, end)


def _key_of(place: _Place) -> str:
    """The nearest key above a node."""
    for node, number in reversed(place.way):
        if node.id == "mapping":
            return str(node.value[number][0].value)
    return ""


def _scopes(place: _Place, mapping: Any) -> tuple[Hashable, ...]:
    """The mapping, and the environments of what is around it."""
    scopes: list[Hashable] = [("map", mapping.start_mark.index)]
    for node, _ in reversed(place.way[:-1]):
        if node.id == "mapping":
            scopes += [
                ("map", value.start_mark.index)
                for key, value in node.value
                if key.value in _ENVIRONMENTS and value.id == "mapping" and value is not mapping
            ]
    return tuple(scopes)
