"""Lists of strings as JSON writes them, ``["python", "-m", "pkg"]``, with the places of their characters."""

from __future__ import annotations

import re

from flake8_no_xrt.kinds.part import Part

_STRING = r'"(?:[^"\\]|\\.)*"'
_LIST = re.compile(rf"\s*\[\s*(?:{_STRING}\s*(?:,\s*{_STRING}\s*)*,?)?\s*\]\s*", re.DOTALL)
_ITEM = re.compile(_STRING, re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<plain>.))", re.DOTALL)
_MEANS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "e": "\x1b"}


def strings(part: Part) -> list[Part] | None:
    """The strings of a part that is such a list, else None."""
    if not _LIST.fullmatch(part.text):
        return None
    return [unescaped(part.group(item).cut(1, -1)) for item in _ITEM.finditer(part.text)]


def unescaped(part: Part) -> Part:
    """The part with backslash escapes resolved; each result stands where its escape begins."""
    if "\\" not in part.text:
        return part
    parts, last = [], 0
    for match in _ESCAPE.finditer(part.text):
        code, plain = match["code"], match["plain"]
        meant = chr(int(code, 16)) if code else "" if plain == "\n" else _MEANS.get(plain, plain)
        parts += [part.cut(last, match.start()), Part(meant, [part.places[match.start()]] * len(meant))]
        last = match.end()
    return Part.joined([*parts, part.cut(last)])
