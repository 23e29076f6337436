"""Settings in Makefiles: assignments and ``export``; recipes are shell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds.spots import APPENDED, EFFECT, UNKNOWN, Cut, Span, Spot, line_of
from flake8_no_xrt.kinds.make import ASSIGNMENT

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.part import Part

_EXPORT = re.compile(r"[ \t]*export[ \t]+(?P<names>[\w \t]+?)[ \t]*(?:#.*)?\n?")
_ACTS = re.compile(r"\$[({](?:shell|eval|call|error|file|guile)\b|!=")
_COMMENT = re.compile(r"(?<!\\)#")
_OPENING = re.compile(r"[ \t]*(?:ifn?def|ifn?eq)\b(?P<test>.*)")
_CLOSING = re.compile(r"[ \t]*endif\b")
_ANY = re.compile(rf"\b(?:{'|'.join(VARIABLES)})\b")


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a Makefile, outside of its recipes."""
    text = part.text
    line = line_of(text, start, end)
    content = text[line.start : line.end]
    if content.rstrip("\n").endswith("\\") or text[: line.start].endswith("\\\n"):
        return Withheld("it goes over several lines")
    if _decided(text, line.start):
        return Withheld("a test on such a variable decides on it")
    comment = _COMMENT.search(content)
    body = content[: comment.start()] if comment else content.rstrip("\n")
    assignment = ASSIGNMENT.fullmatch(body)
    if assignment is not None and line.start + assignment.start("name") == start:
        if _ACTS.search(body):
            return EFFECT
        removal = _line(content, line, comment)
        value = Span(line.start + assignment.start("value"), line.start + len(body.rstrip()))
        added = "+=" in body[assignment.end("name") : assignment.start("value")]
        target = body[: assignment.start("words")].strip()
        exported = "export" in assignment["words"]
        scopes = (("target", target), ("target", ""))
        return Spot(scopes, Span(start, end), value, removal, exported, APPENDED.reason if added else None)
    export = _EXPORT.fullmatch(content)
    if export is None:
        return UNKNOWN
    names = [Span(*match.span()) for match in re.compile(r"\w+").finditer(text, *_shifted(export.span("names"), line))]
    own = next((number for number, name in enumerate(names) if name == (start, end)), None)
    if own is None:
        return UNKNOWN
    if len(names) == 1:
        removal = _line(content, line, comment)
    else:
        removal = Cut(names[own - 1].end, end) if own else Cut(start, names[1].start)
    return Spot((("target", ""),), Span(start, end), None, removal)


def _line(content: str, line: Span, comment: re.Match[str] | None) -> Cut:
    if comment is None:
        return Cut(line.start, line.end, lines=True)
    indent = len(content) - len(content.lstrip())
    return Cut(line.start + indent, line.start + comment.start())


def _shifted(span: tuple[int, int], line: Span) -> tuple[int, int]:
    return line.start + span[0], line.start + span[1]


def _decided(text: str, end: int) -> bool:
    """Whether a condition on a variable of XRT is open at a place."""
    stack: list[bool] = []
    for one in text[:end].splitlines():
        opening = _OPENING.match(one)
        if opening:
            stack.append(bool(_ANY.search(opening["test"])))
        elif _CLOSING.match(one) and stack:
            stack.pop()
    return any(stack)
