"""Python source to a tree, for code that is not a file of its own."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.part import Part

_BLANKED = re.compile(r"[^\r\n]")


class NotPython(Exception):
    """The text does not parse; ``line`` is where, 1-based."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def parse(text: str) -> ast.Module:
    """The tree of a text, in which ``await`` may stand outside of functions. Raises :class:`NotPython`."""
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = compile(text, "<part>", "exec", flags, dont_inherit=True)
    except SyntaxError as error:
        raise NotPython(error.msg or "invalid syntax", error.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotPython(str(error) or type(error).__name__, 1) from None
    if not isinstance(tree, ast.Module):
        raise NotPython("no module", 1)
    return tree


def fault(text: str) -> NotPython | None:
    """Why the text does not parse, None if it does."""
    try:
        parse(text)
    except NotPython as error:
        return error
    return None


def parses(text: str) -> bool:
    """Whether the text is Python."""
    return fault(text) is None


def blanked(part: Part) -> Part:
    """The part with everything but its line ends made blank."""
    return part.masked(_BLANKED, " ")
