"""Rounds of fixing one file: plan, apply what fits together, prove the result, repeat until nothing changes.

A result that does not parse, that has a new finding or a new pyflakes message, or in which a fixed finding is
still there, is taken apart: the fixes are tried one after the other, and the ones at fault are withheld with the
reason.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.cleanup import UNUSED, on_purpose, tidy
from flake8_no_xrt.fixing.context import Context
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld, apply, clash
from flake8_no_xrt.fixing.plan import plan
from flake8_no_xrt.fixing.source import Source
from flake8_no_xrt.fixing.unused import cleaned
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


# What makes a refused fix known again in a later round, in which lines have moved.
Key = tuple[str, str, str, str]


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
    found: list[tuple[Finding, Fix | Withheld]] = []
    for finding, proposal in _plans(context, visible):
        if isinstance(proposal, Fix):
            edits = cleaned(context, proposal.edits, unsafe=proposal.safety == "unsafe")
            found.append((finding, proposal._replace(edits=edits)))
        else:
            found.append((finding, proposal))
    return found


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
    refused: dict[Key, str] = {}
    for _ in range(MOST_ROUNDS):
        context = Context(text, options, kept)
        planned, withheld = _sort(context, _plans(context, visible), refused, unsafe=unsafe, wanted=wanted)
        if not planned:
            return Outcome(text, applied, withheld)
        text, done, faulty = _round(context, planned, unsafe=unsafe)
        applied += done
        # What was refused beside other code may be sound beside what it has become.
        refused = {} if done else {**refused, **faulty}
        if not done and not faulty:
            return Outcome(text, applied, withheld)
    raise NotSettled(f"the fixes did not settle in {MOST_ROUNDS} rounds")


def _plans(context: Context, visible: Visible) -> list[tuple[Finding, Fix | Withheld]]:
    """The plans without what only tidies up behind them, which is planned for all fixes of a round together."""
    findings = set(visible([found.finding for found in context.judged.found], context.source.lines))
    return [(found.finding, plan(context, found)) for found in context.judged.found if found.finding in findings]


def _sort(
    context: Context,
    all_plans: list[tuple[Finding, Fix | Withheld]],
    refused: dict[Key, str],
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
        elif (key := _key(context, finding, proposal)) in refused:
            withheld.append((finding, refused[key]))
        elif proposal.safety == "unsafe" and not unsafe:
            withheld.append((finding, "the fix is unsafe, see --unsafe-fixes"))
        else:
            planned.append(Planned(finding, proposal))
    return planned, withheld


def _key(context: Context, finding: Finding, proposal: Fix) -> Key:
    edits = "".join(edit.text for edit in proposal.edits)
    return finding.code, finding.name, context.source.lines[finding.line - 1].strip(), edits


def _round(context: Context, planned: list[Planned], *, unsafe: bool) -> tuple[str, list[Planned], dict[Key, str]]:
    """Apply what fits together; where the result is not sound, add one after the other what keeps it so."""
    together: list[Planned] = []
    edits: list[Edit] = []
    # What is dead goes first: in it nothing needs another fix.
    for item in sorted(planned, key=lambda one: not one.finding.code.startswith("XRT5")):
        if not clash(item.fix.edits, edits):
            together.append(item)
            edits += item.fix.edits
    result, fault = _tried(context, together, unsafe=unsafe)
    if fault is None:
        return result, together, {}
    reached = context.source.text
    done: list[Planned] = []
    faulty: dict[Key, str] = {}
    for item in together:
        result, fault = _tried(context, [*done, item], unsafe=unsafe)
        if fault is None:
            reached = result
            done.append(item)
            continue
        if done:
            # It may be sound by itself: then it has its turn in the next round.
            fault = _tried(context, [item], unsafe=unsafe)[1]
        if fault is not None:
            faulty[_key(context, *item)] = fault
    return reached, done, faulty


def _tried(context: Context, items: list[Planned], *, unsafe: bool) -> tuple[str, str | None]:
    """The text with some fixes applied and tidied up, and why it may not be written, if so."""
    text, options, kept = context.source.text, context.options, context.kept
    edits = tuple(edit for item in items for edit in item.fix.edits)
    after = tidy(text, apply(text, cleaned(context, edits, unsafe=unsafe)), options, kept)
    return after, unsound(text, after, options, items, kept)


def unsound(
    before: str, after: str, options: Options, applied: list[Planned], kept: frozenset[str] = frozenset()
) -> str | None:
    """Why a result may not be written; None if it may."""
    try:
        ast.parse(after)
    except (SyntaxError, ValueError) as error:
        return f"the result does not parse ({error})"
    if not _compiles(after) and _compiles(before):
        return "the result does not compile"
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
    messages = _flakes(after) - _flakes(before)
    if messages:
        messages -= Counter({UNUSED: on_purpose(after, options, kept)})
    if messages:
        return f"the result has a new pyflakes message ({next(iter(messages))})"
    return None


def _compiles(text: str) -> bool:
    """Whether a text is more than grammatical: ``nonlocal`` has its binding, ``return`` stands in a function."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<text>", "exec", dont_inherit=True)
        except SyntaxError:
            return False
        except (ValueError, RecursionError, MemoryError):
            return True  # that is no answer
    return True


def _named(text: str, options: Options) -> list[tuple[str, str]]:
    return [(item.code, item.name) for item in check(ast.parse(text), Source(text).lines, options)]


@lru_cache(maxsize=8)
def _flakes(text: str) -> Counter[str]:
    """The pyflakes messages of a text, without the line numbers some of them speak of.

    Unused imports are only counted: one that was unused before may be of another module now. The text before a
    round is asked about for each try, so the answers are kept; they are not to be changed.
    """
    # A dependency of flake8; only fixing needs it.
    from pyflakes.checker import Checker

    said = [
        (type(message).__name__, [str(item) for item in message.message_args if not isinstance(item, int)])
        for message in Checker(ast.parse(text)).messages
    ]
    return Counter(kind if kind == UNUSED else f"{kind} {' '.join(about)}" for kind, about in said)
