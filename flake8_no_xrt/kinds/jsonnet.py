"""Jsonnet, token by token: keys of objects, ``std.extVar``, commands as lists and as text blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.advice import SCHEME
from flake8_no_xrt.kinds import dispatch, words
from flake8_no_xrt.kinds.guess import kind_of_text
from flake8_no_xrt.kinds.hits import KNOWN, NAME, WORTH, Reader
from flake8_no_xrt.kinds.jsonlist import unescaped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.kinds.part import Part

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<block>\|\|\|-?[ \t]*\n.*?\n[ \t]*\|\|\|)
    |(?P<verbatim>@"(?:[^"]|"")*"|@'(?:[^']|'')*')
    |(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<word>[A-Za-z_]\w*)
    |(?P<colon>\+?:{1,3})
    |(?P<sign>[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)
_SETTING = re.compile(rf"(?P<name>{NAME})=(?P<value>\S*)")


class _Token(NamedTuple):
    kind: str
    part: Part  # of a string what is in it

    @property
    def text(self) -> str:
        return self.part.text


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of a Jsonnet file. Raises MissingExtra."""
    if not WORTH.search(part.text):
        return
    tokens = _tokens(part)
    for index, token in enumerate(tokens):
        following = tokens[index + 1 : index + 6]
        if token.kind in {"word", "string"} and token.text in KNOWN:
            _name(token, tokens[max(0, index - 4) : index], following, reader)
        elif token.kind == "string":
            _string(token, reader)
        elif token.kind == "block" and kind_of_text(token.text) == "shell":
            dispatch.read("shell", token.part, reader)
        if token.text == "[" and token.kind == "sign":
            words.read(_list(tokens, index), reader)


def _tokens(part: Part) -> list[_Token]:
    tokens = []
    for match in TOKEN.finditer(part.text):
        kind = match.lastgroup or ""
        token = part.group(match)
        if kind == "comment":
            continue
        if kind == "string":
            token = unescaped(token.cut(1, -1))
        elif kind == "verbatim":
            kind, token = "string", token.cut(2, -1)
        elif kind == "block":
            token = token.cut(token.text.index("\n") + 1, -3)
        tokens.append(_Token(kind, token))
    return tokens


def _name(token: _Token, before: Sequence[_Token], following: Sequence[_Token], reader: Reader) -> None:
    """A known name: the key of a field, the argument of ``std.extVar``, or the ``name`` beside a ``value``."""
    earlier = [one.text for one in before]
    later = [one.text for one in following]
    if later and following[0].kind == "colon":
        value = following[1].text if len(following) > 1 and following[1].kind == "string" else None
        reader.setting(token.part, value)
    elif token.kind == "string" and earlier[-4:] == ["std", ".", "extVar", "("]:
        reader.reading(token.part)
    elif earlier[-2:-1] == ["name"] and before[-1].kind == "colon" and later[:1] == [","] and later[1:2] == ["value"]:
        reader.setting(token.part, later[3] if len(later) > 3 and following[3].kind == "string" else None)


def _string(token: _Token, reader: Reader) -> None:
    setting = _SETTING.fullmatch(token.text)
    if setting:
        reader.setting(token.part.group(setting, "name"), setting["value"])
    elif token.text == SCHEME:
        reader.scheme(token.part)
    elif "\n" in token.text and kind_of_text(token.text) == "shell":
        dispatch.read("shell", token.part, reader)


def _list(tokens: Sequence[_Token], start: int) -> list[Part]:
    """The strings of a list, where it holds nothing else up to its first other element."""
    found: list[Part] = []
    for token in tokens[start + 1 :]:
        if token.kind == "string":
            found.append(token.part)
        elif token.text != ",":
            break
    return found
