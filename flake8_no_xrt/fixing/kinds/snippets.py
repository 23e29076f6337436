"""Blocks of Python in documents: fixed as modules are, and put back line by line."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing import engine
from flake8_no_xrt.fixing.edits import Edit, Withheld, apply
from flake8_no_xrt.kinds import ipython
from flake8_no_xrt.kinds.flake8_noqa import unsuppressed
from flake8_no_xrt.kinds.hits import Reader
from flake8_no_xrt.kinds.parsing import NotPython, parse
from flake8_no_xrt.kinds.part import Lines, Part
from flake8_no_xrt.kinds.snippet import checked, dedented

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.fixing.kinds.trace import Inside, Traced
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.kinds.hits import Hit

_DOCUMENTS = frozenset(["markdown", "rst"])
_WORD = re.compile(r"[^\W\d]\w*")
_MARGIN = re.compile(r"[ \t>]*")
_ELSEWHERE = {
    "doctest": "it stands in a session, whose answers may change with it",
    "console": "it stands in a session, whose answers may change with it",
    "shell": "it stands in a command",
}
_NONE = Withheld("no fix is known, it needs a person")


class Fixed(NamedTuple):
    """The text of a document with one block fixed."""

    text: str
    applied: list[engine.Planned]


def part_of(traced: Traced, hit: Hit) -> Part | None:
    """The Python that a finding is in, if its statements are what is at fault, and not a magic beside them."""
    around = traced.reader.around(hit.start, hit.end)
    if not around or around[0].kind != "python":
        return None
    line = traced.lines.text(traced.lines.at(hit.start)[0])
    before = line[: traced.lines.at(hit.start)[1] - 1]
    return None if re.search(r"(?:^|[\s>])%\w+[ \t]+$", before) else around[0].part


def fixed(traced: Traced, part: Part, hit: Hit, *, unsafe: bool, wanted: Callable[[Finding], bool]) -> Fixed | Withheld:
    """The document with a block fixed, or why the finding in it has no fix. Raises NotSettled."""
    outer = _outer(traced, part, hit)
    if outer is None or outer.kind not in _DOCUMENTS:
        return Withheld(_ELSEWHERE.get(outer.kind if outer else "", "it stands in a file of another language"))
    code = dedented(part)
    reader = Reader(traced.reader.options)
    python = ipython.python_of(code, reader)
    if python is None or python.text != code.text:
        return Withheld("it stands beside lines of IPython")
    try:
        findings = checked(parse(code.text), Lines(code.text), reader)
    except NotPython:
        return Withheld("the block does not parse as a whole")
    span = outer.part.places[0], outer.part.places[-1]
    inside = [one for _, one in traced.found if span[0] <= one.start <= span[1] and part_of(traced, one) == part]
    if len(findings) != len(inside):
        return Withheld("a comment beside the block silences part of it")
    # Other blocks go on where this one ends: what the rest of the document names stays.
    rest = traced.text[: part.places[0]] + traced.text[part.places[-1] + 1 :]
    kept = frozenset(_WORD.findall(rest))
    try:
        outcome = engine.fix(
            code.text, traced.reader.options, unsafe=unsafe, wanted=wanted, kept=kept, visible=unsuppressed
        )
    except SyntaxError:
        return Withheld("the block does not parse as a module")
    if outcome.text == code.text:
        return _reason(code, hit, outcome)
    edits = _edits(traced.text, code, outcome.text)
    return edits if isinstance(edits, Withheld) else Fixed(apply(traced.text, edits), outcome.applied)


def _outer(traced: Traced, part: Part, hit: Hit) -> Inside | None:
    around = traced.reader.around(hit.start, hit.end)
    return next((one for one in around if one.kind != "python"), None) if part else None


def _reason(code: Part, hit: Hit, outcome: engine.Outcome) -> Withheld:
    lines = Lines(code.text)
    for finding, reason in outcome.withheld:
        at = lines.offset(finding.line, finding.column)
        if finding.code == hit.verdict.code and at < len(code.text) and code.places[at] == hit.start:
            return Withheld(reason)
    return _NONE


def _edits(text: str, code: Part, new: str) -> list[Edit] | Withheld:
    """The edits of the document that make the lines of a block into others."""
    old = code.lines()
    after = new.splitlines(keepends=True)
    # A block of Markdown ends with the line end of its fence.
    while old and old[-1].text == "\n" and _has_content(text, old[-1].places[0]):
        if after[-1] != "\n":
            return Withheld("the end of the block would change")
        del old[-1], after[-1]
    places = _Places(text, old)
    if places.fault:
        return Withheld("the lines of the block do not stand in the file as they are")
    matcher = SequenceMatcher(None, [line.text.rstrip("\n") for line in old], [line.rstrip("\n") for line in after])
    matcher.autojunk = False  # type: ignore[attr-defined]
    edits = []
    for tag, first, last, low, high in matcher.get_opcodes():
        if tag == "equal":
            continue
        start = places.starts[first] if first < len(old) else places.ends[-1]
        end = places.ends[last - 1] if last > first else start
        margin = places.margins[min(first, len(old) - 1)]
        lines = [(margin + line if line.strip() else margin.rstrip() + line) for line in after[low:high]]
        inserted = "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
        if inserted and not text[start:end].endswith("\n") and end == len(text) and end > start:
            inserted = inserted.removesuffix("\n")
        edits.append(Edit(start, end, inserted))
    return edits


def _has_content(text: str, place: int) -> bool:
    return bool(text[text.rfind("\n", 0, place) + 1 : place].strip("> \t"))


class _Places:
    """Where the lines of a block begin and end in the file, and what stands in front of them."""

    def __init__(self, text: str, lines: list[Part]) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.margins: list[str] = []
        self.fault = False
        for line in lines:
            first, last = line.places[0], line.places[-1]
            start = text.rfind("\n", 0, first) + 1
            behind = text.find("\n", last)
            end = len(text) if behind < 0 else behind + 1
            content = line.text.rstrip("\n")
            self.starts.append(start)
            self.ends.append(end)
            self.margins.append(text[start:first])
            self.fault |= (
                (bool(content) and text[start:end].rstrip("\n") != text[start:first] + content)
                or not _MARGIN.fullmatch(text[start:first])
                or (self.ends[-2] != start if len(self.ends) > 1 else False)
            )
        solid = [margin for margin, line in zip(self.margins, lines, strict=True) if line.text.strip()]
        # A blank line has no margin of its own.
        usual = solid[0] if solid else ""
        self.margins = [
            margin if line.text.strip() else usual for margin, line in zip(self.margins, lines, strict=True)
        ]
