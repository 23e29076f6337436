"""The settings of a run: the command line over the project's table over flake8's files.

Where no target is stated, the project's requirement of torch_xla is the target.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.command import selection, sources
from flake8_no_xrt.command.selection import Selection
from flake8_no_xrt.command.sources import KEYS, Source
from flake8_no_xrt.judging.options import BadOption, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flake8_no_xrt.facts.releases import Releases

FORMATS = ("text", "full", "json", "github", "sarif", "gitlab", "junit")
_DEFAULT = "default"


class Origin(NamedTuple):
    """What a setting is, and where it was taken from."""

    key: str
    value: str
    source: str


class Settings(NamedTuple):
    """Everything that decides what is reported and how.

    ``target_stated`` says that the user gave the target to this tool, so that the requirement of a script does
    not change it. ``exclude`` is None where the usual folders are meant.
    """

    options: Options = Options()
    target_stated: bool = False
    selection: Selection = Selection()
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    output_format: str = "text"
    origins: tuple[Origin, ...] = ()

    def options_for(self, text: str) -> Options:
        """The options for a Python file: its own inline metadata is the target where none is stated.

        Raises :class:`BadOption` if the metadata cannot be used.
        """
        if self.target_stated or "# /// script" not in text:
            return self.options
        from flake8_no_xrt.command import requirements

        required = requirements.of_script(text)
        return self.options if required is None else _with_target(self.options, required.releases)


def load(given: Mapping[str, object], config: str | None = None, isolated: bool = False) -> Settings:
    """The settings of a run in the current folder.

    ``given`` holds what stands on the command line, by the names of :data:`~flake8_no_xrt.command.sources.KEYS`;
    ``config`` and ``isolated`` are as for :func:`flake8_no_xrt.command.sources.read`. Raises :class:`BadOption`.
    """
    found, project = sources.read(config, isolated)
    ranked = [Source("command line", os.curdir, given), *found]
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for key in KEYS:
        source = next((source for source in ranked if key in source.values), None)
        if source is None:
            continue
        written = f"--{key}" if source.label == "command line" else f"{source.label}: {key}"
        try:
            value = _READERS[key](source.values[key], source)
        except BadOption as error:
            raise BadOption(f"{written}: {str(error).removeprefix(f'{key}: ')}") from None
        if value is not None:
            values[key], origins[key] = value, source.label
    stated = "torch-xla" in values
    options = values.get("torch-xla", Options())
    if not stated and project is not None:
        from flake8_no_xrt.command import requirements

        name = sources.shown(project.path)
        try:
            required = requirements.of_project(project.data)
        except BadOption as error:
            raise BadOption(f"{name}: {error}") from None
        if required is not None:
            options = _with_target(options, required.releases)
            origins["torch-xla"] = f"{name} {required.said}"
    options = options._replace(
        guards=values.get("guards", options.guards), deprecated=values.get("deprecated", options.deprecated)
    )
    settings = Settings(
        options,
        stated,
        Selection(
            values.get("select"),
            values.get("extend-select", ()),
            values.get("ignore", ()) + values.get("extend-ignore", ()),
            values.get("per-file-ignores", ()),
        ),
        values.get("exclude"),
        values.get("extend-exclude", ()),
        values.get("output-format", "text"),
    )
    return settings._replace(origins=_origins(settings, values, origins))


def _with_target(options: Options, releases: Releases) -> Options:
    return options._replace(target=releases, floor_stated=True)


# -- reading values: each gives the value, or None if nothing was said --------------------------------------------
def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise BadOption(f"{value!r} is no text")


def _items(value: object) -> list[str]:
    if isinstance(value, str):
        return selection.split(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise BadOption(f"{value!r} is no list of texts")


def _target(value: object, source: Source) -> Options | None:
    text = _text(value)
    if not text.strip():
        if source.shared:
            return None
        raise BadOption("the specifier is empty: say for example '>=2.1'")
    return Options.parse(torch_xla=text)


def _guards(value: object, _: Source) -> object:
    if isinstance(value, dict):
        value = [f"{name}: {_text(meaning)}" for name, meaning in value.items()]
    text = value if isinstance(value, str) else "\n".join(_items(value))
    return Options.parse(guards=text).guards


_BOOLEANS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


def _boolean(value: object, _: Source) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _BOOLEANS:
        return _BOOLEANS[value.lower()]
    raise BadOption(f"{value!r} is neither true nor false")


def _codes(value: object, source: Source) -> tuple[str, ...] | None:
    # A list of flake8 that does not speak of us says nothing: `select = E,F` does not silence this command.
    return selection.codes(_items(value), source.shared) or None


def _per_file(value: object, source: Source) -> tuple[tuple[str, tuple[str, ...]], ...]:
    pairs: list[tuple[str, list[str]]]
    pairs = [(name, _items(listed)) for name, listed in value.items()] if isinstance(value, dict) else []
    if not pairs:
        pairs = selection.per_file(value if isinstance(value, str) else "\n".join(_items(value or [])))
    return tuple(
        (selection.pattern(name, source.folder), selection.codes(listed, source.shared)) for name, listed in pairs
    )


def _patterns(value: object, source: Source) -> tuple[str, ...]:
    return tuple(selection.pattern(item, source.folder) for item in _items(value))


def _format(value: object, _: Source) -> str:
    text = _text(value)
    if text not in FORMATS:
        raise BadOption(f"{text!r} is none of {', '.join(FORMATS)}")
    return text


_READERS: dict[str, Callable[[object, Source], object]] = {
    "torch-xla": _target,
    "guards": _guards,
    "deprecated": _boolean,
    "select": _codes,
    "ignore": _codes,
    "extend-select": _codes,
    "extend-ignore": _codes,
    "per-file-ignores": _per_file,
    "exclude": _patterns,
    "extend-exclude": _patterns,
    "output-format": _format,
}


# -- telling -------------------------------------------------------------------------------------------------
def _origins(settings: Settings, values: Mapping[str, Any], origins: Mapping[str, str]) -> tuple[Origin, ...]:
    told = {
        "torch-xla": str(settings.options.target),
        "guards": "; ".join(settings.options.guards),
        "deprecated": str(settings.options.deprecated).lower(),
        "per-file-ignores": "; ".join(f"{name}: {', '.join(listed)}" for name, listed in settings.selection.per_file),
        "output-format": settings.output_format,
    }
    return tuple(
        Origin(key, told[key] if key in told else ", ".join(values.get(key) or ()), origins.get(key, _DEFAULT))
        for key in KEYS
    )
