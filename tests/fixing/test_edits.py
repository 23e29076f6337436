"""Edits as data: which fit together, and what they make of a text."""

from __future__ import annotations

import pytest

from flake8_no_xrt.fixing.edits import Edit, apply, clash


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        (Edit(0, 3, "a"), Edit(3, 5, "b"), False),
        (Edit(0, 3, "a"), Edit(2, 5, "b"), True),
        (Edit(0, 3, "a"), Edit(0, 3, "a"), False),
        (Edit(0, 3, "a"), Edit(0, 3, "b"), True),
        (Edit(2, 2, "a"), Edit(2, 2, "b"), True),
        (Edit(2, 2, "a"), Edit(2, 2, "a"), False),
        (Edit(2, 2, "a"), Edit(0, 2, ""), False),
        (Edit(2, 2, "a"), Edit(2, 4, ""), False),
        (Edit(2, 2, "a"), Edit(1, 4, ""), True),
    ],
)
def test_clash(one: Edit, other: Edit, clashes: bool):
    assert clash([one], [other]) is clashes
    assert clash([other], [one]) is clashes
    if not clashes:
        assert apply("012345", [one, other]) == apply("012345", [other, one])


def test_apply():
    assert apply("012345", [Edit(4, 5, ""), Edit(2, 2, "ab"), Edit(0, 1, "x"), Edit(2, 2, "ab")]) == "x1ab235"
    with pytest.raises(AssertionError, match="overlapping"):
        apply("012345", [Edit(0, 3, "a"), Edit(1, 2, "b")])
