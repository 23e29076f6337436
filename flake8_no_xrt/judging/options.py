"""What a user may say about a run: the target, the guards of their own, and the opt-in."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.releases import ABSENT, PJRT_ONLY, BadSpecifier, Releases
from flake8_no_xrt.reading.outcomes import USING_PJRT, Outcomes, version_outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping


class BadOption(ValueError):
    """An option value that cannot be used. The text is one line that says which, where and why."""


class Options(NamedTuple):
    """The settings of a run.

    ``target`` holds the releases that are supported, without ``absent``; ``floor_stated`` says that the user
    named them, which dead code and late names wait for. ``guards`` maps the names of flags and helpers of the
    project to their outcomes. ``deprecated`` admits the XRT9xx codes.
    """

    target: Releases = PJRT_ONLY
    floor_stated: bool = False
    guards: Mapping[str, Outcomes] = MappingProxyType({})
    deprecated: bool = False

    @classmethod
    def parse(cls, torch_xla: str | None = None, guards: str | None = None, deprecated: bool = False) -> Options:
        """Options from texts as they stand in a config file; None or empty means the default.

        Raises :class:`BadOption`.
        """
        target, stated = PJRT_ONLY, bool(torch_xla and torch_xla.strip())
        if torch_xla and stated:
            try:
                target = Releases.from_specifier(torch_xla)
            except BadSpecifier as error:
                raise BadOption(f"torch-xla: {error}") from None
        return cls(target - ABSENT, stated, MappingProxyType(parse_guards(guards or "")), deprecated)


_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def parse_guards(text: str) -> dict[str, Outcomes]:
    """Guards from ``NAME: SPEC`` or ``NAME: pjrt``, one a line or separated by ``;``.

    Raises :class:`BadOption`.
    """
    guards = {}
    for line in text.replace(";", "\n").splitlines():
        item = line.strip()
        if not item:
            continue
        name, colon, meaning = (part.strip() for part in item.partition(":"))
        if not colon or not _NAME.fullmatch(name):
            raise BadOption(f"guards: {item!r} is not 'NAME: SPECIFIER' or 'NAME: pjrt'")
        if name in guards:
            raise BadOption(f"guards: {name} is given twice")
        if meaning == "pjrt":
            guards[name] = USING_PJRT
            continue
        try:
            Releases.from_specifier(meaning)
            guards[name] = version_outcomes(meaning)
        except BadSpecifier as error:
            raise BadOption(f"guards: {name}: {error}") from None
    return guards
