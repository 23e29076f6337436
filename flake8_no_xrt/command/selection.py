"""Which codes are reported where: flake8's rules for select, ignore and per-file-ignores, for our codes."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatch
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FAMILY = "XRT"

_SPLIT = re.compile(r"[,\s]+")
_PER_FILE_TOKEN = re.compile(
    r"(?P<code>[A-Z]+[0-9]*(?=$|\s|,))|(?P<colon>\s*:\s*)|(?P<separator>[,\s]+)|(?P<file>[^\s:,]+)"
)


class Selection(NamedTuple):
    """The codes that are admitted. ``select`` is None where nothing was selected: then all are."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def for_file(self, path: str) -> Callable[[str], bool]:
        """The test on a code in this file.

        Of the ``per_file`` patterns that match, the longest counts alone; where a code is both selected and
        ignored the longer prefix wins, and ignore at a tie. All that is what flake8 does.
        """
        ignore = self.ignore
        matching = [item for item in self.per_file if matches(path, [item[0]])]
        if matching:
            ignore += max(matching, key=lambda item: len(item[0]))[1]
        selected = (self.select or ()) + self.extend_select

        def admits(code: str) -> bool:
            chosen = _longest(code, selected)
            refused = _longest(code, ignore)
            return chosen > refused if chosen else self.select is None and not refused

        return admits


def _longest(code: str, prefixes: tuple[str, ...]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)


def split(text: str) -> list[str]:
    """The items of a list that is separated by commas or white space."""
    return [item for item in _SPLIT.split(text) if item]


def codes(items: Sequence[str], shared: bool) -> tuple[str, ...]:
    """Codes and prefixes of codes. With ``shared``, what is not ours is passed over, else it is refused.

    Raises :class:`BadOption`.
    """
    if shared:
        return tuple(item for item in items if item.startswith(FAMILY) or FAMILY.startswith(item))
    if not items:
        raise BadOption("no code is given")
    from flake8_no_xrt.facts.codes import CODES

    for item in items:
        if not any(code.startswith(item) for code in CODES):
            raise BadOption(f"{item!r} is no code, nor the beginning of one")
    return tuple(items)


def per_file(text: str) -> list[tuple[str, list[str]]]:
    """Patterns and codes from the text form of ``per-file-ignores``, as flake8 reads it.

    Raises :class:`BadOption`.
    """
    found: list[tuple[str, list[str]]] = []
    files: list[str] = []
    listed: list[str] = []
    after_colon = False
    separated = True
    for token in _PER_FILE_TOKEN.finditer(text.strip()):
        kind, value = token.lastgroup, token.group()
        if kind == "separator":
            separated = True
            continue
        if kind == "colon" and not after_colon and files:
            after_colon = separated = True
            continue
        if kind == "code" and after_colon and separated:
            listed.append(value)
        elif kind in ("file", "code") and separated and (not after_colon or (kind == "file" and listed)):
            if after_colon:
                found += [(name, listed) for name in files]
                files, listed, after_colon = [], [], False
            files.append(value)
        else:
            raise BadOption(f"{value.strip()!r} is out of place: say 'PATTERN:CODE,CODE PATTERN:CODE'")
        separated = False
    if files and not listed:
        raise BadOption(f"no codes are given for {files[0]!r}: say 'PATTERN:CODE,CODE PATTERN:CODE'")
    return found + [(name, listed) for name in files]


def pattern(text: str, folder: str) -> str:
    """A path pattern in its full form: one with a separator is relative to ``folder``."""
    if text == os.curdir or os.sep in text or (os.altsep and os.altsep in text):
        text = os.path.abspath(os.path.join(folder, text))
    return text.rstrip(os.sep + (os.altsep or ""))


def matches(path: str, patterns: Sequence[str]) -> bool:
    """Whether the name or the full path of a file or folder fits one of the patterns."""
    if not patterns:
        return False
    name = os.path.basename(path)
    full = os.path.abspath(path)
    return any(fnmatch(name, pattern) or fnmatch(full, pattern) for pattern in patterns)
