"""TOML files, parsed by tree-sitter: tomllib gives no positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import structure
from flake8_no_xrt.kinds.bytesource import Source
from flake8_no_xrt.kinds.extras import library
from flake8_no_xrt.kinds.hits import WORTH, Reader
from flake8_no_xrt.kinds.jsonlist import unescaped

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from flake8_no_xrt.kinds.part import Part

_KEYS = frozenset(["bare_key", "quoted_key", "dotted_key"])
_TABLES = frozenset(["table", "table_array_element"])
_TRIPLE = ('"""', "'''")


@lru_cache(maxsize=1)
def _parser() -> Parser:
    tree_sitter, toml = library("tree_sitter", "toml"), library("tree_sitter_toml", "toml")
    parser: Parser = tree_sitter.Parser(tree_sitter.Language(toml.language()))
    return parser


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of a TOML file. Raises MissingExtra."""
    if not WORTH.search(part.text):
        return
    source, root = parsed(part)
    if root.has_error:
        reader.trouble(source.raw(_fault(root)), "invalid TOML")
    document = structure.Table()
    for child in root.named_children:
        if child.type == "pair":
            _pair(source, child, document)
        elif child.type in _TABLES:
            table = structure.Table()
            keys = [one for one in child.named_children if one.type in _KEYS]
            _nest(document, [source.raw(key) for one in keys for key in _parts(one)], table)
            for pair in child.named_children:
                if pair.type == "pair":
                    _pair(source, pair, table)
    structure.read(document, reader)


def parsed(part: Part) -> tuple[Source, Node]:
    """A file and its tree. Raises MissingExtra."""
    source = Source(part)
    return source, _parser().parse(source.encoded).root_node


def _fault(root: Node) -> Node:
    """The first node that does not parse."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            return node
        stack.extend(child for child in reversed(node.children) if child.has_error)
    return root


def _parts(key: Node) -> list[Node]:
    if key.type != "dotted_key":
        return [key]
    parts: list[Node] = []
    stack = [key]
    while stack:
        node = stack.pop()
        if node.type == "dotted_key":
            stack.extend(reversed(node.named_children))
        else:
            parts.append(node)
    return parts


def _nest(table: structure.Table, keys: list[Part], value: structure.Node) -> None:
    for key in keys[:-1]:
        inner = structure.Table()
        table.pairs.append((structure.Scalar(key.unquoted()), inner))
        table = inner
    if keys:
        table.pairs.append((structure.Scalar(keys[-1].unquoted()), value))


def _pair(source: Source, node: Node, table: structure.Table) -> None:
    key, value = node.named_children[0], node.named_children[-1]
    if key.type in _KEYS and value is not key:
        _nest(table, [source.raw(one) for one in _parts(key)], _value(source, value))


def _value(source: Source, node: Node) -> structure.Node:
    if node.type == "array":
        items = structure.Items()
        items.items.extend(_value(source, child) for child in node.named_children if child.type != "comment")
        return items
    if node.type == "inline_table":
        table = structure.Table()
        for child in node.named_children:
            if child.type == "pair":
                _pair(source, child, table)
        return table
    raw = source.raw(node)
    if node.type != "string":
        return structure.Scalar(raw)
    width = 3 if raw.text[:3] in _TRIPLE and len(raw.text) > 5 else 1
    inner = raw.cut(width, -width)
    return structure.Scalar(unescaped(inner) if raw.text[0] == '"' else inner)
