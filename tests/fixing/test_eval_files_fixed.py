"""Every eval file and every case through the fixer, safe and unsafe: what must hold, holds."""

from __future__ import annotations

import ast
from pathlib import Path

import eval_format
import pytest
from eval_format import EVAL_FILES
from fix_tools import fixed, found

from flake8_no_xrt.judging.options import Options

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.py"))


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", EVAL_FILES, ids=lambda path: path.stem)
def test_eval_file(path: Path, unsafe: bool):
    text, eval_file = eval_format.read(path)
    options = eval_format.options_of(eval_file.arguments)
    outcome = fixed(text, options, unsafe=unsafe)
    if not found(text, options):
        assert outcome.text == text
    # Carriage returns and a last line without an end change nothing.
    carried = fixed(text.replace("\n", "\r\n"), options, unsafe=unsafe)
    assert carried.text == outcome.text.replace("\n", "\r\n")
    assert ast.dump(ast.parse(fixed(text.rstrip("\n"), options, unsafe=unsafe).text)) == ast.dump(
        ast.parse(outcome.text)
    )


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("target", [None, ">=1.13", ">=2.2", ">=2.7"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, target: str | None, unsafe: bool):
    fixed(path.read_text(encoding="utf-8"), Options.parse(target), unsafe=unsafe)
