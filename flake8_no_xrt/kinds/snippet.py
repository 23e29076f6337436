"""Python code inside other files, through the same check as Python files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.judging.findings import Finding, Verdict
from flake8_no_xrt.judging.prefilter import stems
from flake8_no_xrt.kinds import ipython
from flake8_no_xrt.kinds.hits import Hit, Reader
from flake8_no_xrt.kinds.parsing import blanked, fault, parse, parses
from flake8_no_xrt.kinds.part import Lines, Part

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options

# What a chunk cannot begin with: these lines belong to the one above.
_CONTINUES = re.compile(r"[\s)\]}]|(?:else|elif|except|finally)\b")
_DECORATOR = re.compile(r"@")


def has_stem(text: str, options: Options) -> bool:
    """Whether the text holds a substring that any finding needs."""
    return any(stem in text for stem in stems(options))


def read(part: Part, reader: Reader) -> None:
    """Report the findings of a piece of Python; what does not parse in it and holds a stem is a trouble.

    Documents show fragments. The statements that parse are checked without the others.
    """
    if not has_stem(part.text, reader.options):
        return
    reader.entered("python", part)
    code = ipython.python_of(dedented(part), reader)
    if code is None:
        return
    if not parses(code.text):
        code = _without_fragments(code, reader)
    lines = Lines(code.text)
    for found in checked(parse(code.text), lines, reader):
        start = lines.offset(found.line, found.column)
        end = lines.offset(found.end_line, found.end_column)
        verdict = Verdict(found.code, found.message, found.name)
        if 0 <= start < end <= len(code.text):
            reader.hits.append(Hit(code.places[start], code.places[end - 1] + 1, verdict))


def checked(tree: ast.AST, lines: Lines, reader: Reader) -> list[Finding]:
    """The findings of a module that no comment silences."""
    # Loaded here: most files hold no Python.
    from flake8_no_xrt.judging.check import check
    from flake8_no_xrt.kinds.flake8_noqa import unsuppressed

    source = [f"{line}\n" for line in lines]
    return unsuppressed(check(tree, source, reader.options), source, tree)


def dedented(part: Part) -> Part:
    """The part without the margin that all its lines share."""
    lines = part.lines()
    margins = [len(one.text) - len(one.text.lstrip(" \t")) for one in lines if one.text.strip()]
    margin = min(margins, default=0)
    return Part.joined(line.cut(margin) if line.text.strip() else line for line in lines) if margin else part


def _without_fragments(code: Part, reader: Reader) -> Part:
    """The code with the chunks that do not parse made blank, each a trouble if it holds a stem."""
    kept: list[Part] = []
    for chunk in _chunks(code):
        error = fault(chunk.text)
        if error is not None and has_stem(chunk.text, reader.options):
            reader.trouble(chunk.stripped(), f"Python code does not parse: {error}")
        kept.append(chunk if error is None else blanked(chunk))
    whole = Part.joined(kept)
    return whole if parses(whole.text) else blanked(whole)


def _chunks(code: Part) -> Iterator[Part]:
    """Stretches that begin with a line that is not indented, and continue nothing."""
    pieces: list[Part] = []
    for line in code.lines():
        begins = line.text.strip() and not _CONTINUES.match(line.text)
        if begins and pieces and not _DECORATOR.match(pieces[-1].text):
            yield Part.joined(pieces)
            pieces = []
        pieces.append(line)
    if pieces:
        yield Part.joined(pieces)
