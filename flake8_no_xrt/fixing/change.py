"""A change in the making: edits that may lie inside each other, and the doubts that make it unsafe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Edit, Fix

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context

# Comments for tools, which speak of the line they stand on.
_MACHINE = re.compile(r"#\s*(?:noqa|pragma|type:|fmt:|isort:|pylint:|pyright:|nosec|mypy:)", re.IGNORECASE)


class Hold(Exception):
    """There is no fix; the text is the reason."""


class Change:
    """Collects the edits of one fix. Whatever goes is looked at for comments, unless it is said to be dead code."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.doubts: list[str] = []
        self._edits: list[Edit] = []

    def doubt(self, why: str) -> None:
        """Note what keeps the fix from being safe."""
        self.doubts.append(why)

    def delete(self, start: int, end: int, *, dead: bool = False) -> None:
        """Delete a range; comments outside ``dead`` code would be missed."""
        self.replace(start, end, "", dead=dead)

    def replace(self, start: int, end: int, text: str, *, dead: bool = False) -> None:
        """Put a text in place of a range."""
        if not dead and self.context.source.comments(start, end):
            self.doubt("a comment would be lost")
        if self.context.source.text[start:end] != text:
            self._edits.append(Edit(start, end, text))

    def edits(self) -> tuple[Edit, ...]:
        """The edits without those that lie in what is deleted or replaced anyway; deletions that meet are one."""
        found: list[Edit] = []
        for edit in sorted(self._edits, key=lambda item: (item.start, -item.end)):
            last = found[-1] if found else None
            if last is None or edit.start > last.end or (edit.start == last.end and (edit.text or last.text)):
                found.append(edit)
            elif edit.end > last.end:
                if edit.text or last.text:
                    raise Hold("its parts cannot be edited together")
                found[-1] = Edit(last.start, edit.end, "")
        return tuple(found)

    def fix(self, title: str) -> Fix:
        """The fix that the edits make."""
        edits = self.edits()
        if not edits:
            raise Hold("nothing is left to change")
        return Fix(title, "unsafe" if self.doubts else "safe", edits)


def for_tools(comment: str) -> bool:
    """Whether a comment speaks to a tool."""
    return _MACHINE.match(comment) is not None
