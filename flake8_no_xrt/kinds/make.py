"""Makefiles: assignments and ``export``, references, conditions, and recipes as shell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import shell
from flake8_no_xrt.kinds.hits import KNOWN, NAME, WORTH, Reader
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

ASSIGNMENT = re.compile(
    r"""\s*(?:[^\s:=#][^:=#\n]*::?\s*)?             # the target of a target-specific value
    (?P<words>(?:(?:export|override|private)\s+)*)
    (?P<name>[A-Za-z_]\w*)\s*(?:\?|:{1,3}|\+|!)?=\s*(?P<value>.*)""",
    re.VERBOSE | re.DOTALL,
)
_EXPORT = re.compile(r"\s*export\s+(?P<names>[\w\s]+)")
_NAME = re.compile(rf"(?<!\w){NAME}")
_REFERENCE = re.compile(rf"\$[({{](?:(?:origin|value|flavor|or|and|if|strip)\s+)?(?P<name>{NAME})(?=[:)}},\s])")
_CONDITION = re.compile(rf"\s*(?:else\s+)?ifn?def\s+(?P<name>{NAME})")
_ANY_REFERENCE = re.compile(r"(?<!\$)\$(?:\([^()$]*\)|\{[^{}$]*\}|[@<^*?%+|])")
_DEFINE = re.compile(r"\s*(?:(?:export|override)\s+)*define\s")
_ENDEF = re.compile(r"\s*endef\b")
_PREFIX = re.compile(r"[\s@+-]*")
_RULE = re.compile(r"[^\s#=][^=]*?:(?!=)")


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of a Makefile. Raises MissingExtra."""
    defining = False
    for logical in logical_lines(part):
        recipe = logical.text.startswith("\t")
        if not recipe:
            # What stands between define and endef is a text, of which only recipes are known for what they are.
            defining = not _ENDEF.match(logical.text) and (defining or bool(_DEFINE.match(logical.text)))
        if not WORTH.search(logical.text) or (defining and not recipe):
            continue
        line = logical if recipe else _without_comment(logical)
        _references(line, reader)
        if recipe:
            _recipe(line, reader)
            continue
        assignment = ASSIGNMENT.fullmatch(line.text)
        if assignment:
            name = line.group(assignment, "name")
            if name.text in KNOWN:
                reader.setting(name, assignment["value"].strip())
            continue
        export = _EXPORT.fullmatch(line.text)
        if export:
            names = line.group(export, "names")
            for match in _NAME.finditer(names.text):
                reader.setting(names.group(match), None)
        rule = _RULE.match(line.text)
        if rule and ";" in line.text:
            _recipe(line.cut(line.text.index(";") + 1), reader)


def logical_lines(part: Part) -> Iterator[Part]:
    """The lines, with those that a backslash continues joined."""
    pieces: list[Part] = []
    for line in part.lines():
        pieces.append(line)
        if not line.text.rstrip("\r\n").endswith("\\"):
            yield Part.joined(pieces).stripped("\r\n")
            pieces = []
    if pieces:
        yield Part.joined(pieces).stripped("\r\n")


def _without_comment(line: Part) -> Part:
    match = re.search(r"(?<!\\)#", line.text)
    return line.cut(0, match.start()) if match else line


def _references(line: Part, reader: Reader) -> None:
    for pattern in (_REFERENCE, _CONDITION):
        for match in pattern.finditer(line.text):
            reader.reading(line.group(match, "name"))


def _recipe(line: Part, reader: Reader) -> None:
    """A recipe is shell once make's references are gone and ``$$`` is the shell's ``$``."""
    prefix = _PREFIX.match(line.text)
    command = line.cut(prefix.end() if prefix else 0)
    if command.text.startswith("#"):
        return
    shell.read(command.masked(_ANY_REFERENCE).replaced(re.compile(r"\$\$"), "$"), reader)
