"""Settings in INI files: lines of tox, pytest-env, systemd and supervisor, and plain keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds.spots import EMPTY, UNKNOWN, Cut, Span, Spot, line_of
from flake8_no_xrt.kinds.ini import entries

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.ini import Entry
    from flake8_no_xrt.kinds.part import Part

_ASSIGNED = re.compile(r"[ \t]*=[ \t]*")
# In some of these files that begins a comment, in others it is of the value.
_DOUBTFUL = re.compile(r"\s[#;]")
_FRONT = re.compile(r"[ \t]*(?:[\w{},!. -]+:[ \t]+|(?:[DR]:)*)")
_AFTER_KEY = re.compile(r"[^=:]*[=:]?")
_WORDS = frozenset(["passenv", "passenvironment"])
_UNITS = frozenset(["environment", "defaultenvironment"])
# Several of these add to each other, so that one of them can go.
_ADDING = frozenset(["Environment", "PassEnvironment"])
_UNIT_WORD = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[^\s]+")
_LIST_ELEMENT = re.compile(r"[^,\"']*=(?:\"[^\"]*\"|'[^']*'|[^,]*)")


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in an INI file."""
    place = part.places[start]
    known = list(entries(part))
    for entry in known:
        lines = [entry.key, *entry.lines]
        if any(line.text and line.places[0] <= place <= line.places[-1] for line in lines):
            spot = _in_entry(part, entry, Span(start, end))
            alone = sum(other.section == entry.section for other in known) == 1
            if isinstance(spot, Spot) and alone and spot.removal == _line_cut(line_of(part.text, start, end)):
                # On its own line of several of one key it does not get here.
                return spot._replace(removal=EMPTY) if len(entry.lines) < 2 else spot
            return spot
    return UNKNOWN


def _in_entry(part: Part, entry: Entry, name: Span) -> Spot | Withheld:
    text = part.text
    line = line_of(text, name.start, name.end)
    if _DOUBTFUL.search(text, name.end, line.end):
        return Withheld("what stands behind it may be a comment")
    key = re.sub(r"[-_]", "", entry.key.text).lower()
    scopes = ((entry.section, key, entry.key.places[0]), (entry.section, key))
    if entry.key.text == text[name.start : name.end] and entry.key.places[0] == part.places[name.start]:
        return _key(text, entry, name, line)
    if key in _WORDS:
        return _word(text, entry, name, line)
    if key in _UNITS:
        return _unit(text, entry, name, line)
    # Several systemd lines, or one setenv: the settings of one key belong together.
    return _line(text, entry, name, line, scopes[1])


def _key(text: str, entry: Entry, name: Span, line: Span) -> Spot | Withheld:
    assigned = _ASSIGNED.match(text, name.end)
    if len(entry.lines) > 1 or text[line.start : name.start].strip() or (entry.lines and assigned is None):
        return Withheld("its value is more than a word")
    value = Span(assigned.end(), _stripped_end(text, line)) if assigned is not None else None
    return Spot((("section", entry.section),), name, value, _line_cut(line))


def _line(text: str, entry: Entry, name: Span, line: Span, scope: tuple[str, str]) -> Spot | Withheld:
    assigned = _ASSIGNED.match(text, name.end)
    if assigned is None:
        return UNKNOWN
    value = Span(assigned.end(), _stripped_end(text, line))
    return Spot((scope,), name, value, _rest_of_line(text, entry, name, line))


def _rest_of_line(text: str, entry: Entry, name: Span, line: Span) -> Cut | Withheld:
    """The cut of a setting that is all that stands on its line beside the key."""
    if len([one for one in entry.lines if one.text.strip()]) < 2:
        return EMPTY
    front = text[line.start : name.start]
    if _FRONT.fullmatch(front) and front[:1].isspace():
        return Cut(line.start, line.end, lines=True)
    behind = re.search(r"[=:][ \t]*", front)
    if behind is None or not _FRONT.fullmatch(front, behind.end()):
        return UNKNOWN
    return Cut(line.start + behind.start() + 1, _stripped_end(text, line))


def _word(text: str, entry: Entry, name: Span, line: Span) -> Spot | Withheld:
    """One of the names that ``passenv`` or ``PassEnvironment=`` hands on."""
    scope = (("names", entry.section, entry.key.text),)
    around = re.compile(r"[^\s=,]+")
    content = Span(line.start, _stripped_end(text, line))
    front = text[line.start : name.start]
    on_key = not front[:1].isspace() and front.strip() != ""
    begin = line.start + len(front) - len(_AFTER_KEY.sub("", front, count=1)) if on_key else line.start
    words = list(around.finditer(text, begin, content.end))
    own = next((number for number, match in enumerate(words) if match.start() == name.start), None)
    if own is None or words[own].end() != name.end or ":" in text[begin : name.start]:
        return UNKNOWN
    if "," in text[begin : content.end]:
        return Withheld("it is one of several between commas")
    removal: Cut | Withheld
    if len(words) > 1:
        removal = Cut(words[own - 1].end(), name.end) if own else Cut(name.start, words[1].start())
    elif entry.key.text in _ADDING and len(entry.lines) == 1:
        removal = _line_cut(line)
    else:
        removal = _rest_of_line(text, entry, name, line)
    return Spot(scope, name, None, removal)


def _unit(text: str, entry: Entry, name: Span, line: Span) -> Spot | Withheld:
    """One word of systemd's ``Environment=``, one element of supervisor's ``environment=``."""
    if len(entry.lines) != 1:
        return Withheld("it is one of several lines")
    systemd = entry.key.text != entry.key.text.lower()
    begin = text.index("=", line.start) + 1
    pattern = _UNIT_WORD if systemd else _LIST_ELEMENT
    words = [Span(*match.span()) for match in pattern.finditer(text, begin, _stripped_end(text, line))]
    own = next((number for number, word in enumerate(words) if word.start <= name.start < word.end), None)
    if own is None:
        return UNKNOWN
    word = words[own]
    quoted = text[word.start] in "'\"" and systemd
    value = Span(name.end + 1, word.end - quoted)
    if text[name.end : name.end + 1] != "=" or (systemd and text[word.start + quoted : name.start]):
        return UNKNOWN
    if len(words) == 1:
        # In systemd an empty one takes back those before it, in supervisor one stands for all.
        removal = _line_cut(line)
    elif own:
        removal = Cut(words[own - 1].end, word.end)
    else:
        removal = Cut(word.start, words[1].start)
    return Spot((("unit", entry.section),), name, value, removal)


def _line_cut(line: Span) -> Cut | Withheld:
    return Cut(line.start, line.end, lines=True)


def _stripped_end(text: str, line: Span) -> int:
    return line.start + len(text[line.start : line.end].rstrip())
