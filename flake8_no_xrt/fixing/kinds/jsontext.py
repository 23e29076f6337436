"""The text of a JSON document: where the string literals of a value stand, and literals with other contents."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
_CHARACTER = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)
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
    if not source.listed:
        return _in_literal(text, source.literals[0], new, escaped=escaped)
    old = [literal.value for literal in source.literals]
    if not old or old != _LINES.findall("".join(old)):
        return None
    gaps = {text[one.end : other.start] for one, other in pairwise(source.literals)}
    gaps = gaps or {f",{text[source.start + 1 : source.literals[0].start]}"}
    if len(gaps) != 1:
        return None
    raws: dict[str, str] = {literal.value: text[literal.start : literal.end] for literal in source.literals}
    pieces = [raws.get(line) or json.dumps(line, ensure_ascii=escaped) for line in _LINES.findall(new)]
    return source.literals[0].start, source.literals[-1].end, gaps.pop().join(pieces)


def _in_literal(text: str, literal: Literal, new: str, *, escaped: bool) -> tuple[int, int, str] | None:
    """Replace what differs in one literal, so that the rest of it stays as it is written."""
    characters = list(_CHARACTER.finditer(text, literal.start + 1, literal.end - 1))
    old = literal.value
    if len(characters) != len(old):
        return None  # a character that is written as two
    front = _alike(old, new)
    back = _alike(old[front:][::-1], new[front:][::-1])
    start = characters[front].start() if front < len(old) else literal.end - 1
    end = characters[len(old) - back].start() if back else literal.end - 1
    return start, end, json.dumps(new[front : len(new) - back], ensure_ascii=escaped)[1:-1]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with together."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)
