"""The eval files: as they are, with noqa, with their aliases renamed, and through the real flake8."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import eval_format
import pytest
from eval_format import EVAL_FILES, Place

from flake8_no_xrt.facts.catalogue import offered_by
from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.judging.prefilter import may_report

each_file = pytest.mark.parametrize("path", EVAL_FILES, ids=lambda path: path.stem)
_OFFERED = re.compile(r"(?:use|did you mean) (torch_xla[\w.()]*)")
_REPORT = re.compile(r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>\w+) (?P<message>.*)")


@each_file
def test_as_it_is(path: Path):
    text, eval_file = eval_format.read(path)
    assert eval_format.places(text, eval_format.options_of(eval_file.arguments)) == eval_file.expected


@each_file
def test_messages(path: Path):
    text, eval_file = eval_format.read(path)
    said = defaultdict(list)
    for place, message in eval_format.findings(text, eval_format.options_of(eval_file.arguments)):
        said[place.line].append(message)
    assert {line: said[line] for line, text in eval_file.messages.items() if text not in said[line]} == {}
    assert all("\n" not in message for messages in said.values() for message in messages)


@each_file
def test_gaps(path: Path):
    text, eval_file = eval_format.read(path)
    found = {
        (place.line, place.code) for place in eval_format.places(text, eval_format.options_of(eval_file.arguments))
    }
    closed = found.intersection(eval_file.gaps)
    assert not closed, "a gap has closed: turn its comment into an expectation"


@each_file
def test_aliases_renamed(path: Path):
    text, eval_file = eval_format.read(path)
    renamed = eval_format.with_aliases_renamed(text)
    found = eval_format.places(renamed, eval_format.options_of(eval_file.arguments))
    assert [(place.line, place.code) for place in found] == [(place.line, place.code) for place in eval_file.expected]


@each_file
@pytest.mark.parametrize("change", ["carriage returns", "form feeds", "indented"])
def test_other_shapes(path: Path, change: str):
    """Line ends, form feeds and a level of indentation change nothing but where things stand."""
    text, eval_file = eval_format.read(path)
    expected = eval_file.expected
    if change == "carriage returns":
        text = text.replace("\n", "\r\n")
    elif change == "form feeds":
        text = "\n".join(line or "\f" for line in text.split("\n"))
    elif "from __future__" in text:
        pytest.skip("stands at the start of a file only")
    else:
        text = "if True:\n" + "\n".join(line and f"    {line}" for line in text.split("\n"))
        expected = [Place(place.line + 1, place.column + 4, place.code) for place in expected]
    assert eval_format.places(text, eval_format.options_of(eval_file.arguments)) == expected


@each_file
def test_prefilter_lets_findings_through(path: Path):
    text, eval_file = eval_format.read(path)
    if eval_file.expected:
        assert may_report(text, eval_format.options_of(eval_file.arguments))


def _batches() -> dict[tuple[str, ...], list[Path]]:
    batches = defaultdict(list)
    for path in EVAL_FILES:
        batches[eval_format.read(path)[1].arguments].append(path)
    return batches


def _flake8(arguments: tuple[str, ...], folder: Path) -> dict[str, list[tuple[Place, str]]]:
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=XRT", "-j1", *arguments, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    assert done.returncode == bool(done.stdout)
    reports = defaultdict(list)
    for line in done.stdout.splitlines():
        match = _REPORT.fullmatch(line)
        assert match, line
        place = Place(int(match["line"]), int(match["column"]), match["code"])
        reports[Path(match["path"]).name].append((place, match["message"]))
    return {name: sorted(found) for name, found in reports.items()}


@pytest.mark.parametrize("arguments", _batches(), ids=lambda arguments: " ".join(arguments) or "default")
def test_flake8(arguments: tuple[str, ...], tmp_path: Path):
    """The real flake8 says what the checker says; with every expectation turned into noqa, nothing."""
    options = eval_format.options_of(arguments)
    plain, silenced = tmp_path / "plain", tmp_path / "silenced"
    plain.mkdir()
    silenced.mkdir()
    expected = {}
    for path in _batches()[arguments]:
        text, _ = eval_format.read(path)
        (plain / path.name).write_text(text, encoding="utf-8")
        (silenced / path.name).write_text(eval_format.with_noqa(text), encoding="utf-8")
        found = eval_format.findings(text, options)
        if found:
            expected[path.name] = found
    assert _flake8(arguments, plain) == expected
    assert _flake8(arguments, silenced) == {}


_REPEAT = """
import json, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import eval_format
out = []
for path in eval_format.EVAL_FILES:
    text, eval_file = eval_format.read(path)
    out.append([path.name, eval_format.findings(text, eval_format.options_of(eval_file.arguments))])
print(json.dumps(out))
"""


def test_hash_seeds():
    """The same findings and the same words whatever the order of sets."""
    code = _REPEAT.format(tests=str(Path(__file__).parent))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1234")
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())


def test_byte_order_mark_through_flake8(tmp_path: Path):
    text = "import torch_xla.core.xla_model as xm\nn = xm.get_ordinal()\n"
    (tmp_path / "mark.py").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "carriage.py").write_bytes(text.replace("\n", "\r\n").encode())
    (tmp_path / "latin.py").write_bytes(b"# coding: latin-1\ns = '\xe9'; " + text.replace("\n", "; ", 1).encode())
    found = {name: [place for place, _ in reports] for name, reports in _flake8((), tmp_path).items()}
    assert found == {
        "mark.py": [Place(2, 5, "XRT401")],
        "carriage.py": [Place(2, 5, "XRT401")],
        "latin.py": [Place(2, 53, "XRT401")],
    }


DEEP = {
    "sum": lambda depth: "1" + " + 1" * depth + " + xm.get_ordinal()",
    "left": lambda depth: "xm.get_ordinal()" + " + 1" * depth,
    "list": lambda depth: "[" * min(depth, 80) + "xm.get_ordinal()" + "]" * min(depth, 80),
    "not": lambda depth: "not " * depth + "xm.get_ordinal()",
    "ternary": lambda depth: "1 if a else " * depth + "xm.get_ordinal()",
    "calls": lambda depth: "f" + "(0)" * depth + ", xm.get_ordinal()",
    "attributes": lambda depth: "f" + ".a" * depth + ", xm.get_ordinal()",
    "literal": lambda depth: "'" + "x" * (depth * 1000) + "', xm.get_ordinal()",
    "joined": lambda depth: "'x' " * depth + ", xm.get_ordinal()",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_expressions(name: str):
    """As deep as this Python can parse."""
    for depth in (3000, 2000, 1000, 500, 100, 50):
        text = f"import torch_xla.core.xla_model as xm\nvalue = {DEEP[name](depth)}\n"
        try:
            ast.parse(text)
        except (RecursionError, MemoryError, SyntaxError):
            continue
        break
    assert depth > 50
    column = text.split("\n")[1].index("xm.get") + 1
    assert eval_format.places(text, Options()) == [Place(2, column, "XRT401")]


def test_deep_statements():
    levels = 90
    lines = ["import torch_xla.core.xla_model as xm"]
    lines += ["    " * level + ("if a:", "for a in b:", "with a:", "while a:")[level % 4] for level in range(18)]
    lines += ["    " * 18 + "xm.get_ordinal()"]
    chain = ["if a:", "    pass"] + ["elif a:", "    pass"] * levels + ["else:", "    xm.get_ordinal()"]
    text = "\n".join(lines + chain) + "\n"
    ast.parse(text)
    assert eval_format.places(text, Options()) == [
        Place(20, 73, "XRT401"),
        Place(20 + len(chain), 5, "XRT401"),
    ]


def test_what_is_suggested_exists():
    """A message never sends anyone to a name that the newest release of the target lacks."""
    for path in EVAL_FILES:
        text, eval_file = eval_format.read(path)
        options = eval_format.options_of(eval_file.arguments)
        for place, message in eval_format.findings(text, options):
            for name in _OFFERED.findall(message):
                lives = offered_by(name)
                assert options.target.last is not None
                assert options.target.last in lives, (path.name, place, message)


LONG_STRINGS = {
    'text = f"""\nrank {xm.get_ordinal()}\n  of {xm.xrt_world_size()}"""': [(3, 7), (4, 7)],
    'text = f"é {1:>{xm.get_ordinal()}} {xm.get_ordinal()!r:>5}"': [(2, 17), (2, 37)],
    'text = ("é" f"{xm.get_ordinal()}"\n  f"é{{}} {xm.get_ordinal()}")': [(2, 16), (3, 12)],
    'text = """\né\n""", xm.get_ordinal()': [(4, 6)],
    "text = f'{xm.get_ordinal()}{xm.get_ordinal()}', xm.get_ordinal()": [(2, 11), (2, 29), (2, 49)],
}


@pytest.mark.parametrize("code", LONG_STRINGS)
def test_inside_and_behind_strings(code: str):
    """Where Python itself is vague about places in f-strings (before 3.12), the report is not."""
    found = eval_format.places(f"import torch_xla.core.xla_model as xm\n{code}\n", Options())
    assert found == [Place(line, column, "XRT401") for line, column in LONG_STRINGS[code]]


def test_every_code_has_a_message_in_an_eval_file():
    said = set()
    for path in EVAL_FILES:
        _, eval_file = eval_format.read(path)
        said.update(place.code for place in eval_file.expected if place.line in eval_file.messages)
    assert said == set(CODES) - {"XRT000"}


def test_the_reader_of_eval_files():
    """The harness itself: what it reads, and that a slip in a comment does not pass for no expectation."""
    text = (
        '# OPTIONS: --xrt-torch-xla=">=2.7" --xrt-deprecated\n'
        "# MESSAGE: words\n"
        "x  # XRT101: 12, XRT102: 30\n"
        "y  # GAP: XRT103\n"
    )
    read = eval_format.parse(text)
    assert read.arguments == ("--xrt-torch-xla=>=2.7", "--xrt-deprecated")
    assert read.expected == [Place(3, 12, "XRT101"), Place(3, 30, "XRT102")]
    assert read.messages == {3: "words"}
    assert read.gaps == [(4, "XRT103")]
    assert eval_format.with_noqa(text).split("\n")[2] == "x  # noqa: XRT101,XRT102"
    with pytest.raises(ValueError, match="line 1 looks like an expectation"):
        eval_format.parse("x  # XRT101 : 12, XRT102: 3 ")
