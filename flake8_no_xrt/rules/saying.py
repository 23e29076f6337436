"""How one ast-grep rule says what each of its names needs.

A rule captures the text that holds the name as ``$N``. A chain of transformations turns it into the message: each
step knows the names of one group and leaves every other text as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAME = "$N"
SAID = "$SAID"
_START = r"""(?s)^(?:["']|\S*python\S* (?:.* )?-m )?(?:[\w.]+\.)?"""
_END = r"(?:[^\w.].*)?$"


class Words(NamedTuple):
    """A message, in which ``$N`` stands for the name, and the names that it is for."""

    message: str
    names: tuple[str, ...]


def grouped(messages: Iterable[tuple[str, str]]) -> list[Words]:
    """Pairs of a name and its message, put together where the message differs in the name only."""
    found: dict[str, list[str]] = {}
    for name, message in messages:
        template = re.sub(rf"\b{re.escape(name)}\b(?!\()", NAME, message)
        found.setdefault(template, []).append(name)
    return [Words(template, tuple(names)) for template, names in found.items()]


def said(words: Sequence[Words]) -> dict[str, Any]:
    """The transformations that give ``$SAID``, the message, from ``$N``, in which the name may be a part.

    It may stand at the start, as in ``XRT_WORKERS=a``, at the end of a path, or behind ``-m`` in a command.
    """
    steps: dict[str, Any] = {}
    source = NAME
    for number, (message, names) in enumerate(words, start=1):
        target = SAID if number == len(words) else f"{SAID}{number}"
        # A text that is a message already starts with its own name, which is in no other step.
        choice = "|".join(map(re.escape, names))
        pattern = f"{_START}(?P<NAME>{choice}){_END}"
        steps[target[1:]] = {"replace": {"source": source, "replace": pattern, "by": message.replace(NAME, "${NAME}")}}
        source = target
    return steps
