"""The torch_xla installed in this environment, found without importing it."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.facts.releases import RELEASES
from flake8_no_xrt.truth.library import Library


class NotInstalledError(RuntimeError):
    """There is no torch_xla here, or it says no version."""


class Installed(NamedTuple):
    """An installed torch_xla, and the release of the data it belongs to."""

    version: str
    release: str
    library: Library
    folder: Path


def find() -> Installed:
    """Look for torch_xla on ``sys.path``. Raises NotInstalledError and UnknownReleaseError."""
    spec = importlib.util.find_spec(ROOT)
    if spec is None or spec.origin is None:
        raise NotInstalledError("no torch_xla is installed in this environment")
    folder = Path(spec.origin).parent
    library = Library(folder.parent)
    version = library.version
    if version is None:
        raise NotInstalledError(f"the torch_xla in {os.fspath(folder)} does not say its version")
    return Installed(version, release_of(version), library, folder)


class UnknownReleaseError(ValueError):
    """A version that is none, or older than the data."""


def release_of(version: str) -> str:
    """The release a version belongs to: ``2.5`` for ``2.5.1``; one newer than the data counts as the last.

    The wheel ``2.1.0+xrt`` counts as 2.0, which it is like. Raises UnknownReleaseError.
    """
    try:
        parsed = Version(version)
    except InvalidVersion:
        raise UnknownReleaseError(f"{version!r} is not a version") from None
    if parsed.local == "xrt":
        return "2.0"
    number = (parsed.major, parsed.minor)
    known = {tuple(int(part) for part in release.split(".")): release for release in RELEASES}
    if number in known:
        return known[number]
    if number > max(known):
        return RELEASES[-1]
    raise UnknownReleaseError(f"there is no data for torch_xla {version}: it begins with {RELEASES[0]}")
