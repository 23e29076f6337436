"""IPython's additions to Python: magics, shell lines and help.

They are read for what they set and run, and overwritten, so that what is left is Python with every character
in its place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import dispatch
from flake8_no_xrt.kinds.hits import KNOWN, Reader
from flake8_no_xrt.kinds.parsing import parses
from flake8_no_xrt.kinds.part import Part, each

if TYPE_CHECKING:
    from collections.abc import Callable

_CELL_MAGIC = re.compile(r"\s*%%(?P<name>!|\w+)(?P<rest>[^\r\n]*)(?:\r\n|\n|\r|$)")
_SHELL_CELLS = frozenset(["bash", "sh", "system", "sx", "!", "shell"])
# Cell magics whose cell is Python still; of any other the cell is something else.
_PYTHON_CELLS = frozenset(
    each(
        "capture time timeit prun python python3 pypy debug memit mprun lprun heat ipytest skip_if local snakeviz "
        "scalene px parallel ai_ignore run_pytest"
    )
)
_SCRIPT = re.compile(r"\s*(?:--?\w+(?:[= ]\w+)?\s+)*(?P<program>\S*?)(?:\s|$)")

_LINE_MAGIC = re.compile(r"[ \t]*%(?P<name>[A-Za-z]\w*)[ \t]*(?P<rest>.*)", re.DOTALL)
_SHELL_LINE = re.compile(r"[ \t]*!{1,2}(?P<rest>.*)", re.DOTALL)
_ASSIGNED = re.compile(r"[ \t]*[A-Za-z_][\w., \t\[\]'\"]*?=[ \t]*(?P<rest>[!%].*)", re.DOTALL)
_HELP = re.compile(r"[ \t]*(?:\?{1,2}\s*[\w.*%]+|%{0,2}[A-Za-z_][\w.*\[\]]*\?{1,2})\s*")
_TIMING = frozenset(["time", "timeit", "prun", "memit", "lprun", "mprun", "debug"])
_OPTIONS = re.compile(r"(?:-\w+(?:[ \t]+\d+)?[ \t]+)*")
_ENV = re.compile(r"(?P<name>\w+)(?:(?:[ \t]*=|[ \t]+)(?P<value>.*))?", re.DOTALL)

_TOKEN = re.compile(
    r"""'''|\"\"\"|[rbfuRBFU]*'(?:[^'\\\n]|\\.)*'|[rbfuRBFU]*"(?:[^"\\\n]|\\.)*"|\#[^\n]*|[(\[{]|[)\]}]""",
    re.DOTALL,
)
_CLOSING = {quote: re.compile(rf"(?:[^\\]|\\.)*?{quote}", re.DOTALL) for quote in ("'''", '"""')}


def python_of(cell: Part, reader: Reader) -> Part | None:
    """What is Python in a cell, of the same length; None if the whole cell is something else.

    Settings, reads and launches of the rest are reported. Raises MissingExtra.
    """
    magic = _CELL_MAGIC.match(cell.text)
    if magic is None:
        return _without_magics(cell, reader)
    body = cell.cut(magic.end())
    name, rest = magic["name"], magic["rest"]
    if name == "script":
        program = _SCRIPT.match(rest)
        name = (program["program"] if program else "").rsplit("/", 1)[-1]
    if name in _SHELL_CELLS:
        dispatch.read("shell", body, reader)
        return None
    if name in _PYTHON_CELLS:
        first = cell.cut(0, magic.end())
        python = _without_magics(body, reader)
        return Part.joined([first.masked(re.compile(r"[^\r\n]"), " "), python])
    return None


def _without_magics(cell: Part, reader: Reader) -> Part:
    # What parses has no magics: a line that begins with % can continue an expression, or a string.
    if parses(cell.text):
        return cell
    state = _State()
    kept: list[Part] = []
    lines = cell.lines()
    index = 0
    while index < len(lines):
        pieces = [lines[index]]
        index += 1
        if state.between_statements and _is_special(pieces[0].text):
            while pieces[-1].text.rstrip("\r\n").endswith("\\") and index < len(lines):
                pieces.append(lines[index])
                index += 1
            kept.append(_special(Part.joined(pieces), reader))
        else:
            state.feed(pieces[0].text)
            kept.append(pieces[0])
    return Part.joined(kept)


def _is_special(line: str) -> bool:
    return any(pattern.fullmatch(line) for pattern in (_LINE_MAGIC, _SHELL_LINE, _ASSIGNED, _HELP))


def _special(line: Part, reader: Reader) -> Part:
    """Read a line that is not Python, and give what stands in its place."""
    text = line.text
    if assigned := _ASSIGNED.fullmatch(text):
        start = assigned.start("rest")
        return Part.joined([line.cut(0, start), _special(line.cut(start), reader)])
    if (shell := _SHELL_LINE.fullmatch(text)) is not None:
        dispatch.read("shell", line.group(shell, "rest"), reader)
    elif _HELP.fullmatch(text) is None and (magic := _LINE_MAGIC.fullmatch(text)):
        rest = line.group(magic, "rest")
        if magic["name"] in _TIMING:
            options = _OPTIONS.match(rest.text)
            statement = rest.cut(options.end() if options else 0)
            return Part.joined([_nothing(line.cut(0, len(text) - len(statement.text)), "0;"), statement])
        handler = _MAGICS.get(magic["name"])
        if handler:
            handler(rest.stripped(), reader)
    return _nothing(line, "0")


def _nothing(line: Part, expression: str) -> Part:
    """An expression that does nothing, at the line's indentation, and blanks."""
    indent = len(line.text) - len(line.text.lstrip(" \t"))
    blank = re.sub(r"[^\r\n]", " ", line.text[indent:])
    # A statement needs its line end where the line was continued: the ends in between go.
    body = blank.rstrip("\r\n")
    ends = blank[len(body) :]
    inner = body.replace("\r", " ").replace("\n", " ") if not ends else body
    filled = (expression + inner[len(expression) :])[: len(inner)]
    return Part(line.text[:indent] + filled + ends, line.places)


def _set(rest: Part, reader: Reader) -> None:
    match = _ENV.fullmatch(rest.text)
    if match is None or match["name"] not in KNOWN:
        return
    if match["value"] is None:
        reader.reading(rest.group(match, "name"))
    else:
        reader.setting(rest.group(match, "name"), match["value"].strip())


def _shell(rest: Part, reader: Reader) -> None:
    dispatch.read("shell", rest, reader)


_MAGICS: dict[str, Callable[[Part, Reader], None]] = {
    "env": _set,
    "set_env": _set,
    "sx": _shell,
    "system": _shell,
    "bash": _shell,
    "sh": _shell,
}


class _State:
    """How far a line leaves off in a string, a bracket or behind a backslash."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._joined = False

    @property
    def between_statements(self) -> bool:
        return self._depth == 0 and not self._quote and not self._joined

    def feed(self, line: str) -> None:
        place = 0
        while place < len(line):
            if self._quote:
                closing = _CLOSING[self._quote].match(line, place)
                if closing is None:
                    break
                self._quote = ""
                place = closing.end()
                continue
            token = _TOKEN.search(line, place)
            if token is None:
                break
            text = token[0]
            if text in _CLOSING:
                self._quote = text
            elif text in "([{":
                self._depth += 1
            elif text in ")]}":
                self._depth = max(0, self._depth - 1)
            place = token.end()
        self._joined = not self._quote and line.rstrip("\r\n").endswith("\\")
