"""What the fixer offers for a text: one finding at a time, or all that is safe."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing import engine
from flake8_no_xrt.fixing.cleanup import tidy
from flake8_no_xrt.fixing.edits import Fix, apply
from flake8_no_xrt.judging.options import BadOption
from flake8_no_xrt.kinds import Located, MissingExtra, Unreadable
from flake8_no_xrt.kinds.flake8_noqa import unsuppressed
from flake8_no_xrt.server.judge import options_of, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.server.subjects import Subject

# In these a finding can only be fixed together with its like: their code is put together before it is fixed.
_TOGETHER = ("notebook", "markdown", "rst")


Kept = Callable[[], frozenset[str]]


class Proposal(NamedTuple):
    """A finding with the text after its fix, what that does in a few words, and whether it keeps behaviour."""

    located: Located
    title: str
    safe: bool
    after: str


def proposals(subject: Subject, settings: Settings, wanted: Sequence[Located], kept: Kept) -> list[Proposal]:
    """The fixes of the wanted findings, each proved as the command proves it, and each by itself.

    ``kept`` finds the names that other files take from this one.
    """
    if not wanted:
        return []
    try:
        options = options_of(subject, settings)
        if subject.kind == "python":
            return list(_python(subject.text, options, {item.finding for item in wanted}, kept()))
        return list(_others(subject, options, wanted))
    except (BadOption, MissingExtra, Unreadable, SyntaxError, ValueError, engine.NotSettled):
        return []


def all_safe(subject: Subject, settings: Settings, kept: Kept) -> str | None:
    """The text after all safe fixes; None if there are none. ``kept`` is as for :func:`proposals`."""
    admits = settings.selection.for_file(subject.path)

    def wanted(finding: Finding) -> bool:
        return admits(finding.code)

    try:
        options = options_of(subject, settings)
        if subject.kind == "python":
            outcome = engine.fix(subject.text, options, unsafe=False, wanted=wanted, kept=kept(), visible=unsuppressed)
            after = outcome.text
        else:
            after = _in_kind(subject, lambda kind, text: _fixed(kind, text, options, wanted, unsafe=False)[0])
    except (BadOption, MissingExtra, Unreadable, SyntaxError, ValueError, engine.NotSettled):
        return None
    return None if after == subject.text else after


def _python(text: str, options: Options, wanted: set[Finding], kept: frozenset[str]) -> Iterator[Proposal]:
    def visible(findings: Sequence[Finding], lines: Sequence[str]) -> Sequence[Finding]:
        # Only these are planned: an editor asks each time that the cursor moves.
        return [finding for finding in unsuppressed(findings, lines) if finding in wanted]

    for finding, fix in engine.plans(text, options, kept, visible):
        if not isinstance(fix, Fix):
            continue
        after = tidy(text, apply(text, fix.edits), options, kept)
        if engine.unsound(text, after, options, [engine.Planned(finding, fix)], kept) is None:
            yield Proposal(Located(finding, None), fix.title, fix.safety == "safe", after)


def _others(subject: Subject, options: Options, wanted: Sequence[Located]) -> Iterator[Proposal]:
    for item in wanted:
        for unsafe in (False, True):
            titles: list[str] = []

            def fixed(kind: str, text: str, item: Located = item, unsafe: bool = unsafe) -> str:
                after, said = _fixed_one(kind, text, options, item.finding, unsafe=unsafe)
                titles.extend(said)  # noqa: B023 - called at once
                return after

            after = _in_kind(subject, fixed)
            if after != subject.text and titles:
                yield Proposal(item, titles[0], not unsafe, after)
                break


def _in_kind(subject: Subject, fixed: Callable[[str, str], str]) -> str:
    """The text after a fix that reads plain newlines, with its own line ends; itself where these are mixed."""
    before = plain(subject.text)
    newline = next((end for end in ("\n", "\r\n", "\r") if before.replace("\n", end) == subject.text), None)
    if newline is None or subject.kind is None:
        return subject.text
    return fixed(subject.kind, before).replace("\n", newline)


def _fixed_one(kind: str, text: str, options: Options, finding: Finding, *, unsafe: bool) -> tuple[str, list[str]]:
    from flake8_no_xrt.fixing.kinds.files import Rounds
    from flake8_no_xrt.fixing.kinds.trace import Traced

    if kind in _TOGETHER:

        def alike(other: Finding) -> bool:
            return (other.code, other.name) == (finding.code, finding.name)

        after, titles = _fixed(kind, text, options, alike, unsafe=unsafe)
        return after, [f"{title}, everywhere in this file" for title in titles]
    # Once it is done, another may stand in its place and look the same.
    rounds = Rounds(unsafe=unsafe, wanted=lambda other: not rounds.applied and other == finding)
    traced = rounds.through(Traced.read(kind, text, options), lambda new: Traced.read(kind, new, options))
    return traced.text, [planned.fix.title for planned in rounds.applied]


def _fixed(
    kind: str, text: str, options: Options, wanted: Callable[[Finding], bool], *, unsafe: bool
) -> tuple[str, list[str]]:
    from flake8_no_xrt.fixing.kinds.files import fix

    outcome = fix(kind, text, options, unsafe=unsafe, wanted=wanted)
    return outcome.text, [planned.fix.title for planned in outcome.applied]
