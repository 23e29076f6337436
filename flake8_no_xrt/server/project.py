"""What the other Python files of the workspace take from one: a fix does not remove that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flake8_no_xrt.command.files import find
from flake8_no_xrt.fixing.across import Taken
from flake8_no_xrt.kinds import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flake8_no_xrt.command.settings import Settings


class Project:
    """The names that are taken from files, each looked for once until something is saved."""

    def __init__(self) -> None:
        self._kept: dict[str, frozenset[str]] = {}

    def forget(self) -> None:
        """Have the files read anew."""
        self._kept.clear()

    def kept(self, path: str, folder: str, settings: Settings, opened: Mapping[str, str]) -> frozenset[str]:
        """The module-level names of a file that the other files of a folder take; ``opened`` are unsaved texts."""
        if path not in self._kept:
            self._kept[path] = _kept(path, folder, settings, opened)
        return self._kept[path]


def _kept(path: str, folder: str, settings: Settings, opened: Mapping[str, str]) -> frozenset[str]:
    taken = Taken([path])
    # Only who names a module can take something from it.
    module = Path(path).parent.name if Path(path).stem == "__init__" else Path(path).stem
    listed = [file.path for file in find([folder], settings.exclude, settings.extend_exclude).files]
    for other in dict.fromkeys([*listed, *opened]):
        if other != path and kind_of(other, "") == "python":
            text = opened[other] if other in opened else _text(other)
            if module in text:
                taken.read(other, text)
    return taken.kept(path)


def _text(path: str) -> str:
    """The text of a file; what is not UTF-8 in it stands in no name that is imported."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""
