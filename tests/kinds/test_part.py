"""Parts: whatever is taken off or put together, each character keeps its place in the file."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flake8_no_xrt.kinds.jsonlist import strings, unescaped
from flake8_no_xrt.kinds.part import Lines, Part

TEXTS = st.text(alphabet="ab \t\r\n'\"\\né")


def faithful(part: Part, source: str) -> bool:
    return len(part.text) == len(part.places) and all(
        source[place] == character for character, place in zip(part.text, part.places, strict=True)
    )


@given(TEXTS, st.integers(0, 9), st.integers(0, 9))
def test_cuts_and_joints_are_faithful(text: str, start: int, end: int):
    whole = Part.whole(text)
    pieces = [whole.cut(start), whole.cut(start, end), whole.stripped(), whole.unquoted(), *whole.lines()]
    assert all(faithful(piece, text) for piece in pieces)
    assert faithful(Part.joined(pieces), text)


@given(TEXTS)
def test_lines_are_the_text(text: str):
    assert "".join(line.text for line in Part.whole(text).lines()) == text


@given(TEXTS)
def test_a_replacement_stands_where_the_match_begins(text: str):
    part = Part.whole(text).replaced(re.compile("a+"), "xyz")
    assert part.text == re.sub("a+", "xyz", text)
    for character, place in zip(part.text, part.places, strict=True):
        assert text[place] == ("a" if character in "xyz" else character)


@given(TEXTS)
def test_a_mask_moves_nothing(text: str):
    part = Part.whole(text).masked(re.compile("b."), "_")
    assert part.places == range(len(text))
    assert len(part.text) == len(text)


@given(TEXTS)
def test_lines_and_columns_lead_back(text: str):
    lines = Lines(text)
    for offset in range(len(text)):
        line, column = lines.at(offset)
        assert lines.offset(line, column) == offset
        assert 1 <= line <= len(lines)
        assert text[offset] in "\r\n" or lines.text(line)[column - 1] == text[offset]


def test_escapes():
    part = unescaped(Part.whole(r"a\u0041\n\"b"))
    assert part.text == 'aA\n"b'
    assert list(part.places) == [0, 1, 7, 9, 11]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('["a", "b c"]', ["a", "b c"]),
        ("[]", []),
        (' [ "a\\"b" ,\n "" ] ', ['a"b', ""]),
        ("a b", None),
        ("['a']", None),
        ('["a" "b"]', None),
        ('["a", 1]', None),
    ],
)
def test_lists_of_strings(text: str, words: list[str] | None):
    found = strings(Part.whole(text))
    assert (None if found is None else [part.text for part in found]) == words
