"""Settings in ``.env`` files: one a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds.spots import EMPTY, UNKNOWN, Cut, Span, Spot, whole_line
from flake8_no_xrt.kinds.env import ENTRY

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.part import Part

_COMMENT = re.compile(r"[ \t]+#.*")


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in an environment file."""
    text = part.text
    entry = next((match for match in ENTRY.finditer(text) if match.span("name") == (start, end)), None)
    if entry is None:
        return UNKNOWN
    stop = entry.end()
    value: Span | None = None
    if entry["value"] is not None:
        written = entry["value"]
        if written[:1] not in ("'", '"'):
            written = _COMMENT.sub("", written)
        stop = entry.start("value") + len(written.rstrip())
        value = Span(entry.start("value"), stop)
    removal: Cut | Withheld = whole_line(text, entry.start(), stop) or UNKNOWN
    if isinstance(removal, Cut) and not (text[: removal.start] + text[removal.end :]).strip():
        removal = EMPTY
    if "\n" in text[start:stop]:
        return Withheld("its value goes over several lines")
    return Spot((("file",),), Span(start, end), value, removal, exported=True)
