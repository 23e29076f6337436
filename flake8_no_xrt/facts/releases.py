"""Sets of torch_xla releases, the one currency of this package.

The universe is small and fixed: ``absent`` (torch_xla is not installed) and the minor releases of
:data:`RELEASES`. The last one stands for "and later". The separate wheel ``2.1.0+xrt``, which still had
XRT, counts as 2.0.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from flake8_no_xrt.facts._universe import RELEASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

__all__ = ["ABSENT", "ALL", "INSTALLED", "NOTHING", "PJRT_ONLY", "RELEASES", "BadSpecifier", "Releases"]

_INDEX = {release: index for index, release in enumerate(RELEASES, start=1)}
# Patch releases tried for each minor release: 2.x.0 to 2.x.9, far more than any has had.
_PATCHES = range(10)


class BadSpecifier(ValueError):
    """A specifier that cannot be read, or that no known release satisfies."""


class Releases:
    """An immutable set of releases (and of ``absent``), kept as a bit mask: bit 0 is ``absent``."""

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int) -> None:
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __reduce__(self) -> tuple[type[Releases], tuple[int]]:
        return (Releases, (self.mask,))

    # -- set algebra -------------------------------------------------------------------------------
    def __and__(self, other: Releases) -> Releases:
        return Releases(self.mask & other.mask)

    def __or__(self, other: Releases) -> Releases:
        return Releases(self.mask | other.mask)

    def __sub__(self, other: Releases) -> Releases:
        return Releases(self.mask & ~other.mask)

    def __invert__(self) -> Releases:
        return Releases(_FULL & ~self.mask)

    def __le__(self, other: Releases) -> bool:
        return not self.mask & ~other.mask

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Releases) and other.mask == self.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __iter__(self) -> Iterator[str]:
        """The releases in the set, oldest first, without ``absent``."""
        return (release for release, index in _INDEX.items() if self.mask >> index & 1)

    def __contains__(self, release: str) -> bool:
        return bool(self.mask >> _INDEX[release] & 1)

    # -- questions ---------------------------------------------------------------------------------
    @property
    def first(self) -> str | None:
        """The oldest release in the set."""
        return next(iter(self), None)

    @property
    def last(self) -> str | None:
        """The newest release in the set."""
        bits = (self.mask >> 1).bit_length()
        return RELEASES[bits - 1] if bits else None

    def newer_than_one_of(self, other: Releases) -> Releases:
        """The releases of this set that are newer than the oldest release of ``other``."""
        known = other.mask & ~1
        oldest = known & -known
        return Releases(self.mask & -(oldest << 1)) if oldest else NOTHING

    def older(self) -> Releases:
        """The releases older than every release of this set."""
        known = self.mask & ~1
        return Releases(((known & -known) - 1) & ~1) if known else NOTHING

    def __str__(self) -> str:
        """As ranges: ``2.1 to 2.4``, ``2.0 and before``, ``2.1 and later``, ``no release``."""
        spans: list[tuple[int, int]] = []
        for release in self:
            index = _INDEX[release]
            if spans and spans[-1][1] == index - 1:
                spans[-1] = (spans[-1][0], index)
            else:
                spans.append((index, index))
        parts = [_span(*span) for span in spans]
        if self.mask & 1:
            parts.insert(0, "not installed")
        return ", ".join(parts) or "no release"

    def __repr__(self) -> str:
        return f"<Releases {self}>"

    # -- making sets -------------------------------------------------------------------------------
    @classmethod
    def since(cls, release: str) -> Releases:
        """``release`` and all later ones."""
        return cls(_FULL & ~((1 << _INDEX[release]) - 1))

    @classmethod
    def before(cls, release: str) -> Releases:
        """All releases before ``release``."""
        return cls((1 << _INDEX[release]) - 2)

    @classmethod
    def from_ranges(cls, text: str) -> Releases:
        """Read ranges such as ``1.13-2.0,2.2-2.9``; ``2.1-`` has no end."""
        return cls(_ranges(text))

    @classmethod
    def from_specifier(cls, text: str) -> Releases:
        """The releases of which any patch release satisfies a PEP 440 specifier.

        Raises :class:`BadSpecifier` if the text is no specifier or no known release satisfies it.
        """
        met = cls.split(text)[0]
        if not met:
            raise BadSpecifier(f"no torch_xla release from {RELEASES[0]} on satisfies {text.strip()!r}")
        return met

    @classmethod
    def split(cls, text: str) -> tuple[Releases, Releases]:
        """The releases of which some patch release satisfies a specifier, and of which some fails it.

        A release can be in both (2.5, for ``>2.5``). Raises :class:`BadSpecifier` if the text is no specifier.
        """
        met, failed = _split(text.strip())
        return cls(met), cls(failed)


def _span(low: int, high: int) -> str:
    first, last = RELEASES[low - 1], RELEASES[high - 1]
    if high == len(RELEASES):
        return f"{first} and later"
    if low == 1:
        return f"{last} and before"
    return first if low == high else f"{first} to {last}"


@cache
def _ranges(text: str) -> int:
    mask = 0
    for part in text.split(","):
        low, dash, high = part.partition("-")
        last = high or (RELEASES[-1] if dash else low)
        mask |= (1 << _INDEX[last] + 1) - (1 << _INDEX[low])
    return mask


@lru_cache(maxsize=256)
def _split(text: str) -> tuple[int, int]:
    # packaging costs more to import than the rest of the plugin, and only stated targets need it.
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        specifier = SpecifierSet(text)
    except InvalidSpecifier:
        raise BadSpecifier(f"{text!r} is not a version specifier such as '>=2.1'") from None
    if not text:
        raise BadSpecifier("the specifier is empty: say for example '>=2.1'")
    met = failed = 0
    for release, versions in _candidates(specifier).items():
        for version in versions:
            if specifier.contains(version, prereleases=True):
                met |= 1 << _INDEX[release]
            else:
                failed |= 1 << _INDEX[release]
    return met, failed


def _candidates(specifier: SpecifierSet) -> dict[str, set[Version]]:
    """The versions to try for each release: its patch releases, and what the specifier itself mentions."""
    from packaging.version import Version

    tried = {release: {Version(f"{release}.{patch}") for patch in _PATCHES} for release in RELEASES}
    major, minor = (int(part) for part in RELEASES[-1].split("."))
    later = tried[RELEASES[-1]]
    later.update(Version(f"{major}.{minor + step}") for step in (1, 2))
    for clause in specifier:
        if clause.operator == "===":
            continue
        named = Version(clause.version.removesuffix(".*"))
        home = "2.0" if named.local == "xrt" else f"{named.major}.{named.minor}"
        if home in tried:
            tried[home].add(named)
        if (named.major, named.minor) >= (major, minor):
            # "and later" has no end: what is mentioned there, and its neighbours, exist as well.
            later.update({named, Version(f"{named.major}.{named.minor + 1}"), Version(f"{named.major + 1}.0")})
    return tried


_FULL = (1 << len(RELEASES) + 1) - 1
NOTHING = Releases(0)
ABSENT = Releases(1)
ALL = Releases(_FULL)
INSTALLED = ALL - ABSENT
# XRT left in 2.1: what still runs afterwards is PJRT only. The default target.
PJRT_ONLY = Releases.since("2.1")
