"""YAML files, parsed by ruamel.yaml, whose nodes know where they stand."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.kinds import structure, template
from flake8_no_xrt.kinds.extras import library
from flake8_no_xrt.kinds.hits import WORTH, Reader
from flake8_no_xrt.kinds.jsonlist import unescaped
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER = re.compile(r"[|>](?P<indent>[+-]?(?P<digit>\d)?[+-]?)[^\n]*\n")
_FOLD = re.compile(r"[ \t]*\r?\n[ \t]*")
_FOLDED_LINE = re.compile(r"(?<=\S)[ \t]*\r?\n(?=\S)")
_LINE_ESCAPE = re.compile(r"\\\r?\n[ \t]*")
_DOUBLED = re.compile("''")


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of all documents. Raises MissingExtra."""
    if not WORTH.search(part.text):
        return
    yaml = library("ruamel.yaml", "yaml")
    # Templates are no YAML. As words of the same length, and blanks for statements, they nearly always are.
    hidden = template.masked(part) if template.has_template(part.text) else part
    try:
        roots = list(documents(part.text))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if hidden is part:
            reader.trouble(*_fault(part, error))
            return
        try:
            roots = list(documents(hidden.text))
        except (yaml.YAMLError, RecursionError, ValueError) as again:
            reader.trouble(*_fault(part, again))
            return
    nodes = _Nodes(part)
    for root in roots:
        structure.read(nodes.node(root), reader)


def documents(text: str) -> Iterator[Any]:
    """The root nodes of the documents in a text, as ruamel composes them. Raises YAMLError and MissingExtra."""
    yaml = library("ruamel.yaml", "yaml")
    loader = yaml.YAML(typ="safe", pure=True)
    loader.allow_duplicate_keys = True
    with warnings.catch_warnings():
        # An anchor may be used again.
        warnings.simplefilter("ignore")
        constructor, parser = loader.get_constructor_parser(text)
        try:
            while constructor.composer.check_node():
                yield constructor.composer.get_node()
        finally:
            parser.dispose()


def _fault(part: Part, error: Exception) -> tuple[Part, str]:
    mark = getattr(error, "problem_mark", None)
    place = min(mark.index if mark else getattr(error, "position", 0), max(len(part.text) - 1, 0))
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).partition("\n")[0]
    if isinstance(error, RecursionError):
        problem = "it is nested too deeply"
    return part.cut(place, place + 1), f"invalid YAML: {problem}"


class _Nodes:
    """From ruamel's nodes to those of structure, each once, so that an alias stays one node."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._known: dict[int, structure.Node] = {}

    def node(self, source: Any) -> structure.Node:
        known = self._known.get(id(source))
        if known is not None:
            return known
        if source.id == "scalar":
            scalar = structure.Scalar(self._scalar(source))
            self._known[id(source)] = scalar
            return scalar
        if source.id == "sequence":
            items = structure.Items()
            self._known[id(source)] = items
            items.items.extend(self.node(child) for child in source.value)
            return items
        table = structure.Table()
        self._known[id(source)] = table
        for key, value in source.value:
            name = self.node(key)
            child = self.node(value)
            # A key that is itself a list or a table names nothing.
            table.pairs.append((name if isinstance(name, structure.Scalar) else structure.Scalar(Part("", ())), child))
        return table

    def _scalar(self, source: Any) -> Part:
        raw = self._part.cut(source.start_mark.index, source.end_mark.index)
        style = source.style
        if style in {"|", ">"}:
            return _block(raw, folded=style == ">")
        if style == "'":
            return raw.cut(1, -1).replaced(_FOLD, " ").replaced(_DOUBLED, "'")
        if style == '"':
            return unescaped(raw.cut(1, -1).replaced(_LINE_ESCAPE, "").replaced(_FOLD, " "))
        return raw.stripped().replaced(_FOLD, " ")


def _block(raw: Part, *, folded: bool) -> Part:
    header = _HEADER.match(raw.text)
    if header is None:
        return raw.cut(0, 0)
    lines = raw.cut(header.end()).lines()
    # The indentation of the first line that is not blank; a stated one only adds blanks that matter to nobody.
    indent = next((len(line.text) - len(line.text.lstrip(" ")) for line in lines if line.text.strip()), 0)
    body = Part.joined(
        line.cut(indent) if line.text.strip() else line.cut(len(line.text.rstrip("\r\n"))) for line in lines
    )
    return body.replaced(_FOLDED_LINE, " ") if folded else body
