"""What is judged as one: a buffer by itself, or the cells of a notebook together."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lsprotocol import types

from flake8_no_xrt.fixing.kinds import jsontext
from flake8_no_xrt.kinds.part import Lines
from flake8_no_xrt.server.buffers import Buffer, path_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flake8_no_xrt.kinds import Located

# As jsontext reads them: one for each character of the value.
_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)
_CODE_LANGUAGE = "python"
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


class Place(NamedTuple):
    """A range in one of the documents of a subject."""

    uri: str
    range: types.Range


class Subject(Protocol):
    """A text to judge, and how it maps to documents of the editor."""

    @property
    def path(self) -> str:
        """Its path, which settings for single files go by."""

    @property
    def kind(self) -> str | None:
        """The kind of file it is, None for one that is not read."""

    @property
    def text(self) -> str:
        """What is judged."""

    @property
    def documents(self) -> Mapping[str, int | None]:
        """The documents it consists of, each with its version."""

    def place(self, located: Located) -> Place:
        """Where a finding is."""

    def place_of_line(self, line: int, cell: int | None) -> Place:
        """Where a line is, of a cell if it is in one."""

    def edits(self, after: str) -> dict[str, list[types.TextEdit]]:
        """For each document the edits that make its part of another text."""


class Single:
    """A buffer that is judged by itself, also the JSON of a notebook."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.path = buffer.path
        self.kind = buffer.kind
        self.text = buffer.text
        self.documents: Mapping[str, int | None] = {buffer.uri: buffer.version}

    def place(self, located: Located) -> Place:
        """Where a finding is."""
        content, (finding, cell) = self._buffer.content, located
        if cell is None:
            return Place(self._buffer.uri, content.of(finding))
        source = self._cells.get(cell)
        if source is None:  # not written as the current format has it
            return Place(self._buffer.uri, content.whole_line(1))
        lines, spans = source
        start, end = lines.offset(finding.line, finding.column), lines.offset(finding.end_line, finding.end_column)
        last = len(spans) - 1
        start, end = min(start, last), min(max(start, end - 1), last)
        return Place(self._buffer.uri, content.span(spans[start][0], spans[end][1]))

    def place_of_line(self, line: int, cell: int | None) -> Place:
        """Where a line is, of a cell if it is in one."""
        source = self._cells.get(cell) if cell is not None else None
        if source is None:
            return Place(self._buffer.uri, self._buffer.content.whole_line(1 if cell else line))
        lines, spans = source
        start = lines.offset(min(line, len(lines)), 1)
        end = start + len(lines.text(line))
        if start >= end:
            start, end = 0, len(spans)
        return Place(self._buffer.uri, self._buffer.content.span(spans[start][0], spans[end - 1][1]))

    def edits(self, after: str) -> dict[str, list[types.TextEdit]]:
        """For each document the edits that make its part of another text."""
        return {self._buffer.uri: self._buffer.content.edits(after)}

    @cached_property
    def _cells(self) -> dict[int, tuple[Lines, list[tuple[int, int]]]]:
        """For each cell its lines, and for each character of its source where that is written in the JSON."""
        found = {}
        for cell, source in jsontext.sources(self.text).items():
            spans = [
                match.span()
                for literal in source.literals
                for match in _CHARACTER.finditer(self.text, literal.start + 1, literal.end - 1)
            ]
            value = "".join(literal.value for literal in source.literals)
            if spans and len(spans) == len(value):  # else half of a character stands somewhere
                found[cell] = Lines(value), spans
        return found


class Cells:
    """A notebook whose cells the editor holds as documents of their own."""

    def __init__(self, notebook: types.NotebookDocument, buffers: Mapping[str, Buffer]) -> None:
        self.path = path_of(notebook.uri)
        self.kind = "notebook"
        self._cells = [(cell, buffers[cell.document]) for cell in notebook.cells if cell.document in buffers]
        self.documents: Mapping[str, int | None] = {buffer.uri: buffer.version for _, buffer in self._cells}
        self.text = json.dumps(self._written(), ensure_ascii=False, indent=1)

    def _written(self) -> dict[str, Any]:
        code = [buffer.language for cell, buffer in self._cells if cell.kind == types.NotebookCellKind.Code]
        # Which kernel it is stands in metadata of which editors tell more or less; the languages of the cells are sure.
        language = _CODE_LANGUAGE if _CODE_LANGUAGE in code or not code else code[0]
        cells = []
        for cell, buffer in self._cells:
            plain = buffer.text.replace("\r\n", "\n")
            is_code = cell.kind == types.NotebookCellKind.Code and buffer.language in (language, _CODE_LANGUAGE)
            kind = "code" if is_code else "markdown"
            cells.append({"cell_type": kind, "source": _LINES.findall(plain)})
        spoken = {"shellscript": "shell"}.get(language, language)
        return {"cells": cells, "metadata": {"kernelspec": {"language": spoken}}, "nbformat": 4, "nbformat_minor": 5}

    def place(self, located: Located) -> Place:
        """Where a finding is."""
        buffer = self._cells[(located.cell or 1) - 1][1]
        return Place(buffer.uri, buffer.content.of(located.finding))

    def place_of_line(self, line: int, cell: int | None) -> Place:
        """Where a line is, of a cell if it is in one."""
        buffer = self._cells[(cell or 1) - 1][1]
        return Place(buffer.uri, buffer.content.whole_line(line))

    def edits(self, after: str) -> dict[str, list[types.TextEdit]]:
        """For each document the edits that make its part of another text."""
        before, now = (["".join(cell["source"]) for cell in json.loads(text)["cells"]] for text in (self.text, after))
        found = {}
        for (_, buffer), old, new in zip(self._cells, before, now, strict=True):
            if old != new:
                newline = "\r\n" if "\r\n" in buffer.text else "\n"
                found[buffer.uri] = buffer.content.edits(new.replace("\n", newline))
        return found
