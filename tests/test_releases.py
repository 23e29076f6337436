"""Sets of releases: the algebra, specifiers, printing."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from flake8_no_xrt.facts.releases import (
    ABSENT,
    ALL,
    INSTALLED,
    NOTHING,
    PJRT_ONLY,
    RELEASES,
    BadSpecifier,
    Releases,
)

sets = st.integers(min_value=0, max_value=ALL.mask).map(Releases)
releases = st.sampled_from(RELEASES)
clauses = st.builds(
    "{}{}".format,
    st.sampled_from([">=", "<=", ">", "<", "==", "!=", "~="]),
    st.one_of(releases, st.builds("{}.{}".format, releases, st.integers(0, 3))),
)
specifiers = st.lists(clauses, min_size=1, max_size=3).map(",".join)


def index(release: str) -> int:
    return RELEASES.index(release)


# -- algebra -----------------------------------------------------------------------------------------
@settings(deadline=None)
@given(sets, sets, sets)
def test_the_laws_of_sets(a: Releases, b: Releases, c: Releases):
    assert a & b == b & a
    assert a | b == b | a
    assert a & (b | c) == (a & b) | (a & c)
    assert ~(a & b) == ~a | ~b
    assert ~~a == a
    assert a - b == a & ~b
    assert (a & ~a, a | ~a) == (NOTHING, ALL)
    assert (a <= b) == (a | b == b) == (not a - b)
    assert bool(a) == (a != NOTHING)


@settings(deadline=None)
@given(sets)
def test_members(a: Releases):
    members = list(a)
    assert members == [release for release in RELEASES if release in a] == sorted(members, key=index)
    assert (a.first, a.last) == ((members[0], members[-1]) if members else (None, None))
    rebuilt = a & ABSENT
    for release in members:
        rebuilt |= Releases.from_ranges(release)
    assert rebuilt == a


@settings(deadline=None)
@given(releases)
def test_since_and_before_divide_the_releases(release: str):
    since, before = Releases.since(release), Releases.before(release)
    assert since | before == INSTALLED
    assert since & before == NOTHING
    assert since.first == release


@settings(deadline=None)
@given(sets, sets)
def test_newer_and_older(a: Releases, b: Releases):
    newer = a.newer_than_one_of(b)
    assert list(newer) == [release for release in a if b.first is not None and index(release) > index(b.first)]
    assert not newer & ABSENT
    assert list(b.older()) == [
        release for release in RELEASES if b.first is not None and index(release) < index(b.first)
    ]
    assert not b.older() & ABSENT


def test_the_named_sets():
    assert list(ALL) == list(INSTALLED) == list(RELEASES)
    assert (ABSENT | INSTALLED, ABSENT & INSTALLED) == (ALL, NOTHING)
    assert list(PJRT_ONLY) == list(RELEASES[2:])
    assert RELEASES[:3] == ("1.13", "2.0", "2.1")


@settings(deadline=None)
@given(sets)
def test_a_set_is_a_value(a: Releases):
    same = Releases(a.mask)
    assert (same, hash(same)) == (a, hash(a))
    assert a != a.mask
    assert pickle.loads(pickle.dumps(a)) == a
    with pytest.raises(AttributeError, match="Releases is immutable"):
        a.mask = 0


# -- ranges and printing -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("ranges", "printed"),
    [
        ("2.1", "2.1"),
        ("2.1-2.4", "2.1 to 2.4"),
        ("1.13-2.0", "2.0 and before"),
        ("2.1-", "2.1 and later"),
        (f"2.1-{RELEASES[-1]}", "2.1 and later"),
        (f"1.13-2.0,2.2-{RELEASES[-1]}", "2.0 and before, 2.2 and later"),
        ("1.13", "1.13 and before"),
        ("1.13-", "1.13 and later"),
        ("2.1,2.3,2.5-2.6", "2.1, 2.3, 2.5 to 2.6"),
        (RELEASES[-1], f"{RELEASES[-1]} and later"),
    ],
)
def test_printing(ranges: str, printed: str):
    found = Releases.from_ranges(ranges)
    assert str(found) == printed
    assert repr(found) == f"<Releases {printed}>"
    assert str(found | ABSENT) == f"not installed, {printed}"


def test_printing_the_empty_ones():
    assert str(NOTHING) == "no release"
    assert str(ABSENT) == "not installed"


@settings(deadline=None)
@given(sets, sets)
def test_different_sets_are_printed_differently(a: Releases, b: Releases):
    assert (str(a) == str(b)) == (a == b)


@pytest.mark.parametrize("ranges", ["", "2.1-2.0x", "3.7"])
def test_ranges_hold_known_releases_only(ranges: str):
    with pytest.raises(KeyError):
        Releases.from_ranges(ranges)


# -- specifiers --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("specifier", "ranges"),
    [
        (">=2.1", "2.1-"),
        (" >= 2.1 ", "2.1-"),
        (">=2.1.0", "2.1-"),
        (">=2.1.1", "2.1-"),
        (">2.1", "2.1-"),
        (">2.1,<2.2", "2.1"),
        ("<2.1", "1.13-2.0"),
        ("<=2.1", "1.13-2.1"),
        ("~=2.3.0", "2.3"),
        ("~=2.3", "2.3-"),
        ("==2.5.*", "2.5"),
        ("==2.5", "2.5"),
        ("==2.5.1", "2.5"),
        ("!=2.5.*", "1.13-2.4,2.6-"),
        ("!=2.5", "1.13-"),
        (">=1.13,!=2.0.*,<2.3", "1.13,2.1-2.2"),
        ("==2.1.0+xrt", "2.0"),
        ("===2.4.0", "2.4"),
        (">=2.10", RELEASES[-1]),
        (">=3", RELEASES[-1]),
        ("==17.4.2", RELEASES[-1]),
        ("<2.10", "1.13-"),
        (">=1.5", "1.13-"),
        (">=2.2.0rc1", "2.2-"),
        (">=2.2.dev0", "2.2-"),
    ],
)
def test_specifiers(specifier: str, ranges: str):
    assert Releases.from_specifier(specifier) == Releases.from_ranges(ranges)


@pytest.mark.parametrize("specifier", ["2.1", ">=x", "torch_xla>=2.1", ">=2.1 <2.4", "latest"])
def test_what_is_no_specifier(specifier: str):
    with pytest.raises(BadSpecifier, match=r"is not a version specifier such as '>=2\.1'"):
        Releases.from_specifier(specifier)


@pytest.mark.parametrize("specifier", ["", "  "])
def test_an_empty_specifier(specifier: str):
    with pytest.raises(BadSpecifier, match="the specifier is empty"):
        Releases.from_specifier(specifier)


@pytest.mark.parametrize("specifier", ["<1.13", ">=2.4,<2.2", "==1.9", "===2.1.7.post3"])
def test_a_specifier_that_nothing_satisfies(specifier: str):
    with pytest.raises(BadSpecifier, match=r"no torch_xla release from 1\.13 on satisfies"):
        Releases.from_specifier(specifier)


@settings(deadline=None)
@given(specifiers)
def test_a_release_is_in_if_a_patch_release_is(specifier: str):
    met, failed = Releases.split(specifier)
    allowed = SpecifierSet(specifier)
    assert met | failed == INSTALLED
    for release in RELEASES[:-1]:
        answers = {allowed.contains(f"{release}.{patch}") for patch in range(8)}
        assert (True in answers) <= (release in met)
        assert (False in answers) <= (release in failed)
        # Nothing else decides, but what the specifier itself names.
        assert answers == {True} or release in failed
        assert (release in met) <= (True in answers or release in specifier)


@settings(deadline=None)
@given(clauses, clauses)
def test_a_comma_narrows(one: str, other: str):
    assert Releases.split(f"{one},{other}")[0] <= Releases.split(one)[0] & Releases.split(other)[0]


@settings(deadline=None)
@given(releases)
def test_a_release_and_its_opposite(release: str):
    assert Releases.split(f">={release}") == (Releases.since(release), Releases.before(release))
    assert Releases.split(f"<{release}") == (Releases.before(release), Releases.since(release))
    assert Releases.split(f"=={release}.*")[0] == Releases.split(f"!={release}.*")[1]
