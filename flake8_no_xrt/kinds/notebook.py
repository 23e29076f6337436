"""Jupyter notebooks: their code cells, as one module."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.kinds import Located, Unreadable, dispatch, ipython
from flake8_no_xrt.kinds.hits import Reader
from flake8_no_xrt.kinds.noqa import Comments
from flake8_no_xrt.kinds.parsing import NotPython, blanked, parse
from flake8_no_xrt.kinds.part import Lines, Part
from flake8_no_xrt.kinds.snippet import checked, has_stem

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options

SHELL_KERNELS = frozenset(["bash", "shell", "sh", "zsh"])
PYTHON_KERNELS = frozenset(["python", "python2", "python3", "ipython", ""])


class Cell(NamedTuple):
    """A code cell: its number among all cells, from 1, and its source."""

    number: int
    source: str


class _Fault(NamedTuple):
    cell: int
    line: int
    message: str


def scan(text: str, options: Options) -> list[Located]:
    """The findings in a notebook, cell by cell.

    Raises Unreadable if it is no notebook, or if a cell does not parse; then it carries the findings of the
    other cells. Raises MissingExtra.
    """
    notebook = parsed(text)
    language = language_of(notebook)
    cells = code_cells(notebook)
    located: list[Located] = []
    pythons: list[tuple[Cell, Part]] = []
    faults: list[_Fault] = []
    for cell in cells:
        reader = Reader(options)
        part = Part.whole(cell.source)
        if language in SHELL_KERNELS and not cell.source.lstrip().startswith("%%"):
            dispatch.read("shell", part, reader)
        else:
            python = ipython.python_of(part, reader)
            if python is not None and language in PYTHON_KERNELS:
                pythons.append((cell, python))
        lines = Lines(cell.source)
        located += dispatch.collect("notebook", reader, lines, cell.number)
        faults += [_Fault(cell.number, lines.at(trouble.place)[0], trouble.message) for trouble in reader.troubles]
    if any(has_stem(cell.source, options) for cell in cells):
        found, failed = _module(pythons, options)
        located += found
        faults += failed
    located = _ordered(located, cells)
    if faults:
        raise _unreadable(faults, located)
    return located


def parsed(text: str) -> dict[str, Any]:
    """The notebook in a text. Raises Unreadable."""
    try:
        notebook = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"invalid notebook: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError) as error:
        raise Unreadable(f"invalid notebook: {error}") from None
    if not isinstance(notebook, dict) or not any(
        isinstance(notebook.get(key), list) for key in ("cells", "worksheets")
    ):
        raise Unreadable("invalid notebook: it has no list of cells")
    return notebook


def language_of(notebook: dict[str, Any]) -> str:
    """The language of the code cells, in lower case; empty if none is stated."""
    metadata = notebook.get("metadata")
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        found = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(found, dict) and isinstance(found.get(name), str):
            language: str = found[name].lower()
            return language
    return ""


def code_cells(notebook: dict[str, Any]) -> list[Cell]:
    """The code cells; the format before version 4 keeps them in worksheets, and their text as ``input``."""
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        sheets = [sheet.get("cells") for sheet in notebook["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets if isinstance(sheet, list) for cell in sheet]
    found = []
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict):
            raise Unreadable(f"invalid notebook: cell {number} is no object")
        if cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input", ""))
            if isinstance(source, list) and all(isinstance(line, str) for line in source):
                source = "".join(source)
            if not isinstance(source, str):
                raise Unreadable(f"invalid notebook: the source of cell {number} is no text")
            found.append(Cell(number, source))
    return found


def _module(pythons: list[tuple[Cell, Part]], options: Options) -> tuple[list[Located], list[_Fault]]:
    """Check the cells as one module, without those that do not parse."""
    faults = []
    texts: list[str] = []
    places: list[tuple[int, int]] = []  # for each line of the module its cell and the line there
    for cell, python in pythons:
        text = python.text
        try:
            parse(text)
        except NotPython as error:
            faults.append(_Fault(cell.number, error.line, f"does not parse: {error}"))
            text = blanked(python).text
        texts.append(text)
        places += [(cell.number, line) for line in range(1, len(Lines(text)) + 1)]
    source = "\n".join(texts)
    try:
        tree = parse(source)
    except NotPython as error:
        number, line = places[min(error.line, len(places)) - 1]
        return [], [*faults, _Fault(number, line, f"the cells together do not parse: {error}")]
    located = []
    for finding in checked(tree, Lines(source), Reader(options)):
        number, line = places[finding.line - 1]
        end_line = line + finding.end_line - finding.line
        located.append(Located(finding._replace(line=line, end_line=end_line), number))
    return located, faults


def _ordered(located: list[Located], cells: list[Cell]) -> list[Located]:
    """In the order of the notebook, without what a comment for the whole file silences."""
    comments = Comments("notebook", Lines("\n".join(cell.source for cell in cells)))
    kept = {one for one in located if not comments.silence_file(one.finding.code)}
    return sorted(kept, key=lambda one: (one.cell or 0, one.finding))


def _unreadable(faults: list[_Fault], located: list[Located]) -> Unreadable:
    first, *others = sorted(faults)
    more = f" (and {len(others)} more)" if others else ""
    error = Unreadable(f"cell {first.cell}: {first.message}{more}", first.line, located)
    error.cell = first.cell
    return error
