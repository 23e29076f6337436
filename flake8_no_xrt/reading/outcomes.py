"""The two sets of a test: where it may be true, and where it may be false."""

from __future__ import annotations

from typing import NamedTuple

from flake8_no_xrt.facts.releases import ABSENT, ALL, INSTALLED, NOTHING, PJRT_ONLY, Releases


class Outcomes(NamedTuple):
    """Where a test may be true, and where it may be false."""

    true: Releases
    false: Releases

    def negated(self) -> Outcomes:
        """The outcomes of ``not`` the test."""
        return Outcomes(self.false, self.true)

    def within(self, reach: Releases) -> Outcomes:
        """The outcomes where only ``reach`` counts."""
        return Outcomes(self.true & reach, self.false & reach)

    def __or__(self, other: Outcomes) -> Outcomes:
        """The outcomes of a value that comes from one of two places."""
        return Outcomes(self.true | other.true, self.false | other.false)

    @classmethod
    def exists(cls, lives: Releases) -> Outcomes:
        """The outcomes of a test on whether something exists."""
        return cls(lives - ABSENT, ALL - lives)


UNKNOWN = Outcomes(ALL, ALL)
TRUE = Outcomes(ALL, NOTHING)
FALSE = Outcomes(NOTHING, ALL)
# A test on the runtime: XRT had to be chosen up to 2.0; whatever is newer has PJRT only.
USING_PJRT = Outcomes(INSTALLED, INSTALLED - PJRT_ONLY)
AVAILABLE = Outcomes(INSTALLED, ABSENT)


def version_outcomes(specifier: str) -> Outcomes:
    """The outcomes of a version test: false, too, where torch_xla is absent. Raises BadSpecifier."""
    met, failed = Releases.split(specifier)
    return Outcomes(met, failed | ABSENT)
