"""Rounds of fixing one file: plan, apply what fits together, prove the result, repeat until nothing changes.

A result that does not parse, that has a new finding or a new pyflakes message, or in which a fixed finding is
still there, is taken apart: the fixes are tried one by one, and the ones at fault are withheld with the reason.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.context import Context
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld, apply, clash
from flake8_no_xrt.fixing.plan import plan
from flake8_no_xrt.fixing.source import Source
from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.findings import Finding

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options

MOST_ROUNDS = 20


class NotSettled(RuntimeError):
    """The rounds did not come to an end: a fault of this package."""


class Planned(NamedTuple):
    """A finding with its fix."""

    finding: Finding
    fix: Fix


class Outcome(NamedTuple):
    """What became of a file: its text, the fixes applied in order, and why others were not."""

    text: str
    applied: list[Planned]
    withheld: list[tuple[Finding, str]]


Visible = Callable[[Sequence[Finding], Sequence[str]], Sequence[Finding]]


def everything(findings: Sequence[Finding], lines: Sequence[str]) -> Sequence[Finding]:
    """All findings: nothing is suppressed by a comment."""
    del lines
    return findings


def plans(
    text: str, options: Options, kept: frozenset[str] = frozenset(), visible: Visible = everything
) -> list[tuple[Finding, Fix | Withheld]]:
    """Every visible finding of a file with its fix, or why it has none. Raises SyntaxError.

    ``kept`` are the module-level names that other files take from this one, ``visible`` leaves out the findings
    that a comment suppresses.
    """
    context = Context(text, options, kept)
    findings = set(visible([found.finding for found in context.judged.found], context.source.lines))
    return [(found.finding, plan(context, found)) for found in context.judged.found if found.finding in findings]


def fix(
    text: str,
    options: Options,
    *,
    unsafe: bool,
    wanted: Callable[[Finding], bool],
    kept: frozenset[str] = frozenset(),
    visible: Visible = everything,
) -> Outcome:
    """Fix a file: the safe fixes, with ``unsafe`` the others too, of the findings that are ``wanted``.

    ``kept`` and ``visible`` are as for :func:`plans`. Raises SyntaxError if the text is no Python,
    :class:`NotSettled` if the fixes chase each other.
    """
    applied: list[Planned] = []
    refused: dict[tuple[str, str, str], str] = {}
    for _ in range(MOST_ROUNDS):
        planned, withheld = _sort(plans(text, options, kept, visible), refused, unsafe=unsafe, wanted=wanted)
        if not planned:
            return Outcome(text, applied, withheld)
        text, done, faulty = _round(text, options, planned)
        applied += done
        refused.update(faulty)
        if not done and not faulty:
            return Outcome(text, applied, withheld)
    raise NotSettled(f"the fixes did not settle in {MOST_ROUNDS} rounds")


def _sort(
    all_plans: list[tuple[Finding, Fix | Withheld]],
    refused: dict[tuple[str, str, str], str],
    *,
    unsafe: bool,
    wanted: Callable[[Finding], bool],
) -> tuple[list[Planned], list[tuple[Finding, str]]]:
    planned, withheld = [], []
    for finding, proposal in all_plans:
        if not wanted(finding):
            continue
        if isinstance(proposal, Withheld):
            withheld.append((finding, proposal.reason))
        elif _key(finding, proposal) in refused:
            withheld.append((finding, refused[_key(finding, proposal)]))
        elif proposal.safety == "unsafe" and not unsafe:
            withheld.append((finding, "the fix is unsafe, see --unsafe-fixes"))
        else:
            planned.append(Planned(finding, proposal))
    return planned, withheld


def _key(finding: Finding, proposal: Fix) -> tuple[str, str, str]:
    """What makes a refused fix known again in a later round, in which lines have moved."""
    return finding.code, finding.name, "".join(edit.text for edit in proposal.edits)


def _round(
    text: str, options: Options, planned: list[Planned]
) -> tuple[str, list[Planned], dict[tuple[str, str, str], str]]:
    """Apply what fits together; where the result is not sound, one by one."""
    together: list[Planned] = []
    edits: list[Edit] = []
    for item in planned:
        if not clash(item.fix.edits, edits):
            together.append(item)
            edits += item.fix.edits
    result = apply(text, edits)
    fault = unsound(text, result, options, together)
    if fault is None:
        return result, together, {}
    if len(together) == 1:
        return text, [], {_key(*together[0]): fault}
    # Alone, the first sound one is taken; the rest is planned anew in the next round.
    faulty: dict[tuple[str, str, str], str] = {}
    for item in together:
        result = apply(text, item.fix.edits)
        fault = unsound(text, result, options, [item])
        if fault is None:
            return result, [item], faulty
        faulty[_key(*item)] = fault
    return text, [], faulty


def unsound(before: str, after: str, options: Options, applied: list[Planned]) -> str | None:
    """Why a result may not be written; None if it may."""
    try:
        tree = ast.parse(after)
    except (SyntaxError, ValueError) as error:
        return f"the result does not parse ({error})"
    old, new = (Counter(_named(text, options)) for text in (before, after))
    fresh = new - old
    # Dead code shows more dead code: that is for the next round.
    for what in [what for what in fresh if what[0].startswith("XRT5")]:
        del fresh[what]
    if fresh:
        code, name = next(iter(fresh))
        return f"the result has a new finding ({code} {name})"
    gone = Counter((item.finding.code, item.finding.name) for item in applied)
    left = next((what for what, count in gone.items() if what[0][:4] != "XRT5" and new[what] > old[what] - count), None)
    if left is not None:
        return f"the finding is still there afterwards ({left[0]} {left[1]})"
    messages = _flakes(tree) - _flakes(ast.parse(before))
    if messages:
        return f"the result has a new pyflakes message ({next(iter(messages))})"
    return None


def _named(text: str, options: Options) -> list[tuple[str, str]]:
    return [(item.code, item.name) for item in check(ast.parse(text), Source(text).lines, options)]


def _flakes(tree: ast.Module) -> Counter[str]:
    """The pyflakes messages of a module, without the line numbers some of them speak of."""
    # A dependency of flake8; only fixing needs it.
    from pyflakes.checker import Checker

    return Counter(
        f"{type(message).__name__} {' '.join(str(item) for item in message.message_args if not isinstance(item, int))}"
        for message in Checker(tree).messages
    )
