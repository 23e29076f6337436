"""reStructuredText: code directives, literal blocks and doctests.

The blocks are found by indentation alone. docutils knows neither Sphinx's directives nor the columns of what
is in them, and it drops what stands in a directive it does not know.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds.blocks import read_block
from flake8_no_xrt.kinds.noqa import hushed
from flake8_no_xrt.kinds.part import Lines, Part

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.hits import Reader

_DIRECTIVE = re.compile(r"(?P<margin>\s*)\.\. (?P<name>[\w:+.-]*\w)::(?:\s+(?P<argument>\S+))?")
_EXPLICIT = re.compile(r"\s*\.\.(?: (?:_|\[|\||__).*)")
_COMMENT = re.compile(r"\s*\.\.(?:\s|$)")
_OPTION = re.compile(r"\s*:[\w-]+:")
_CODE = frozenset(["code", "code-block", "sourcecode", "code-cell", "prompt", "parsed-literal"])
_LANGUAGES = {
    "testcode": "python",
    "testsetup": "python",
    "testcleanup": "python",
    "jupyter-execute": "python",
    "ipython": "python",
    "doctest": "pycon",
    "code-cell": "python",
}
_NO_CODE = frozenset(["raw", "math", "graphviz", "mermaid", "digraph"])
_DOCTEST = re.compile(r"\s*>>> ")


def read(part: Part, reader: Reader) -> None:
    """Report the findings of the blocks of code. Raises MissingExtra."""
    lines = Lines(part.text)
    default = ""
    number = 1
    while number <= len(lines):
        text = lines.text(number)
        directive = _DIRECTIVE.match(text)
        following = number + 1
        if directive:
            name, argument = directive["name"], directive["argument"] or ""
            if name == "highlight":
                default = argument
            elif name in _CODE or name in _LANGUAGES:
                following = _body(lines, number)
                language = argument if name in _CODE and argument else _LANGUAGES.get(name, default)
                first = _after_options(lines, number + 1, following)
                _read(part, lines, (number, first, following), language, reader)
            elif name in _NO_CODE:
                following = _body(lines, number)
        elif _COMMENT.match(text) and not _EXPLICIT.match(text):
            following = _body(lines, number)
        elif text.rstrip().endswith("::"):
            following = _body(lines, number)
            _read(part, lines, (number, number + 1, following), default, reader)
        elif _DOCTEST.match(text):
            while following <= len(lines) and lines.text(following).strip():
                following += 1
            _read(part, lines, (number, number, following), "pycon", reader)
        number = following


def _body(lines: Lines, number: int) -> int:
    """The line behind what is indented more than this line."""
    margin = _margin(lines.text(number))
    last = number
    following = number + 1
    while following <= len(lines):
        text = lines.text(following)
        if text.strip():
            if _margin(text) <= margin:
                break
            last = following
        following += 1
    return last + 1


def _margin(text: str) -> int:
    text = text.expandtabs(8)
    return len(text) - len(text.lstrip())


def _after_options(lines: Lines, number: int, end: int) -> int:
    while number < end and _OPTION.match(lines.text(number)):
        number += 1
    return number


def _read(part: Part, lines: Lines, where: tuple[int, int, int], language: str, reader: Reader) -> None:
    above, first, end = where
    if first >= end:
        return
    start = lines.offset(first, 1)
    stop = lines.offset(end, 1) if end <= len(lines) else len(part.text)
    with hushed(reader, "rst", lines, above - 1):
        read_block(language, _dedented(part.cut(start, stop)), reader)


def _dedented(block: Part) -> Part:
    lines = block.lines()
    margins = [len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()]
    margin = min(margins, default=0)
    return Part.joined(line.cut(margin) if line.text.strip() else line.stripped(" \t") for line in lines)
