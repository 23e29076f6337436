"""The installed torch_xla that the facts are held against.

Where the test extra installs it, a missing one is an error. Elsewhere there are no wheels: the recorded names
stand in, so that only the catalogue is held against the names, and the summary of the run says so.
"""

import configparser
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.releases import RELEASES
from flake8_no_xrt.truth import installed
from flake8_no_xrt.truth.library import Library

SETUP = Path(__file__).resolve().parents[1] / "setup.cfg"


class Here(NamedTuple):
    release: str
    exists: Callable[[str], bool]
    library: Library | None
    folder: Path | None


def requirement() -> Requirement:
    """What setup.cfg's test extra says about torch_xla."""
    config = configparser.ConfigParser()
    config.read(SETUP, encoding="utf-8")
    lines = config["options.extras_require"]["test"].split("\n")
    return next(found for line in lines if line.strip() and (found := Requirement(line)).name == names.ROOT)


def expected() -> bool:
    marker = requirement().marker
    return marker is None or marker.evaluate()


def look() -> Here:
    if not expected():
        last = RELEASES[-1]
        return Here(last, lambda path: last in names.lives(path), None, None)
    try:
        found = installed.find()
    except installed.NotInstalledError as error:
        raise AssertionError(f"{error}: install the test extra, which has {requirement()}") from error
    assert requirement().specifier.contains(found.version), f"torch_xla {found.version} is not {requirement()}"
    return Here(found.release, lambda path: found.library.find(path) is not None, found.library, found.folder)


def stand_in_note() -> str:
    if expected():
        return ""
    return "torch_xla has no wheels for this machine: the recorded names stood in for an installed one"
