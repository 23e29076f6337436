"""Environment variables and launchers as the rules of all languages need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.rules.saying import Words, grouped
from flake8_no_xrt.rules.table import OPT_IN

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Verdict
    from flake8_no_xrt.judging.verdicts import Handling

# The variables that are only advised against, and the value of them that matters.
_LATER: dict[str, str | None] = {"XLA_USE_SPMD": None, "PJRT_DEVICE": "GPU"}
_HANDLINGS: tuple[Handling, ...] = ("set", "read", "named")


class Setting(NamedTuple):
    """What one rule is about: variables with one code; ``value`` limits it to one value."""

    code: str
    handling: Handling
    value: str | None
    words: list[Words]

    @property
    def names(self) -> list[str]:
        """The variables."""
        return [name for group in self.words for name in group.names]


def settings(target: Releases, *, advice: bool) -> list[Setting]:
    """The settings of a target; ``advice`` admits the opt-in."""
    found: dict[tuple[str, Handling, str | None], list[tuple[str, str]]] = {}
    for handling in _HANDLINGS:
        for name, value in [*((name, None) for name in VARIABLES), *_LATER.items()]:
            verdict = _verdict(name, value, handling, target)
            if verdict is not None and (advice or not verdict.code.startswith(OPT_IN)):
                found.setdefault((verdict.code, handling, value), []).append((name, verdict.message))
    return [Setting(*key, grouped(messages)) for key, messages in found.items()]


def _verdict(name: str, value: str | None, handling: Handling, target: Releases) -> Verdict | None:
    if name in VARIABLES:
        return verdicts.variable(name, handling, target)
    return verdicts.setting(name, value, handling, target, deprecated=True)


class Launcher(NamedTuple):
    """The modules that ``python -m`` can no longer start, with one code."""

    code: str
    words: list[Words]

    @property
    def modules(self) -> list[str]:
        """The modules, by full name."""
        return [module for group in self.words for module in group.names]


def launchers(target: Releases) -> list[Launcher]:
    """The launchers of a target: none, or one for all modules."""
    found: dict[str, list[tuple[str, str]]] = {}
    for module in sorted(names.modules()):
        verdict = verdicts.launcher(module, target)
        if verdict is not None and verdict.code == "XRT204":
            found.setdefault(verdict.code, []).append((module, verdict.message))
    return [Launcher(code, grouped(messages)) for code, messages in found.items()]
