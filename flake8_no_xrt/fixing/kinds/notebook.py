"""Notebooks: the Python of all cells as one module, the settings cell by cell, and the JSON byte for byte."""

from __future__ import annotations

import json
import re
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.fixing import engine
from flake8_no_xrt.fixing.edits import Edit, Withheld, apply
from flake8_no_xrt.fixing.kinds import jsontext
from flake8_no_xrt.fixing.kinds.files import Outcome, Rounds, Wanted
from flake8_no_xrt.fixing.kinds.trace import Traced, Tracing
from flake8_no_xrt.fixing.variables import CHOOSING, DEVICE
from flake8_no_xrt.kinds import Located, Unreadable, dispatch, ipython
from flake8_no_xrt.kinds import notebook as reading
from flake8_no_xrt.kinds.flake8_noqa import unsuppressed
from flake8_no_xrt.kinds.hits import Reader
from flake8_no_xrt.kinds.parsing import blanked, parses
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options

_NONE = "no fix is known, it needs a person"
_BETWEEN = "the change does not fit into single cells"
_EMPTIED = "nothing would be left of the cell"
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"[^\W\d]\w*")
_IMPORT = re.compile(r"(?:import|from)\s")
_SHELL_CELL = "%%"

Reasons = dict[tuple[int | None, int, int, str], str]


class Step(NamedTuple):
    """What one step came to: the sources that change, what was fixed, and why other findings were not."""

    sources: dict[int, str]
    applied: list[engine.Planned]
    reasons: Reasons


def fix(text: str, options: Options, *, unsafe: bool, wanted: Wanted) -> Outcome:
    """Fix a notebook. Raises MissingExtra and NotSettled."""
    applied: list[engine.Planned] = []
    for _ in range(engine.MOST_ROUNDS):
        before = text
        reasons: Reasons = {}
        for step in (_settings, _python):
            found = [one for one in _findings(text, options)[0] if wanted(one.finding)]
            if not found:
                break
            done = step(text, options, found, unsafe=unsafe, wanted=wanted)
            after = _written(text, done.sources) if done.sources else text
            fault = after.reason if isinstance(after, Withheld) else _unsound(text, after, options, done)
            if isinstance(after, Withheld) or fault is not None:
                reasons.update((_mark(one), fault or _NONE) for one in found)
                continue
            text = after
            applied += done.applied
            reasons.update(done.reasons)
        if text == before:
            left = [one for one in _findings(text, options)[0] if wanted(one.finding)]
            return Outcome(text, applied, [(one, reasons.get(_mark(one), _NONE)) for one in left])
    raise engine.NotSettled("the fixes of the notebook did not settle")


def _mark(one: Located) -> tuple[int | None, int, int, str]:
    return one.cell, one.finding.line, one.finding.column, one.finding.code


def _findings(text: str, options: Options) -> tuple[list[Located], str]:
    """What is found in a notebook, and what does not parse in it."""
    try:
        return reading.scan(text, options), ""
    except Unreadable as error:
        return error.found, error.message


def _unsound(before: str, after: str, options: Options, done: Step) -> str | None:
    """Why a notebook may not be written; None if it may."""
    (old, fault), (new, new_fault) = (_findings(text, options) for text in (before, after))
    if new_fault != fault:
        return f"the result does not parse ({new_fault})"
    counts, left = (Counter((one.finding.code, one.finding.name) for one in found) for found in (old, new))
    fresh = [what for what in left - counts if not what[0].startswith("XRT5")]
    if fresh:
        return f"the result has a new finding ({fresh[0][0]} {fresh[0][1]})"
    for what, count in Counter((one.finding.code, one.finding.name) for one in done.applied).items():
        if left[what] > max(counts[what] - count, 0):
            return f"the finding is still there afterwards ({what[0]} {what[1]})"
    return None


# -- settings ------------------------------------------------------------------------------------------------
def _settings(text: str, options: Options, found: list[Located], *, unsafe: bool, wanted: Wanted) -> Step:
    """Fix what magics and lines of shell set, cell by cell."""
    data = reading.parsed(text)
    shell = reading.language_of(data) in reading.SHELL_KERNELS
    cells = dict(reading.code_cells(data))
    step = Step({}, [], {})
    read = {one.finding.name for one in found if one.finding.code == "XRT202"}
    for number, before in list(cells.items()):
        others = "".join(source for other, source in cells.items() if other != number)
        held = dict.fromkeys(read, "it is read in another cell, which has to change with it")
        if DEVICE in others:
            held |= dict.fromkeys(CHOOSING, f"{DEVICE} stands in another cell: which one holds is not known")

        def traced(source: str) -> Traced:
            return _traced(source, options, shell=shell)

        rounds = Rounds(unsafe=unsafe, wanted=lambda one, held=held: wanted(one) and not _is_held(one, held))  # type: ignore[misc]
        after = rounds.through(traced(before), traced)
        if after.text != before:
            step.sources[number] = cells[number] = after.text
        step.applied.extend(rounds.applied)
        step.reasons.update(((number, one.line, one.column, one.code), why) for one, why in rounds.withheld)
        silent = [one for one, _ in after.found if _is_held(one, held)]
        step.reasons.update(((number, one.line, one.column, one.code), held[one.name]) for one in silent)
    return step


def _is_held(finding: Finding, held: dict[str, str]) -> bool:
    return finding.code == "XRT201" and finding.name in held


def _traced(source: str, options: Options, *, shell: bool) -> Traced:
    reader = Tracing(options)
    part = Part.whole(source)
    if shell and not source.lstrip().startswith(_SHELL_CELL):
        dispatch.read("shell", part, reader)
    elif source:
        reader.entered("python", part)
        ipython.python_of(part, reader)
    return Traced("notebook", source, reader)


# -- Python --------------------------------------------------------------------------------------------------
def _python(text: str, options: Options, found: list[Located], *, unsafe: bool, wanted: Wanted) -> Step:
    """Fix the Python of all cells as one module."""
    data = reading.parsed(text)
    if reading.language_of(data) not in reading.PYTHON_KERNELS:
        return Step({}, [], {})
    module = Module.of(reading.code_cells(data), options)
    try:
        outcome = engine.fix(module.text, options, unsafe=unsafe, wanted=wanted, kept=module.kept, visible=unsuppressed)
    except SyntaxError:
        return Step({}, [], {_mark(one): "the cells together do not parse as a module" for one in found})
    if outcome.text != module.text:
        sources = module.changed(outcome.text)
        if isinstance(sources, Withheld):
            return Step({}, [], {_mark(one): sources.reason for one in found})
        return Step(sources, outcome.applied, {})
    return Step({}, [], module.reasons(outcome))


class Module(NamedTuple):
    """The code cells as one text, and for each line of it the cell, the line there, and whether it is as there."""

    text: str
    places: list[tuple[int, int, bool]]
    kept: frozenset[str]
    sources: dict[int, str]

    @classmethod
    def of(cls, cells: list[reading.Cell], options: Options) -> Module:
        """Join the cells, without what is no Python."""
        texts: list[str] = []
        places: list[tuple[int, int, bool]] = []
        kept: set[str] = set()
        sources: dict[int, str] = {}
        for cell in cells:
            python = ipython.python_of(Part.whole(cell.source), Reader(options))
            if python is None:
                kept.update(_WORD.findall(cell.source))
                continue
            code = python if parses(python.text) else blanked(python)
            texts.append(code.text)
            sources[cell.number] = cell.source
            lines = zip(code.text.split("\n"), cell.source.split("\n"), strict=True)
            for number, (line, own) in enumerate(lines):
                same = line == own
                places.append((cell.number, number, same))
                # What is no Python may use what is.
                kept.update(() if same else _WORD.findall(own))
        return cls("\n".join(texts), places, frozenset(kept), sources)

    def changed(self, after: str) -> dict[int, str] | Withheld:
        """The sources that become others when the module becomes ``after``."""
        old, new = self.text.split("\n"), after.split("\n")
        lines = {number: source.split("\n") for number, source in self.sources.items()}
        if any("\r" in source for source in self.sources.values()) or len(old) != len(self.places):
            return Withheld("the lines of its cells end in different ways")
        opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        touched: set[int] = set()
        for tag, first, last, low, high in reversed(opcodes):
            if tag == "equal":
                continue
            # An import that is added behind a cell stands beside what changes in the next one.
            own = low + self._imports(first, last, new[low:high])
            for start, behind in ((first, new[own:high]), *([(None, new[low:own])] if own > low else [])):
                where = self._cell(first, last if start is not None else first)
                if where is None:
                    return Withheld(_BETWEEN)
                cell, begin = where
                lines[cell][begin : begin + (last - first if start is not None else 0)] = behind
                touched.add(cell)
        sources = {cell: "\n".join(lines[cell]) for cell in touched}
        # A cell that ends with a blank line now did not before.
        sources = {
            cell: source if self.sources[cell].endswith("\n") else source.rstrip("\n")
            for cell, source in sources.items()
        }
        return sources if all(source.strip() for source in sources.values()) else Withheld(_EMPTIED)

    def _imports(self, first: int, last: int, new: list[str]) -> int:
        """How many of the new lines belong behind the cell above: imports that stand in for no line."""
        if first == last or not first or self.places[first][1]:
            return 0
        added = len(new) - (last - first)
        return next((at for at in range(added) if not _IMPORT.match(new[at])), max(added, 0))

    def _cell(self, first: int, last: int) -> tuple[int, int] | None:
        """The cell that lines are in, and the first of them there; a new line goes behind the one above it."""
        if first == last:
            above = self.places[first - 1] if first else None
            below = self.places[first] if first < len(self.places) else None
            if above is not None and (below is None or below[0] != above[0] or below[1]):
                return above[0], above[1] + 1
            return (below[0], 0) if above is None and below is not None and below[2] else None
        cells = {cell for cell, _, _ in self.places[first:last]}
        if len(cells) != 1 or not all(same for _, _, same in self.places[first:last]):
            return None
        return self.places[first][0], self.places[first][1]

    def reasons(self, outcome: engine.Outcome) -> Reasons:
        """Why findings were not fixed, by their place in the notebook."""
        found: Reasons = {}
        for finding, why in outcome.withheld:
            cell, line, _ = self.places[finding.line - 1]
            found[cell, line + 1, finding.column, finding.code] = why
        return found


# -- JSON ------------------------------------------------------------------------------------------------------
def _written(text: str, sources: dict[int, str]) -> str | Withheld:
    """The notebook with other sources, and everything else byte for byte."""
    written = jsontext.sources(text)
    edits = []
    for cell, source in sources.items():
        old = written.get(cell)
        change = jsontext.replaced(text, old, source) if old is not None else None
        if change is None:
            return Withheld("its source is not written line by line")
        edits.append(Edit(*change))
    after = apply(text, edits)
    try:
        same = _without(json.loads(text), sources) == _without(json.loads(after), sources)
    except ValueError:
        same = False
    now = dict(reading.code_cells(reading.parsed(after))) if same else {}
    if not same or any(now[cell] != source for cell, source in sources.items()):
        return Withheld("its source cannot be written in place")
    return after


def _without(data: dict[str, Any], cells: dict[int, str]) -> dict[str, Any]:
    for number in cells:
        data["cells"][number - 1].pop("source")
    return data
