"""The codes: their examples do what they say, and the places that list them agree."""

from __future__ import annotations

import re
from pathlib import Path

import eval_format
import pytest
from eval_format import EVAL_FILES

from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.judging.options import Options

README = Path(__file__).parent.parent / "README.md"
INTERNAL = "XRT000"  # reported for no code of a user's

with_example = pytest.mark.parametrize("code", [code for code in CODES if code != INTERNAL])


def options(code: str) -> Options:
    return Options.parse(CODES[code].target, deprecated=code.startswith("XRT9"))


@with_example
def test_the_bad_example_reports_its_code_and_nothing_else(code: str):
    found = eval_format.places(CODES[code].bad, options(code))
    assert {place.code for place in found} == {code}


@with_example
def test_the_good_example_reports_nothing(code: str):
    assert eval_format.places(CODES[code].good, options(code)) == []


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("XRT9")])
def test_the_opt_in_is_needed(code: str):
    assert eval_format.places(CODES[code].bad, Options.parse(CODES[code].target)) == []


@pytest.mark.parametrize(
    "code", [code for code in CODES if CODES[code].target and not code.startswith(("XRT3", "XRT9"))]
)
def test_the_stated_target_is_needed(code: str):
    assert eval_format.places(CODES[code].bad, Options()) == []


def test_codes_are_what_flake8_takes():
    assert all(re.fullmatch(r"XRT\d{3}", code) and entry.code == code for code, entry in CODES.items())
    assert len({entry.name for entry in CODES.values()}) == len(CODES)


def test_every_code_has_an_eval_file():
    expected = {place.code for path in EVAL_FILES for place in eval_format.read(path)[1].expected}
    assert expected == set(CODES) - {INTERNAL}


def test_an_eval_file_is_named_after_a_code_it_reports_or_after_what_it_guards():
    for path in EVAL_FILES:
        code = path.stem.split("_")[0].upper()
        assert code in CODES or code in {"GUARDS", "TRAPS"}, path.name


def test_the_readme_lists_every_code():
    text = README.read_text(encoding="utf-8")
    assert set(re.findall(r"^\| *`?(XRT\d{3})\b", text, re.MULTILINE)) == set(CODES)
