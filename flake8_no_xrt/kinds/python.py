"""Python modules: from their text to the findings that no comment suppresses."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from flake8_no_xrt.judging.prefilter import may_report

if TYPE_CHECKING:
    import ast

    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options


def scan(text: str, options: Options, *, named: bool = False) -> list[Finding]:
    """The findings in the text of a module, whose line ends are plain newlines, in the order of the source.

    Text that certainly holds no finding is not parsed, unless the user ``named`` the file. Raises
    :class:`flake8_no_xrt.kinds.Unreadable` if the text is no Python.
    """
    if not may_report(text, options):
        if named:
            parse(text)
        return []
    # What follows is imported by the first module that needs it: most modules of most projects do not.
    from flake8_no_xrt.judging.check import check
    from flake8_no_xrt.kinds.flake8_noqa import unsuppressed

    # Not str.splitlines, which also splits at form feeds and other characters that end no line of Python.
    lines = io.StringIO(text).readlines()
    tree = parse(text)
    return unsuppressed(check(tree, lines, options), lines, tree)


def parse(text: str) -> ast.Module:
    """Parse a module without the warnings of the parser.

    Raises :class:`flake8_no_xrt.kinds.Unreadable`, with the line where there is one.
    """
    import ast
    import warnings

    from flake8_no_xrt.kinds import Unreadable

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise Unreadable(f"cannot be parsed as Python: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        reason = str(error) or "it is nested too deeply"
        raise Unreadable(f"cannot be parsed as Python: {reason}") from None
