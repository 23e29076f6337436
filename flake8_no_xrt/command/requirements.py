"""The target from what a project or a script says it requires of torch_xla."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.sources import parse_toml
from flake8_no_xrt.facts.releases import ABSENT, NOTHING, BadSpecifier, Releases
from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# The package's name in all the spellings that mean the same.
_OURS = re.compile(r"\s*torch[-_.]+xla(?![\w.-]*\w)", re.IGNORECASE)
_SCRIPT = re.compile(r"(?m)^# /// script$\s(?P<content>(?:^#(?:| .*)$\s)+)^# ///$")


class Required(NamedTuple):
    """The releases that requirements allow, and the requirements, each with its place."""

    releases: Releases
    said: str


def of_project(data: Mapping[str, object]) -> Required | None:
    """What a parsed ``pyproject.toml`` requires; None if it says nothing. Raises :class:`BadOption`."""
    return _union(_project_requirements(data))


def of_script(text: str) -> Required | None:
    """What the inline metadata (PEP 723) of a script requires; None if it says nothing.

    Raises :class:`BadOption`.
    """
    blocks = list(_SCRIPT.finditer(text))
    if not blocks:
        return None
    if len(blocks) > 1:
        raise BadOption("inline script metadata: there are two script blocks")
    lines = blocks[0].group("content").splitlines()
    try:
        data = parse_toml("\n".join(line[2:] for line in lines))
    except ValueError as error:
        raise BadOption(f"inline script metadata: {error}") from None
    return _union(("inline script metadata", item) for item in _strings(data.get("dependencies")))


def _project_requirements(data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    project = _table(data.get("project"))
    for item in _strings(project.get("dependencies")):
        yield "[project] dependencies", item
    for name, items in _table(project.get("optional-dependencies")).items():
        for item in _strings(items):
            yield f"[project.optional-dependencies] {name}", item
    for name, items in _table(data.get("dependency-groups")).items():
        for item in _strings(items):
            yield f"[dependency-groups] {name}", item


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _strings(value: object) -> list[str]:
    # A dependency group can include others; those are read where they stand.
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _union(requirements: Iterator[tuple[str, str]]) -> Required | None:
    stated = [(place, item, spec) for place, item in requirements for spec in _specifier(place, item)]
    if not stated:
        return None
    allowed, failure = NOTHING, None
    for place, item, spec in stated:
        try:
            allowed |= Releases.from_specifier(spec)
        except BadSpecifier as error:
            failure = BadOption(f"{place}: {item}: {error}; state the target with --torch-xla")
    if not allowed and failure is not None:
        raise failure
    said = "; ".join(dict.fromkeys(f"{place}: {item}" for place, item, _ in stated))
    return Required(allowed - ABSENT, said)


def _specifier(place: str, item: str) -> Iterator[str]:
    """The specifier of a requirement of torch_xla; nothing for other packages, a bare name or an address."""
    if not _OURS.match(item):
        return
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(item)
    except InvalidRequirement as error:
        raise BadOption(f"{place}: {item!r} is no requirement: {str(error).splitlines()[0]}") from None
    # A marker narrows the environments, not the releases, so it is left aside.
    if requirement.specifier:
        yield str(requirement.specifier)
