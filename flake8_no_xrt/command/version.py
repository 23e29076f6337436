"""The version of this package."""

from __future__ import annotations


def version() -> str:
    """The version that is installed."""
    from importlib import metadata

    return metadata.version("flake8-no-xrt")
