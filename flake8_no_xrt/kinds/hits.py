"""What the readers of all kinds report to, and the names they look for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.advice import SCHEME, WATCHED
from flake8_no_xrt.judging import verdicts

if TYPE_CHECKING:
    from flake8_no_xrt.judging.findings import Finding, Verdict
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.kinds.part import Lines, Part

# Whole names only: other programs own XRT_INI_PATH, XILINX_XRT and XRT_COMPOSITOR_*.
KNOWN = WATCHED
NAME = f"(?:{'|'.join(sorted(KNOWN, key=len, reverse=True))})(?!\\w)"
LAUNCHED = r"torch_xla(?:\.\w+)+(?![\w.])"
# What a piece of shell, YAML or the like must hold to be worth parsing.
WORTH = re.compile(rf"{NAME}|{LAUNCHED}|pjrt://")


class Hit(NamedTuple):
    """A verdict and the stretch of the file it is about."""

    start: int
    end: int
    verdict: Verdict


class Trouble(NamedTuple):
    """Something that could not be parsed, and where in the file it begins."""

    place: int
    message: str


class Reader:
    """Collects what is found in one text."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.hits: list[Hit] = []
        self.troubles: list[Trouble] = []
        self._seen: set[tuple[int, int, str]] = set()

    def entered(self, kind: str, part: Part) -> None:
        """A part is read as a kind, inside of the one before: for whoever wants to know where a hit was found."""

    def setting(self, name: Part, value: str | None) -> None:
        """A variable is set, or handed to a process. ``value`` is None where it is unknown."""
        options = self.options
        self.verdict(name, verdicts.setting(name.text, value, "set", options.target, options.deprecated))

    def reading(self, name: Part) -> None:
        """A variable is read or tested."""
        options = self.options
        self.verdict(name, verdicts.setting(name.text, None, "read", options.target, options.deprecated))

    def launch(self, module: Part) -> None:
        """A module is run with ``python -m``."""
        self.verdict(module, verdicts.launcher(module.text, self.options.target))

    def scheme(self, text: Part) -> None:
        """``pjrt://`` is given as a rendezvous."""
        self.verdict(text, verdicts.form(SCHEME, self.options.target, self.options.deprecated))

    def verdict(self, part: Part, verdict: Verdict | None) -> None:
        """A verdict, if there is one, on a part that is not empty."""
        if verdict is not None and part.text:
            hit = Hit(part.places[0], part.places[-1] + 1, verdict)
            # The same stretch can be read twice: a nested command, an alias of a YAML node.
            mark = (hit.start, hit.end, verdict.name)
            if mark not in self._seen:
                self._seen.add(mark)
                self.hits.append(hit)

    def trouble(self, part: Part, message: str) -> None:
        """A part that cannot be parsed."""
        self.troubles.append(Trouble(part.places[0] if part.text else 0, message))


def finding(hit: Hit, lines: Lines) -> Finding:
    """The finding for a hit."""
    end_line, end_column = lines.at(hit.end - 1)
    return hit.verdict.at(*lines.at(hit.start), end_line, end_column + 1)
