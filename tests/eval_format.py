"""Reading the eval files: real code in which comments say what must be reported.

At the end of a line stands ``# XRT101: 12`` for a finding of that code at that column (1-based, in characters),
several separated by commas. A first line may hold the ``# OPTIONS:`` of the run, as on the command line. A line
above may hold the exact text of one of the findings, ``# MESSAGE: text``. ``# GAP: XRT101`` records a missed
alarm: the test fails once it is reported.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import Options

EVAL_FILES = sorted((Path(__file__).parent / "eval_files").glob("*.py"))

_EXPECTED = re.compile(r"# (XRT\d{3}: \d+(?:, XRT\d{3}: \d+)*)$")
_LIKE_EXPECTED = re.compile(r"#.*\b(XRT\d{3}:|GAP:)")
_GAP = re.compile(r"# GAP: (XRT\d{3})$")
_MESSAGE = re.compile(r"\s*# MESSAGE: (.+)$")
_OPTIONS = re.compile(r"# OPTIONS: (.+)$")


class Place(NamedTuple):
    """Where a code is reported."""

    line: int
    column: int
    code: str


class EvalFile(NamedTuple):
    """What an eval file says about itself."""

    arguments: tuple[str, ...]
    expected: list[Place]
    messages: dict[int, str]
    gaps: list[tuple[int, str]]


def lines_of(text: str) -> list[str]:
    """Lines with their ends, split where Python splits them (not at form feeds)."""
    return list(io.StringIO(text))


def parse(text: str) -> EvalFile:
    expected: list[Place] = []
    messages: dict[int, str] = {}
    gaps: list[tuple[int, str]] = []
    lines = text.split("\n")
    options = _OPTIONS.match(lines[0])
    for number, line in enumerate(lines, start=1):
        if match := _MESSAGE.match(line):
            messages[number + 1] = match[1]
        elif match := _EXPECTED.search(line):
            for item in match[1].split(", "):
                code, _, column = item.partition(": ")
                expected.append(Place(number, int(column), code))
        elif match := _GAP.search(line):
            gaps.append((number, match[1]))
        elif _LIKE_EXPECTED.search(line):
            raise ValueError(f"line {number} looks like an expectation: {line}")
    arguments = tuple(shlex.split(options[1])) if options else ()
    return EvalFile(arguments, sorted(expected), messages, gaps)


def options_of(arguments: tuple[str, ...]) -> Options:
    parser = argparse.ArgumentParser()
    parser.add_argument("--xrt-torch-xla")
    parser.add_argument("--xrt-guards")
    parser.add_argument("--xrt-deprecated", action="store_true")
    parsed = parser.parse_args(arguments)
    return Options.parse(parsed.xrt_torch_xla, parsed.xrt_guards, parsed.xrt_deprecated)


@cache
def read(path: Path) -> tuple[str, EvalFile]:
    text = path.read_text(encoding="utf-8")
    return text, parse(text)


def findings(text: str, options: Options) -> list[tuple[Place, str]]:
    """What the checker says about a text, as places and messages, in order."""
    found = check(ast.parse(text), lines_of(text), options)
    return sorted((Place(one.line, one.column, one.code), one.message) for one in found)


def places(text: str, options: Options) -> list[Place]:
    return [place for place, _ in findings(text, options)]


def with_noqa(text: str) -> str:
    """The text with each expectation turned into a noqa comment for its codes."""
    return "\n".join(_EXPECTED.sub(_noqa, line) for line in text.split("\n"))


def _noqa(match: re.Match[str]) -> str:
    codes = sorted({item.partition(":")[0] for item in match[1].split(", ")})
    return f"# noqa: {','.join(codes)}"


def with_aliases_renamed(text: str) -> str:
    """The text with the alias of each ``import … as alias`` renamed, word by word.

    An alias that is also a word of an import's own path stays, so that no other name is renamed with it.
    """
    tree = ast.parse(text)
    aliases: dict[str, None] = {}
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if isinstance(node, ast.ImportFrom) and node.module:
                words.update(node.module.split("."))
            for alias in node.names:
                words.update(alias.name.split("."))
                if alias.asname:
                    aliases[alias.asname] = None
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            words.add(node.arg)
    for number, name in enumerate(alias for alias in aliases if alias not in words):
        word = re.escape(name)
        text = re.sub(rf"""(?<![\w"']){word}\b|(?<=["']){word}(?=\.)""", f"alias_{number}", text)
    return text
