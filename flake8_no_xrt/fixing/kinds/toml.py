"""Settings in TOML: keys of tables, elements of arrays, words of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds import arguments, commas
from flake8_no_xrt.fixing.kinds.spots import EMPTY, UNKNOWN, WORDS, Cut, Span, Spot, whole_line
from flake8_no_xrt.kinds.structure import meaning_of
from flake8_no_xrt.kinds.toml import parsed

if TYPE_CHECKING:
    from tree_sitter import Node

    from flake8_no_xrt.kinds.bytesource import Source
    from flake8_no_xrt.kinds.part import Part

_KEYS = frozenset(["bare_key", "quoted_key", "dotted_key"])
_COLLECTIONS = frozenset(["table", "table_array_element", "document", "inline_table"])
_OF_COMMANDS = frozenset(["script", "argv"])


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a TOML file."""
    source, root = parsed(part)
    first = len(part.text[:start].encode("utf-8", "surrogatepass"))
    node = root.named_descendant_for_byte_range(first, first + len(part.text[start:end].encode()))
    while node is not None and node.type not in ("pair", "array"):
        node = node.parent
    if node is None or root.has_error:
        return UNKNOWN
    name = Span(start, end)
    return _pair(source, node, name) if node.type == "pair" else _element(source, node, name)


def locate_held(part: Part, start: int, end: int) -> Cut | Withheld:
    """The cut of the element of an array that holds a stretch of the file."""
    source, root = parsed(part)
    first = len(part.text[:start].encode("utf-8", "surrogatepass"))
    node = root.named_descendant_for_byte_range(first, first + len(part.text[start:end].encode()))
    while node is not None and node.type not in ("pair", "array"):
        node = node.parent
    if node is None or node.type != "array":
        return EMPTY
    spans = _elements(source, node)
    index = next(number for number, span in enumerate(spans) if span.start <= start < span.end)
    return commas.cut(part.text, spans, index, index)


def _pair(source: Source, node: Node, name: Span) -> Spot | Withheld:
    text, table = source.part.text, node.parent
    key, value = node.named_children[0], node.named_children[1]
    if table is None or key.type not in _KEYS or not source.span(key)[0] <= name.start < source.span(key)[1]:
        return UNKNOWN
    start, end = source.span(node)[0], source.span(value)[1]
    if key.type == "dotted_key" and source.span(key)[1] - name.end > 1:
        return Withheld("it is a table")
    inner = _string(source, value)
    if inner is None:
        return Withheld("its value is more than a word")
    if table.type == "inline_table":
        pairs = [child for child in table.named_children if child.type == "pair"]
        spans = [Span(source.span(pair)[0], source.span(pair.named_children[1])[1]) for pair in pairs]
        own = spans.index(Span(start, end))
        removal = commas.cut(text, spans, own, own)
    elif len([child for child in table.named_children if child.type == "pair"]) == 1 and table.type != "document":
        removal = EMPTY
    else:
        removal = whole_line(text, start, end) or UNKNOWN
    above = text[source.span(key)[0] : name.start].rstrip("'\"")
    return Spot((("table", table.start_byte, table.type, above),), name, inner, removal)


def _element(source: Source, node: Node, name: Span) -> Spot | Withheld:
    spans = _elements(source, node)
    index = next((number for number, span in enumerate(spans) if span.start <= name.start < span.end), None)
    children = [child for child in node.named_children if child.type != "comment"]
    inner = [_string(source, child) for child in children]
    if index is None or any(span is None for span in inner):
        return UNKNOWN
    strings = [span for span in inner if span is not None]
    text = source.part.text
    own, first, last = strings[index], index, index
    if meaning_of(_key_of(source, node)) in _OF_COMMANDS:
        words = [text[span.start : span.end] for span in strings]
        found = arguments.locate(words, index, name.start - own.start, name.end - name.start, command=True)
        if isinstance(found, Withheld):
            return found
        if found.within is not None:
            return UNKNOWN
        first, last = found.first, found.last
    elif text[own.start : name.start] not in ("", "D:", "R:", "D:R:", "R:D:"):
        return UNKNOWN
    value = Span(name.end + 1, own.end) if text[name.end : name.end + 1] == "=" else None
    if value is None and name.end != own.end:
        return UNKNOWN
    if value is not None and any(character.isspace() for character in text[value.start : value.end]):
        return WORDS
    return Spot((("array", node.start_byte),), name, value, commas.cut(text, spans, first, last))


def _elements(source: Source, node: Node) -> list[Span]:
    return [Span(*source.span(child)) for child in node.named_children if child.type != "comment"]


def _string(source: Source, node: Node) -> Span | None:
    """What is inside the quotes of a string on one line, or a number."""
    start, end = source.span(node)
    text = source.part.text[start:end]
    if node.type != "string" or text[:3] in ('"""', "'''"):
        return None
    return Span(start + 1, end - 1)


def _key_of(source: Source, node: Node) -> str:
    above: Node | None = node
    while above is not None and above.type != "pair":
        above = above.parent
    return source.raw(above.named_children[0]).unquoted().text.rpartition(".")[2] if above is not None else ""
