"""What there is to say about the names of torch_xla for a target: the table that every rule is made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import BORROWED
from flake8_no_xrt.facts.catalogue import lookup
from flake8_no_xrt.judging import verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Verdict

OPT_IN = "XRT9"


class Row(NamedTuple):
    """One name of torch_xla. ``advice`` says that it still works, or that its code is one of the opt-in."""

    name: str
    code: str
    message: str
    advice: bool

    @property
    def text(self) -> str:
        """Code and message, for tools that report under a code of their own."""
        return f"{self.code} {self.message}"

    @property
    def module(self) -> str:
        """The module of the name."""
        return self.name.rpartition(".")[0]

    @property
    def last(self) -> str:
        """The name in its module."""
        return self.name.rpartition(".")[2]


class Table(NamedTuple):
    """The rows of a target: modules at fault, names at fault in modules that are not, and the members of the former."""

    modules: list[Row]
    names: list[Row]
    members: dict[str, list[Row]]


def table(target: Releases, *, advice: bool) -> Table:
    """The table of a target, sorted by name; ``advice`` admits the rows that are advice.

    A member of a module at fault is no row of its own in ``names``: the import of the module is the cause.
    """
    modules: list[Row] = []
    others: list[Row] = []
    members: dict[str, list[Row]] = {}
    for module in sorted(names.modules()):
        row = _row(module, target)
        rows = [member for member in _members(module, target) if advice or not member.advice]
        if row is None:
            others += rows
        elif row.advice and not advice:
            # What is said of the module is not wanted; what is only its share of that is not either.
            others += [row for row in rows if row.last not in BORROWED and not _same_advice(row.name, module)]
        else:
            modules.append(row)
            members[module] = rows
    return Table(modules, others, members)


def _same_advice(name: str, module: str) -> bool:
    one, other = lookup(name), lookup(module)
    return one is not None and other is not None and one.advice is other.advice


def _members(module: str, target: Releases) -> Iterator[Row]:
    for name in sorted(names.members(module)):
        path = f"{module}.{name}"
        if not names.is_module(path) and (row := _row(path, target)) is not None:
            yield row


def _row(name: str, target: Releases) -> Row | None:
    verdict = verdicts.name(name, target, deprecated=True)
    return None if verdict is None else Row(name, verdict.code, verdict.message, is_advice(verdict, target))


def is_advice(verdict: Verdict, target: Releases) -> bool:
    """Whether a verdict on a name is advice only."""
    entry = lookup(verdict.name)
    return verdict.code.startswith(OPT_IN) or (entry is not None and not entry.broken(target))
