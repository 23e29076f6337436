"""``.env`` files and the like: ``NAME=value``, one a line, and bare names that are handed over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import template
from flake8_no_xrt.kinds.hits import KNOWN, Reader

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.part import Part

ENTRY = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?(?P<name>[A-Za-z_][\w.]*)[ \t]*
    (?:=[ \t]*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^\r\n]*)|(?=\r?$))""",
    re.MULTILINE | re.VERBOSE | re.DOTALL,
)
_COMMENT = re.compile(r"(?:^|\s)#.*")


def read(part: Part, reader: Reader) -> None:
    """Report the settings of an environment file."""
    for entry in ENTRY.finditer(part.text):
        name, value = part.group(entry, "name"), entry["value"]
        if name.text in KNOWN:
            reader.setting(name, None if value is None else _COMMENT.sub("", value).strip().strip("'\""))
        if value and not value.startswith("'"):
            commented = None if value.startswith('"') else _COMMENT.search(value)
            start, end = entry.span("value")
            template.read_dollars(part.cut(start, start + commented.start() if commented else end), reader, {name.text})
