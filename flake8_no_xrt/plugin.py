"""The flake8 plugin: codes ``XRT###`` from the tree that flake8 has parsed."""

from __future__ import annotations

import sys
from configparser import ConfigParser
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, ClassVar

from flake8_no_xrt.judging.options import BadOption, Options
from flake8_no_xrt.judging.prefilter import may_report

if TYPE_CHECKING:
    import argparse
    import ast
    from collections.abc import Iterator, Sequence

    from flake8.options.manager import OptionManager

    from flake8_no_xrt.judging.findings import Finding

# The words of flake8's own config files.
_TRUTH = ConfigParser.BOOLEAN_STATES


class Plugin:
    """One run over one file.

    flake8 hands over the tree and the lines; the file itself is never opened again, since on stdin it may
    not be the one on disk.
    """

    name: ClassVar[str] = "flake8-no-xrt"
    version: ClassVar[str] = version("flake8-no-xrt")
    options: ClassVar[Options] = Options()

    def __init__(self, tree: ast.AST, lines: Sequence[str], filename: str = "") -> None:
        self._tree = tree
        self._lines = lines
        self._filename = filename

    @classmethod
    def add_options(cls, parser: OptionManager) -> None:
        """Add the options; each can stand in every config file that flake8 reads."""
        parser.add_option(
            "--xrt-torch-xla",
            default=None,
            metavar="SPEC",
            parse_from_config=True,
            help="The torch_xla releases that are supported, such as '>=2.2'. Stating them also turns on the codes "
            "for dead code and for names that start later. (Default: the PJRT-only releases, 2.1 and later)",
        )
        parser.add_option(
            "--xrt-guards",
            default=None,
            metavar="GUARDS",
            parse_from_config=True,
            help="What the project's own flags and helpers mean: 'NAME: SPEC', or 'NAME: pjrt' for a using_pjrt(); "
            "one a line, or separated by ';'.",
        )
        parser.add_option(
            "--xrt-deprecated",
            # Not store_true: flake8 ends in a traceback if a config file has another word than a truth value there.
            action="store_const",
            const="true",
            default="false",
            parse_from_config=True,
            help="Also report later deprecations that are not XRT's (XRT9xx).",
        )

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Take the options over; a bad value ends the run with one line."""
        try:
            deprecated = _truth("deprecated", options.xrt_deprecated)
            cls.options = Options.parse(options.xrt_torch_xla, options.xrt_guards, deprecated)
        except BadOption as error:
            sys.exit(f"flake8-no-xrt: bad option --xrt-{error}")

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """The findings as flake8 wants them: line, 0-based column, code with message, and the plugin."""
        try:
            findings = self._findings()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the run goes on and says so
            words = " ".join(f"{type(error).__name__}: {error}".split())
            yield 1, 0, f"XRT000 internal error, this file was not judged: {words}", type(self)
            return
        for finding in findings:
            yield finding.line, finding.column - 1, f"{finding.code} {finding.message}", type(self)

    def _findings(self) -> list[Finding]:
        if not may_report("".join(self._lines), self.options):
            return []
        # Imported by the first file that needs it: most files of most projects do not.
        from flake8_no_xrt.judging.check import check

        return check(self._tree, self._lines, self.options)


def _truth(name: str, text: str) -> bool:
    try:
        return _TRUTH[text.strip().lower()]
    except KeyError:
        raise BadOption(f"{name}: {text!r} is neither true nor false") from None
