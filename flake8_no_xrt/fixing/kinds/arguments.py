"""A setting among the words of a command: which words go with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds.spots import Span
from flake8_no_xrt.kinds.part import each
from flake8_no_xrt.kinds.words import HANDING, base

if TYPE_CHECKING:
    from collections.abc import Sequence

# Commands that take settings in front of the command they run, or as theirs.
_TAKING = frozenset(each("env sudo doas make gmake"))
_PASSING = frozenset(each("nice nohup time exec command"))
_ATTACHED = re.compile(r"(?P<option>-e|--[\w-]+(?==))=?\Z")
# Of sudo and others: it hands on everything, and takes no name.
_ALONE = frozenset(["-E"])
# Without their list they mean something else.
_LISTS = frozenset(["--export"])
_QUOTES = "'\""


class Found(NamedTuple):
    """The words that go, and what of the one word is the value; ``within`` is a stretch of the one word."""

    first: int
    last: int
    value: Span | None
    within: Span | None = None


def value_of(word: str, start: int, length: int) -> Span | None:
    """Where the value stands in a word with ``NAME=value``, without a quote around all of it; None without ``=``."""
    end = start + length
    if word[end : end + 1] != "=":
        return None
    quote = word[-1:]
    around = quote in _QUOTES and word[end + 1 : end + 2] != quote and quote in (word[0], word[start - 1 : start])
    return Span(end + 1, len(word) - around)


def locate(words: Sequence[str], index: int, start: int, length: int, *, command: bool) -> Found | Withheld:
    """The part of the words that one setting takes up; it starts at ``start`` of ``words[index]``.

    ``words`` are as they are written, with their quotes; ``command`` says that the first one is a program.
    """
    word = words[index]
    value = value_of(word, start, length)
    before, behind = word[:start], word[start + length :]
    whole = not before.strip(_QUOTES) and (value is not None or not behind.strip(_QUOTES))
    if not whole and "," in word:
        return _listed(word, start, length, value)
    if whole and index and words[index - 1] in HANDING - _ALONE:
        return Found(index - 1, index, value)
    attached = _ATTACHED.search(before.rstrip(_QUOTES))
    if attached and attached["option"] in HANDING - _LISTS and (value is not None or not behind.strip(_QUOTES)):
        return Found(index, index, value)
    if whole and value is not None and command and _takes(words[:index]) and len(words) > index + 1:
        return Found(index, index, value)
    owner = base(words[0]) if command else "a command"
    return Withheld(f"it is an argument of {owner}, and what that does with it is not known")


def _takes(before: Sequence[str]) -> bool:
    """Whether only commands that take settings, their options and other settings stand in front."""
    names = [base(word) for word in before if not word.startswith("-") and "=" not in word]
    return bool(names) and names[-1] in _TAKING and all(name in _TAKING | _PASSING for name in names)


def _listed(word: str, start: int, length: int, value: Span | None) -> Found | Withheld:
    """One of several in ``--export=ALL,NAME=value``."""
    if any(quote in word for quote in _QUOTES):
        return Withheld("it is one of several in quotes")
    stop = word.find(",", start + length)
    inside = Span(value.start, stop if stop >= 0 else len(word)) if value is not None else None
    if word[start - 1 : start] == ",":
        return Found(0, 0, inside, Span(start - 1, stop if stop >= 0 else len(word)))
    return Found(0, 0, inside, Span(start, stop + 1)) if stop >= 0 else Withheld("it is all of a list")
