"""Where settings come from: the config files, found and read as flake8 finds its own.

A file that cannot hold what is looked for is not parsed, and the parser for it is not imported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLE = "flake8-no-xrt"
# The settings, as they are spelled in [tool.flake8-no-xrt] and on the command line.
KEYS = (
    "torch-xla",
    "guards",
    "deprecated",
    "select",
    "ignore",
    "extend-select",
    "extend-ignore",
    "per-file-ignores",
    "exclude",
    "extend-exclude",
    "output-format",
)
# The plugin's own settings carry a prefix in flake8's files, since they share a section with everyone else's.
PREFIX = "xrt-"
PREFIXED = ("torch-xla", "guards", "deprecated")
# What is taken over from flake8's own settings. Its `format` is not: it names formatters of flake8.
SHARED = ("select", "ignore", "extend-select", "extend-ignore", "per-file-ignores", "exclude", "extend-exclude")
_INI_NAMES = ("setup.cfg", "tox.ini", ".flake8")
_SECTION = "flake8"


class Source(NamedTuple):
    """A place that settings come from.

    ``label`` says which; patterns are relative to ``folder``; ``values`` holds what stands there, by the names of
    :data:`KEYS`. ``shared`` says that the place is flake8's: codes that are not ours stand there by right.
    """

    label: str
    folder: str
    values: Mapping[str, object]
    shared: bool = False


class Project(NamedTuple):
    """The parsed ``pyproject.toml`` of the project."""

    path: str
    data: Mapping[str, object]


def read(config: str | None, isolated: bool) -> tuple[list[Source], Project | None]:
    """The sources in the order in which they win, and the project file, if there are any.

    ``config`` is one file to take instead of those that are found; with ``isolated`` no file is read. Raises
    :class:`BadOption`.
    """
    if isolated:
        return [], None
    if config is not None:
        return _named(config)
    project = _find_project()
    ini = _find_ini()
    own = [] if project is None else _own(project)
    return own + ([] if ini is None else [ini]), project


def shown(path: str) -> str:
    """A path as it is told to the user: relative to the current folder where it is in it."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _named(config: str) -> tuple[list[Source], Project | None]:
    if config.endswith(".toml"):
        project = _load_toml(os.path.abspath(config), _read_bytes(config))
        return _own(project), project
    source = _load_ini(os.path.abspath(config), _read_bytes(config))
    if source is None:
        raise BadOption(f"{config}: there is no section [{_SECTION}]")
    return [source], None


def _folders() -> Iterator[str]:
    """The current folder and those above it, up to the home folder or the root, as flake8 goes."""
    home = os.path.realpath(os.path.expanduser("~"))
    folder = os.path.abspath(os.curdir)
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder or os.path.realpath(above) == home:
            return
        folder = above


def _find_ini() -> Source | None:
    for folder in _folders():
        for name in _INI_NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                data = _read_bytes(path)
                # flake8 takes the first file that has its section.
                source = _load_ini(path, data) if b"[flake8" in data else None
                if source is not None:
                    return source
    return None


def _find_project() -> Project | None:
    for folder in _folders():
        path = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(path):
            data = _read_bytes(path)
            lowered = data.lower()
            if TABLE.encode() in lowered or (b"torch" in lowered and b"xla" in lowered):
                return _load_toml(path, data)
            return None
    return None


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise BadOption(f"{shown(path)}: {error.strerror or error}") from None


def _load_ini(path: str, data: bytes) -> Source | None:
    import configparser

    parser = configparser.RawConfigParser()
    name = shown(path)
    try:
        parser.read_string(data.decode("utf-8"), name)
    except (configparser.Error, UnicodeDecodeError) as error:
        raise BadOption(f"{name}: {' '.join(str(error).split())}") from None
    if not parser.has_section(_SECTION):
        # A file with plugins of flake8 only is flake8's config file all the same.
        return Source(f"{name} [{_SECTION}]", os.path.dirname(path), {}) if "flake8:local-plugins" in parser else None
    label = f"{name} [{_SECTION}]"
    values: dict[str, object] = {}
    for written, text in parser.items(_SECTION):
        key = written.replace("_", "-")
        if key.startswith(PREFIX):
            key = _known(key.removeprefix(PREFIX), PREFIXED, f"{label}: {written}", PREFIX)
        elif key not in SHARED:
            continue
        _put(values, key, text, f"{label}: {written}")
    return Source(label, os.path.dirname(path), values, shared=True)


def _load_toml(path: str, data: bytes) -> Project:
    name = shown(path)
    try:
        return Project(path, parse_toml(data.decode("utf-8")))
    except ValueError as error:
        raise BadOption(f"{name}: {error}") from None


def parse_toml(text: str) -> dict[str, object]:
    """The data of a TOML text. Raises ValueError, with a text that says what is wrong and where."""
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _own(project: Project) -> list[Source]:
    """The table of this command in a project file."""
    label = f"{shown(project.path)} [tool.{TABLE}]"
    tools = project.data.get("tool")
    table = tools.get(TABLE) if isinstance(tools, dict) else None
    if table is None:
        return []
    if not isinstance(table, dict):
        raise BadOption(f"{label} is no table")
    values: dict[str, object] = {}
    for written, value in table.items():
        key = written.replace("_", "-")
        if key.removeprefix(PREFIX) in PREFIXED:
            key = key.removeprefix(PREFIX)
        _put(values, _known(key, KEYS, f"{label}: {written}"), value, f"{label}: {written}")
    return [Source(label, os.path.dirname(project.path), values)]


def _known(key: str, known: tuple[str, ...], where: str, prefix: str = "") -> str:
    if key in known:
        return key
    from difflib import get_close_matches

    close = get_close_matches(key, known, 1)
    hint = f", did you mean {prefix}{close[0]}?" if close else f": known are {', '.join(prefix + k for k in known)}"
    raise BadOption(f"{where} is no setting{hint}")


def _put(values: dict[str, object], key: str, value: object, where: str) -> None:
    if key in values:
        raise BadOption(f"{where} is given twice")
    values[key] = value
