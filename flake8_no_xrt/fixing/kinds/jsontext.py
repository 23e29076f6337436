"""The text of a JSON document: where the string literals of a value stand, and literals with other contents."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
# A character beyond the first 65536 is written as two.
_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


class Literal(NamedTuple):
    """A string literal: its place, its quotes included, and what it says."""

    start: int
    end: int
    value: str


class Source(NamedTuple):
    """The source of a cell: its literals, and whether they are a list; ``end`` is where the list ends."""

    literals: list[Literal]
    listed: bool
    start: int
    end: int


def sources(text: str) -> dict[int, Source]:
    """The sources of the cells of a notebook by their number from 1, as ``cells`` holds them at the top.

    The text is JSON. A key that comes twice is left out with its cell, since readers differ on it.
    """
    found: dict[int, Source] = {}
    doubled: set[int] = set()
    path: list[str | int] = []
    tokens = list(_TOKEN.finditer(text))
    number = 0
    while number < len(tokens):
        token = tokens[number]
        sign = token[0]
        if sign == "{":
            path.append("")
        elif sign == "[":
            path.append(0)
        elif sign in "]}":
            path.pop()
        elif sign == "," and isinstance(path[-1], int):
            path[-1] += 1
        elif sign[0] == '"' and number + 1 < len(tokens) and tokens[number + 1][0] == ":" and isinstance(path[-1], str):
            path[-1] = json.loads(sign, strict=False)
            number += 1
            if len(path) == 3 and path[0] == "cells" and isinstance(path[1], int) and path[2] == "source":
                cell = path[1] + 1
                if cell in found:
                    doubled.add(cell)
                source = _source(tokens, number + 1)
                if source is not None:
                    found[cell] = source
        number += 1
    return {cell: source for cell, source in found.items() if cell not in doubled}


def _source(tokens: list[re.Match[str]], number: int) -> Source | None:
    first = tokens[number]
    if first[0][0] == '"':
        return Source([_literal(first)], False, first.start(), first.end())
    if first[0] != "[":
        return None
    literals = []
    for token in tokens[number + 1 :]:
        if token[0][0] == '"':
            literals.append(_literal(token))
        elif token[0] != ",":
            return Source(literals, True, first.start(), token.end())
    return None


def _literal(token: re.Match[str]) -> Literal:
    return Literal(token.start(), token.end(), json.loads(token[0], strict=False))


def replaced(text: str, source: Source, new: str) -> tuple[int, int, str] | None:
    """The edit that puts another text into a source; None if it is not written as notebooks are."""
    escaped = text.isascii()
    raw = [_raw(text, literal) for literal in source.literals]
    if any(len(one) != len(literal.value) for one, literal in zip(raw, source.literals, strict=True)):
        return None  # half of a character
    if not source.listed:
        literal = source.literals[0]
        lines, at = [], 0
        for line in _LINES.findall(literal.value):
            lines.append("".join(raw[0][at : at + len(line)]))
            at += len(line)
        return literal.start, literal.end, f'"{"".join(_rewritten(lines, new, escaped=escaped))}"'
    old = [literal.value for literal in source.literals]
    if not old or old != _LINES.findall("".join(old)):
        return None
    gaps = {text[one.end : other.start] for one, other in pairwise(source.literals)} or {_gap(text, source)}
    if len(gaps) != 1:
        return None
    pieces = [f'"{line}"' for line in _rewritten(["".join(one) for one in raw], new, escaped=escaped)]
    return source.literals[0].start, source.literals[-1].end, gaps.pop().join(pieces)


def _gap(text: str, source: Source) -> str:
    """What stands between two literals, told from a list of one: a comma, and what stands in front of the one."""
    margin = text[source.start + 1 : source.literals[0].start]
    return f",{margin}" if margin or '": ' not in text else ", "


def _raw(text: str, literal: Literal) -> list[str]:
    """The characters of a literal, each as it is written."""
    return _CHARACTER.findall(text, literal.start + 1, literal.end - 1)


def _rewritten(raw: list[str], new: str, *, escaped: bool) -> list[str]:
    """The lines of a text as they are written in literals; what is not new stays as it was written."""
    old = [json.loads(f'"{line}"', strict=False) for line in raw]
    lines = _LINES.findall(new)
    written: list[str] = []
    for tag, first, last, low, high in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
        if tag == "equal":
            written += raw[first:last]
        elif last - first == high - low:
            written += [
                _line(raw[number], old[number], line, escaped=escaped)
                for number, line in enumerate(lines[low:high], first)
            ]
        else:
            written += [_dumped(line, escaped=escaped) for line in lines[low:high]]
    return written


def _line(raw: str, old: str, new: str, *, escaped: bool) -> str:
    characters = _CHARACTER.findall(raw)
    front = _alike(old, new)
    back = _alike(old[front:][::-1], new[front:][::-1])
    middle = _dumped(new[front : len(new) - back], escaped=escaped)
    return "".join([*characters[:front], middle, *characters[len(characters) - back :]])


def _dumped(text: str, *, escaped: bool) -> str:
    return json.dumps(text, ensure_ascii=escaped)[1:-1]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with together."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)
