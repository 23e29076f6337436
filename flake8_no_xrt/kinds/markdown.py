"""Markdown: fenced and indented blocks of code, found by markdown-it. Prose and inline code are silent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.kinds.blocks import read_block
from flake8_no_xrt.kinds.extras import library
from flake8_no_xrt.kinds.noqa import hushed
from flake8_no_xrt.kinds.part import Lines, Part, each

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.hits import Reader

_DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}\s*(?P<argument>\S*)")
_LANGUAGE = re.compile(r"[{.\s]*(?P<name>[\w+#-]+)")
# MyST directives whose argument is the language; code-cell has it there too, and is Python without one.
_CODE = frozenset(["code-block", "code", "sourcecode", "code-cell", "prompt", "highlight"])
_PYTHON = frozenset(["testcode", "testsetup", "jupyter-execute", "ipython"])
_OPTION = re.compile(r"\s*:[\w-]+:.*")
# Directives that hold text with blocks of its own.
_TEXT = frozenset(
    each(
        "note tip warning important caution danger attention hint admonition dropdown tab-item tab tabs tab-set "
        "details seealso grid card"
    )
)


def read(part: Part, reader: Reader) -> None:
    """Report the findings of the blocks of code. Raises MissingExtra."""
    lines = Lines(part.text)
    for token in library("markdown_it", "markdown").MarkdownIt("commonmark").parse(part.text):
        if token.type in {"fence", "code_block"} and token.map:
            with hushed(reader, "markdown", lines, token.map[0]):
                _block(part, lines, token, reader)


def _block(part: Part, lines: Lines, token: Any, reader: Reader) -> None:
    first = token.map[0] + (2 if token.type == "fence" else 1)
    block = [_line(part, lines, first + index, content) for index, content in enumerate(token.content.split("\n"))]
    if token.type == "code_block":
        read_block("", Part.joined(block), reader)
        return
    directive = _DIRECTIVE.match(token.info.strip())
    if directive is None:
        language = _LANGUAGE.match(token.info)
        read_block(language["name"] if language else "", Part.joined(block), reader)
        return
    while block and _OPTION.match(block[0].text):
        block.pop(0)
    name, body = directive["name"], Part.joined(block)
    if name in _CODE:
        read_block(directive["argument"] or ("python" if name == "code-cell" else ""), body, reader)
    elif name in _PYTHON:
        read_block("python", body, reader)
    elif name in _TEXT:
        read(body, reader)
    else:
        read_block(name, body, reader)


def _line(part: Part, lines: Lines, number: int, content: str) -> Part:
    """Where a line of a block stands: markdown-it has taken off quote marks, bullets and indentation."""
    text = lines.text(number)
    if not 0 < number <= len(lines):
        return part.cut(0, 0)
    start, length = lines.offset(number, 1), len(text)
    column = length - len(content) if len(content) <= length else 0
    if text[column:].strip() != content.strip():
        # A tab counts for several blanks.
        column = max(text.find(content.strip()), 0)
    end = start + length
    while end < len(part.text) and part.text[end] in "\r\n" and end - start - length < 2:
        end += 1
        if part.text[end - 1] == "\n":
            break
    return part.cut(start + column, end)
