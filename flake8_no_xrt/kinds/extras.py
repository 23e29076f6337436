"""Libraries that come with an extra: their absence is said, with the name of the extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(Exception):
    """A file cannot be read without a library that is not installed.

    ``extra`` is the extra that brings the library; the text is one line that says how to get it.
    """

    def __init__(self, library: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"was not read, because {library} is not installed: pip install 'flake8-no-xrt[{extra}]', or [all]"
        )


def library(name: str, extra: str) -> Any:
    """The module of a library, which an extra brings. Raises :class:`MissingExtra`."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingExtra(name, extra) from None
