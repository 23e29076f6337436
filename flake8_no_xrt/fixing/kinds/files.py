"""Rounds of fixing one file of another kind: one fix after the other, each proved before the next is planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.fixing.edits import Fix, Withheld, apply
from flake8_no_xrt.fixing.engine import NotSettled, Planned
from flake8_no_xrt.fixing.kinds import snippets
from flake8_no_xrt.fixing.kinds.proof import torn, unsound
from flake8_no_xrt.fixing.kinds.settings import Settings
from flake8_no_xrt.fixing.kinds.trace import Traced
from flake8_no_xrt.judging.findings import Finding
from flake8_no_xrt.judging.prefilter import stems
from flake8_no_xrt.kinds import Located

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.kinds.hits import Hit

UNSAFE = "the fix is unsafe, see --unsafe-fixes"
TORN = "the fix would tear a word apart"
Wanted = Callable[[Finding], bool]


class Outcome(NamedTuple):
    """What became of a file: its text, the fixes applied in order, and why others were not."""

    text: str
    applied: list[Planned]
    withheld: list[tuple[Located, str]]


class Candidate(NamedTuple):
    """A text after some fixes, which has still to be proved."""

    text: str
    applied: list[Planned]


def fix(kind: str, text: str, options: Options, *, unsafe: bool, wanted: Wanted) -> Outcome:
    """Fix a file of a kind: the safe fixes, with ``unsafe`` the others too, of the findings that are ``wanted``.

    Lines end with plain newlines. Raises :class:`flake8_no_xrt.kinds.MissingExtra` and :class:`NotSettled`.
    """
    if not any(stem in text for stem in stems(options)):
        return Outcome(text, [], [])
    if kind == "notebook":
        from flake8_no_xrt.fixing.kinds import notebook

        return notebook.fix(text, options, unsafe=unsafe, wanted=wanted)
    run = Rounds(unsafe=unsafe, wanted=wanted)
    after = run.through(Traced.read(kind, text, options), lambda new: Traced.read(kind, new, options))
    return Outcome(after.text, run.applied, [(Located(finding, None), reason) for finding, reason in run.withheld])


class Rounds:
    """The rounds of one text: a file, or a cell of a notebook."""

    def __init__(self, *, unsafe: bool, wanted: Wanted) -> None:
        self.unsafe = unsafe
        self.wanted = wanted
        self.applied: list[Planned] = []
        self.withheld: list[tuple[Finding, str]] = []
        self._refused: dict[tuple[str, ...], str] = {}

    def through(self, traced: Traced, read: Callable[[str], Traced]) -> Traced:
        """Fix until nothing is left to do; ``read`` reads a text anew."""
        for _ in range(len(traced.found) * 3 + 3):
            following = self._round(traced, read)
            if following is None:
                return traced
            traced = following
        raise NotSettled("the fixes did not settle")

    def _round(self, traced: Traced, read: Callable[[str], Traced]) -> Traced | None:
        """The text with one fix more; None if there is none, and then it is said why."""
        settings = Settings(traced)
        self.withheld = []
        for finding, hit in traced.found:
            if not self.wanted(finding):
                continue
            following = self._tried(traced, settings, finding, hit, read)
            if isinstance(following, Traced):
                return following
            self.withheld.append((finding, following))
        return None

    def _tried(
        self, traced: Traced, settings: Settings, finding: Finding, hit: Hit, read: Callable[[str], Traced]
    ) -> Traced | str:
        """The text with a finding fixed, or why it is not."""
        part = snippets.part_of(traced, hit)
        if part is not None:
            snippet = snippets.fixed(traced, part, hit, unsafe=self.unsafe, wanted=self.wanted)
            if isinstance(snippet, Withheld):
                return snippet.reason
            candidate = Candidate(*snippet)
            key: tuple[str, ...] = ("python", part.text)
        else:
            fix = settings.proposal(finding, hit).fix
            if isinstance(fix, Withheld):
                return fix.reason
            if torn(traced.text, fix.edits):
                return TORN
            if not self.unsafe:
                return UNSAFE
            candidate = Candidate(apply(traced.text, fix.edits), [Planned(finding, fix)])
            key = _key(traced, finding, fix)
        if key in self._refused:
            return self._refused[key]
        after = read(candidate.text)
        fault = unsound(traced, after, Counter((one.finding.code, one.finding.name) for one in candidate.applied))
        if fault is not None:
            self._refused[key] = fault
            return fault
        self.applied += candidate.applied
        return after


def _key(traced: Traced, finding: Finding, fix: Fix) -> tuple[str, ...]:
    edits = "".join(edit.text for edit in fix.edits)
    return finding.code, finding.name, traced.lines.text(finding.line).strip(), edits
