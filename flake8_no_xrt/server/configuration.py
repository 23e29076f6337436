"""The settings of each folder: those of the editor over those of the config files, as the command has them."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_no_xrt.command import settings as settings_of
from flake8_no_xrt.command.reports import TOOL
from flake8_no_xrt.command.selection import matches
from flake8_no_xrt.command.settings import Settings
from flake8_no_xrt.command.sources import KEYS
from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

CONFIG_FILES = ("pyproject.toml", "setup.cfg", "tox.ini", ".flake8")
# Where other people's code is installed, into which editors jump.
_INSTALLED = {"site-packages", "dist-packages"}
_KNOWN = (*KEYS, "config", "isolated")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Configuration:
    """The settings that hold for a path. What is wrong with them is told once, by ``tell``."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._given: dict[str, object] = {}
        self._config: str | None = None
        self._isolated = False
        self._loaded: dict[str, Settings] = {}
        self._good: dict[str, Settings] = {}
        self._told: set[str] = set()

    def take(self, sent: object) -> bool:
        """Take settings from the editor; False if there are none of ours in what it sent."""
        section = _section(sent)
        if section is None:
            return False
        self.forget()
        given: dict[str, object] = {}
        config: str | None = None
        isolated = False
        for written, value in section.items():
            key = _HUMP.sub("-", written).replace("_", "-").lower()
            if key not in _KNOWN:
                self._say(f"{written} is no setting: known are {', '.join(_KNOWN)}")
            elif value is None:
                continue
            elif key == "config" and isinstance(value, str):
                config = value or None
            elif key == "isolated" and isinstance(value, bool):
                isolated = value
            elif key in KEYS:
                given[key] = value
            else:
                self._say(f"{written}: {value!r} cannot be used")
        self._given, self._config, self._isolated = given, config, isolated
        return True

    def forget(self) -> None:
        """Have the config files read anew."""
        self._loaded.clear()
        self._told.clear()

    def refresh(self) -> None:
        """Have the config files read anew, without a word on what has been told already."""
        self._loaded.clear()

    def of(self, folder: str) -> Settings:
        """The settings of a folder. With a bad one, those that held before, else those of the rest."""
        if folder not in self._loaded:
            try:
                self._loaded[folder] = self._good[folder] = self._load(folder, self._given)
            except BadOption as error:
                self._say(str(error).replace("--", f"{TOOL}.", 1) if str(error).startswith("--") else str(error))
                self._loaded[folder] = self._good.get(folder) or self._without_given(folder)
        return self._loaded[folder]

    def _without_given(self, folder: str) -> Settings:
        try:
            return self._load(folder, {})
        except BadOption:
            return Settings()

    def _load(self, folder: str, given: Mapping[str, object]) -> Settings:
        with _inside(folder):
            return settings_of.load(given, self._config, self._isolated)

    def _say(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            self._tell(f"{TOOL}: {message}")


def is_excluded(path: str, folder: str, settings: Settings) -> bool:
    """Whether the settings leave a file, or a folder it is in, out; or whether it is installed code."""
    if not _INSTALLED.isdisjoint(path.replace("\\", "/").split("/")):
        return True
    patterns = (settings.exclude or ()) + settings.extend_exclude
    inside = (
        place for place in (Path(path), *Path(path).parents) if place.is_relative_to(folder) and place != Path(folder)
    )
    return bool(patterns) and any(matches(str(place), patterns) for place in inside)


def _section(sent: object) -> dict[str, object] | None:
    """Our part of what an editor sent: under our name, or by itself if all of it can be ours."""
    if not isinstance(sent, dict):
        return None
    for name in (TOOL, TOOL.replace("-", "_"), "flake8NoXrt"):
        if name in sent:
            return sent[name] if isinstance(sent[name], dict) else {}
    inner = sent.get("settings")
    return _section(inner) if isinstance(inner, dict) else None


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    """Settings are those of the current folder."""
    before = Path.cwd()
    # One that is in the editor only has the settings of the server's own folder.
    with suppress(OSError):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
