"""INI files by what their programs do with them: tox, pytest-env, systemd, supervisor, and plain settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.kinds import shell, template
from flake8_no_xrt.kinds.hits import KNOWN, NAME, Reader
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECTION = re.compile(r"\[(?P<name>.*)\]\s*")
_ENTRY = re.compile(r"(?P<key>[^\s=:#;\[][^=:\n]*?)\s*[=:]\s*(?P<value>.*)", re.DOTALL)
# A line of tox's setenv or of pytest-env: factors or flags, then the setting. ``U:`` takes a variable away.
_SETTING = re.compile(rf"\s*(?:[\w{{}},!. -]+:\s+|(?:[DR]:){{1,2}})?(?P<name>{NAME})\s*=(?P<value>.*)", re.DOTALL)
_UNIT_SETTING = re.compile(rf"(?:^|(?<=\s)|(?<=[\"']))(?P<name>{NAME})=(?P<value>[^\s\"']*)")
_WORD = re.compile(rf"(?<![\w*]){NAME}(?!\*)")
_FACTORS = re.compile(r"\s*[\w{},!.-]+:\s+")
_SUBSTITUTED = re.compile(rf"\{{env:(?P<name>{NAME})[:}}]")
_LISTED = re.compile(rf"(?:^|,)\s*(?P<name>{NAME})\s*=\s*(?P<value>[^,]*)")


class Entry(NamedTuple):
    """A key, and the lines of its value without comments."""

    section: str
    key: Part
    lines: list[Part]


def entries(part: Part) -> Iterator[Entry]:
    """The entries of the file; a line that is indented, or follows a backslash, continues a value."""
    section, current, joined = "", None, False
    for raw in part.lines():
        line = raw.stripped("\r\n")
        text = line.text.strip()
        if (not text or text[0] in "#;") and not joined:
            continue
        if current and (joined or line.text[:1].isspace()):
            current.lines.append(line.stripped())
        else:
            if current:
                yield current
            current = None
            if match := _SECTION.fullmatch(text):
                section = match["name"]
            elif match := _ENTRY.fullmatch(line.stripped().text):
                stripped = line.stripped()
                current = Entry(section, stripped.group(match, "key"), [stripped.group(match, "value")])
            elif text in KNOWN:
                current = Entry(section, line.stripped(), [])
        joined = text.endswith("\\")
    if current:
        yield current


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of an INI file. Raises MissingExtra."""
    for entry in entries(part):
        key = entry.key
        if key.text in KNOWN:
            reader.setting(key, "\n".join(line.text for line in entry.lines).strip("'\" "))
        handler = _HANDLERS.get(re.sub(r"[-_]", "", key.text).lower())
        if handler is None and key.text.startswith("Exec"):
            handler = _commands
        if handler is not None:
            handler(entry, reader)
        for line in entry.lines:
            for match in _SUBSTITUTED.finditer(line.text):
                reader.reading(line.group(match, "name"))


def _settings(entry: Entry, reader: Reader) -> None:
    for line in entry.lines:
        if match := _SETTING.match(line.text):
            reader.setting(line.group(match, "name"), match["value"].strip().strip("'\""))


def _unit(entry: Entry, reader: Reader) -> None:
    """Systemd's ``Environment="A=1" B=2``, and supervisor's ``environment=A="1",B="2"``."""
    for line in entry.lines:
        for pattern in (_UNIT_SETTING, _LISTED):
            for match in pattern.finditer(line.text):
                reader.setting(line.group(match, "name"), match["value"].strip("'\" "))


def _handed(entry: Entry, reader: Reader) -> None:
    for line in entry.lines:
        for match in _WORD.finditer(line.text):
            reader.setting(line.group(match), None)


def _commands(entry: Entry, reader: Reader) -> None:
    for command in _joined(entry.lines):
        factors = _FACTORS.match(command.text)
        bare = command.cut(factors.end() if factors else 0)
        shell.read(bare.stripped("-@+!: "), reader)


def _joined(lines: list[Part]) -> Iterator[Part]:
    pieces: list[Part] = []
    for line in lines:
        continued = line.text.endswith("\\")
        pieces.append(line.cut(0, -1) if continued else line)
        if not continued:
            yield Part.joined(pieces, " ")
            pieces = []
    if pieces:
        yield Part.joined(pieces, " ")


def _interpolated(entry: Entry, reader: Reader) -> None:
    _settings(entry, reader)
    for line in entry.lines:
        template.read_dollars(line, reader)


_HANDLERS: dict[str, Callable[[Entry, Reader], None]] = {
    "setenv": _settings,
    "env": _interpolated,
    "envvars": _settings,
    "passenv": _handed,
    "environment": _unit,
    "defaultenvironment": _unit,
    "passenvironment": _handed,
    "command": _commands,
    "commands": _commands,
    "commandspre": _commands,
    "commandspost": _commands,
    "script": _commands,
}
