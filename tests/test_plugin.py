"""The plugin in the real flake8, as a process in a folder of its own: options, noqa, files of every shape."""

from __future__ import annotations

import ast
import shutil
from importlib import metadata
from pathlib import Path

import pytest
from flake8_here import flake8, reported

from flake8_no_xrt.plugin import Plugin

ROOT = Path(__file__).resolve().parents[1]
GONE = "import torch_xla.core.xla_model as xm\nn = xm.get_ordinal()\n"
GUARDED = (
    "import torch_xla.core.xla_model as xm\nfrom compat import FLAG, helper\n"
    "if not FLAG:\n    xm.get_ordinal()\nif not helper():\n    xm.xrt_world_size()\n"
)
DEPRECATED = "import os\nos.environ['XLA_USE_SPMD'] = '1'\n"
SELECT = ("--select", "XRT,E9")
CONFIGS = ("setup.cfg", "tox.ini", ".flake8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    # flake8 looks for a config file upwards to the home folder: this one is where the search ends.
    (tmp_path / "a.py").write_text(GONE, encoding="utf-8")
    return tmp_path


def write(folder: Path, text: str, name: str = "a.py") -> None:
    (folder / name).write_bytes(text.encode())


def configure(folder: Path, name: str, text: str) -> None:
    write(folder, f"[flake8]\n{text}\n", name)


# -- options -----------------------------------------------------------------------------------------
def given(folder: Path, where: str, option: str, value: str | None) -> tuple[str, ...]:
    """State an option in a place: the arguments for the command line, or a config file and no arguments."""
    if where == "command line":
        return (f"--{option}",) if value is None else (f"--{option}", value)
    configure(folder, where, f"{option} = {'true' if value is None else value}")
    return ()


each_place = pytest.mark.parametrize("where", ["command line", *CONFIGS])


@each_place
def test_the_target(folder: Path, where: str):
    assert reported(folder, *SELECT) == [(2, 5, "XRT401")]
    assert reported(folder, *SELECT, *given(folder, where, "xrt-torch-xla", "<2.7")) == []


@each_place
def test_a_stated_floor_turns_dead_code_on(folder: Path, where: str):
    write(folder, "import torch_xla.runtime as xr\nif hasattr(xr, 'world_size'):\n    n = xr.world_size()\n")
    assert reported(folder, *SELECT) == []
    assert reported(folder, *SELECT, *given(folder, where, "xrt-torch-xla", ">=2.1")) == [(2, 4, "XRT502")]


@each_place
@pytest.mark.parametrize(
    "guards",
    [
        "FLAG: >=2.7; helper: >=2.7",
        "\n    FLAG: >=2.7\n    compat.helper: >=2.7",
        "FLAG:>=2.7 ;;\n    helper :>=2.7;",
    ],
    ids=["semicolon", "lines", "both"],
)
def test_guards(folder: Path, where: str, guards: str):
    write(folder, GUARDED)
    assert reported(folder, *SELECT) == [(4, 5, "XRT401"), (6, 5, "XRT401")]
    assert reported(folder, *SELECT, *given(folder, where, "xrt-guards", guards)) == []


@each_place
def test_a_guard_that_means_pjrt(folder: Path, where: str):
    write(folder, GUARDED)
    assert reported(folder, *SELECT, *given(folder, where, "xrt-guards", "helper: pjrt")) == [(4, 5, "XRT401")]


@each_place
def test_deprecated(folder: Path, where: str):
    write(folder, DEPRECATED)
    assert reported(folder, *SELECT) == []
    assert reported(folder, *SELECT, *given(folder, where, "xrt-deprecated", None)) == [(2, 12, "XRT903")]


@pytest.mark.parametrize("key", ["xrt-torch-xla", "xrt_torch_xla"])
def test_both_spellings_in_config(folder: Path, key: str):
    configure(folder, "setup.cfg", f"{key} = <2.7")
    assert reported(folder, *SELECT) == []


def test_the_command_line_wins(folder: Path):
    configure(folder, "setup.cfg", "xrt-torch-xla = <2.7")
    assert reported(folder, *SELECT, "--xrt-torch-xla", ">=2.6") == [(2, 5, "XRT401")]


def test_an_empty_value_is_the_default(folder: Path):
    configure(folder, "setup.cfg", "xrt-torch-xla =\nxrt-guards =\nxrt-deprecated = no")
    assert reported(folder, *SELECT) == [(2, 5, "XRT401")]


@pytest.mark.parametrize("word", ["on", "True", "1", "yes"])
def test_words_for_true(folder: Path, word: str):
    write(folder, DEPRECATED)
    configure(folder, "tox.ini", f"xrt-deprecated = {word}")
    assert reported(folder, *SELECT) == [(2, 12, "XRT903")]


BAD = [
    ("xrt-torch-xla", "two", "torch-xla: 'two' is not a version specifier such as '>=2.1'"),
    ("xrt-torch-xla", "2.1", "torch-xla: '2.1' is not a version specifier such as '>=2.1'"),
    ("xrt-torch-xla", "<1.13", "torch-xla: no torch_xla release from 1.13 on satisfies '<1.13'"),
    ("xrt-torch-xla", ">=2.5,<2.1", "torch-xla: no torch_xla release from 1.13 on satisfies '>=2.5,<2.1'"),
    ("xrt-guards", "FLAG", "guards: 'FLAG' is not 'NAME: SPECIFIER' or 'NAME: pjrt'"),
    ("xrt-guards", "a b: >=2", "guards: 'a b: >=2' is not 'NAME: SPECIFIER' or 'NAME: pjrt'"),
    ("xrt-guards", "FLAG: new", "guards: FLAG: 'new' is not a version specifier such as '>=2.1'"),
    ("xrt-guards", "FLAG:", "guards: FLAG: the specifier is empty: say for example '>=2.1'"),
    ("xrt-guards", "FLAG: >=2.1; FLAG: pjrt", "guards: FLAG is given twice"),
]


@each_place
@pytest.mark.parametrize(("option", "value", "message"), BAD)
def test_a_bad_value_is_one_line(folder: Path, where: str, option: str, value: str, message: str):
    done = flake8(folder, *given(folder, where, option, value))
    assert done == (1, "", f"flake8-no-xrt: bad option --xrt-{message}\n")


@pytest.mark.parametrize("name", CONFIGS)
def test_a_bad_truth_value_is_one_line(folder: Path, name: str):
    configure(folder, name, "xrt-deprecated = maybe")
    message = "flake8-no-xrt: bad option --xrt-deprecated: 'maybe' is neither true nor false\n"
    assert flake8(folder) == (1, "", message)


def test_a_bad_value_is_said_once_with_several_processes(folder: Path):
    write(folder, GONE, "b.py")
    done = flake8(folder, "-j2", "--xrt-torch-xla", "two")
    assert (done.exit_code, done.out, done.err.count("\n")) == (1, "", 1)


# -- select and ignore -------------------------------------------------------------------------------
def test_it_is_on_by_default(folder: Path):
    assert reported(folder) == [(2, 5, "XRT401")]


def test_a_select_without_it_turns_it_off(folder: Path):
    configure(folder, "setup.cfg", "select = E,F")
    assert reported(folder) == []
    configure(folder, "setup.cfg", "select = E,F\nextend-select = XRT")
    assert reported(folder) == [(2, 5, "XRT401")]
    configure(folder, "setup.cfg", "select = E,F,XRT4")
    assert reported(folder) == [(2, 5, "XRT401")]


def test_the_opt_in_is_not_undone_by_an_ignore_of_ones_own(folder: Path):
    """``ignore`` discards what plugins ignore by default: codes kept back in that way would come on."""
    write(folder, DEPRECATED)
    for options in (("--ignore", "E501"), ("--select", "XRT9"), ("--extend-select", "XRT9,XRT903"), ("--ignore=",)):
        assert reported(folder, *options) == []
    configure(folder, "setup.cfg", "ignore = E501\nextend-select = XRT9")
    assert reported(folder) == []
    assert reported(folder, "--xrt-deprecated") == [(2, 12, "XRT903")]
    assert reported(folder, "--xrt-deprecated", "--extend-ignore", "XRT9") == []


def test_the_longer_code_wins(folder: Path):
    assert reported(folder, "--select", "XRT", "--ignore", "XRT4") == []
    assert reported(folder, "--select", "XRT401", "--ignore", "XRT4") == [(2, 5, "XRT401")]


def test_per_file_ignores(folder: Path):
    write(folder, GONE, "b.py")
    configure(folder, "setup.cfg", "per-file-ignores = a.py: XRT401")
    assert [report[0] for report in flake8(folder, *SELECT).reports] == ["b.py"]


# -- noqa --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("comment", "silences"),
    [
        ("noqa: XRT401", True),
        ("noqa:XRT401,E501", True),
        ("noqa: XRT4", True),
        ("noqa: XRT401 since we pin torch_xla", True),
        ("noqa", True),
        ("NOQA: XRT401", True),
        ("noqa: XRT", True),  # no code: everything on the line
        ("noqa: xrt401", False),
        ("noqa: XRT101", False),
        ("noqa: E501", False),
    ],
)
def test_noqa(folder: Path, comment: str, silences: bool):
    write(folder, GONE.rstrip() + f"  # {comment}\nm = xm.xrt_world_size()\n")
    assert reported(folder, *SELECT) == ([] if silences else [(2, 5, "XRT401")]) + [(3, 5, "XRT401")]


def test_noqa_for_the_file_takes_no_codes(folder: Path):
    write(folder, GONE + "# flake8: noqa: E501\n")
    assert reported(folder, *SELECT) == []


def test_noqa_beside_the_name_in_a_call_of_many_lines(folder: Path):
    lines = ["import torch_xla.core.xla_model as xm", "print(", "    1,", "    xm", "    .get_ordinal(),", ")"]
    write(folder, "\n".join(lines) + "\n")
    assert reported(folder, *SELECT) == [(5, 6, "XRT401")]
    lines[4] += "  # noqa: XRT401"
    write(folder, "\n".join(lines) + "\n")
    assert reported(folder, *SELECT) == []


# -- files -------------------------------------------------------------------------------------------
def test_stdin(folder: Path):
    gone = GONE.encode()
    assert [tuple(report[:4]) for report in flake8(folder, *SELECT, "-", stdin=gone).reports] == [
        ("stdin", 2, 5, "XRT401")
    ]
    for name in ("nowhere/else.py", "a.py"):
        done = flake8(folder, *SELECT, "--stdin-display-name", name, "-", stdin=b"\n" + gone)
        assert [tuple(report[:4]) for report in done.reports] == [(name, 3, 5, "XRT401")]
    assert reported(folder, *SELECT, "--stdin-display-name", "a.py", "-", stdin=b"x = 1\n") == []


def test_several_processes(folder: Path):
    for number in range(8):
        write(folder, "\n" * number + GUARDED, f"b{number}.py")
    options = (*SELECT, "--xrt-guards", "FLAG: >=2.7")
    assert len(flake8(folder, *options, "-j2").reports) == 9
    assert flake8(folder, *options, "-j2") == flake8(folder, *options, "-j1")


def test_stub_files(folder: Path):
    (folder / "a.py").unlink()
    write(folder, "from torch_xla.core.xla_model import get_ordinal as get_ordinal\n", "a.pyi")
    assert reported(folder, *SELECT) == []
    assert reported(folder, *SELECT, "a.pyi") == [(1, 38, "XRT401")]
    assert reported(folder, *SELECT, "--filename", "*.py,*.pyi") == [(1, 38, "XRT401")]


def test_a_syntax_error_needs_a_code_of_its_own(folder: Path):
    write(folder, GONE + "def f(:\n")
    assert reported(folder, "--select", "XRT") == []
    assert [code for _, _, code in reported(folder, *SELECT)] == ["E999"]


SHAPES = {
    "carriage returns": (GONE.replace("\n", "\r\n").encode(), (2, 5)),
    "byte order mark": (b"\xef\xbb\xbf" + GONE.encode(), (2, 5)),
    "mark on one line": (b"\xef\xbb\xbf" + GONE.replace("\n", ";", 1).encode(), (1, 43)),
    "latin-1": ("# coding: latin-1\ns = 'é'; " + GONE.replace("\n", "; ", 1)).encode("latin-1"),
    "form feed": (GONE.replace("\n", "\n\f\n", 1).encode(), (3, 5)),
    "form feed in the line": (GONE.replace("n =", "\fn =").encode(), None),
    "astral": (GONE.replace("n = ", "s = 'é😀'; n = ").encode(), (2, 15)),
    "combining": (GONE.replace("n = ", "s = 'e\u0301'; n = ").encode(), (2, 15)),
    "non-ascii names": (GONE.replace("xm", "größe").encode(), (2, 5)),
    "no line end": (GONE.rstrip().encode(), (2, 5)),
    "tabs": (GONE.replace("n =", "if 1:\n\tn =").encode(), (3, 6)),
    "continued": (GONE.replace("n = ", "n = \\\n").encode(), (3, 1)),
    "megabyte literal": (GONE.replace("n =", f"s = '{'x' * 2**20}'; n =").encode(), (2, 2**20 + 13)),
    "many lines": (GONE.replace("\n", "\n" * 20_000, 1).encode(), (20_001, 5)),
}
SHAPES["latin-1"] = (SHAPES["latin-1"], (2, 53))


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(folder: Path, shape: str):
    content, place = SHAPES[shape]
    (folder / "a.py").write_bytes(content)
    found = reported(folder, *SELECT)
    if place is None:
        # A form feed at the start of a line stands for no column, to Python too.
        tree = ast.parse(content)
        place = (2, tree.body[1].value.func.col_offset + 1)
    assert found == [(*place, "XRT401")]


@pytest.mark.parametrize("kind", ["nested calls", "operators", "attributes", "blocks"])
def test_deep_nesting(folder: Path, kind: str):
    """As deep as flake8's own checkers go: pyflakes ends the run a little further down."""
    depth = 60
    if kind == "nested calls":
        text, place = GONE.replace("xm.get", "f(" * depth + "xm.get").rstrip() + ")" * depth, (2, 5 + 2 * depth)
    elif kind == "operators":
        text, place = GONE.rstrip() + " + 1" * depth, (2, 5)
    elif kind == "attributes":
        text, place = GONE.rstrip() + ".a" * depth, (2, 5)
    else:
        blocks = "".join("  " * level + "if a:\n" for level in range(18))
        text, place = GONE.replace("n =", blocks + "  " * 18 + "n ="), (20, 5 + 36)
    write(folder, text + "\n")
    assert reported(folder, *SELECT) == [(*place, "XRT401")]


def test_hash_seeds(folder: Path):
    for path in sorted((ROOT / "tests" / "eval_files").glob("xrt[46]*.py")):
        shutil.copy(path, folder)
    options = (*SELECT, "--xrt-torch-xla", ">=1.13", "--xrt-deprecated")
    outputs = {flake8(folder, *options, environment={"PYTHONHASHSEED": seed}) for seed in ("0", "1", "4242")}
    assert len(outputs) == 1
    assert len(outputs.pop().reports) > 50


# -- failures of its own -----------------------------------------------------------------------------
@pytest.fixture
def broken(tmp_path: Path) -> dict[str, str]:
    """An environment in which a copy of the package comes first; its names data is no JSON."""
    copy = tmp_path / "copy" / "flake8_no_xrt"
    shutil.copytree(ROOT / "flake8_no_xrt", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "facts" / "names.json").write_text("{\nno\n", encoding="utf-8")
    return {"PYTHONPATH": str(copy.parent)}


def test_an_internal_error_is_a_report_and_the_run_goes_on(tmp_path: Path, broken: dict[str, str]):
    folder = tmp_path / "project"
    folder.mkdir()
    write(folder, GONE)
    write(folder, "import os\n", "b.py")
    done = flake8(folder, environment=broken)
    assert done.err == ""
    first, second = done.reports
    assert first[:4] == ("a.py", 1, 1, "XRT000")
    assert first.message.startswith("internal error, this file was not judged: JSONDecodeError: ")
    assert second[:4] == ("b.py", 1, 1, "F401")
    assert flake8(folder, *SELECT, environment=broken).codes == ["XRT000"]


def test_an_internal_error_is_one_line(monkeypatch: pytest.MonkeyPatch):
    def check(*_: object) -> None:
        raise RecursionError("too\ndeep")

    monkeypatch.setattr("flake8_no_xrt.judging.check.check", check)
    (found,) = Plugin(ast.parse(GONE), GONE.splitlines(keepends=True)).run()
    assert found == (1, 0, "XRT000 internal error, this file was not judged: RecursionError: too deep", Plugin)


# -- being there --------------------------------------------------------------------------------------
def test_flake8_lists_it(folder: Path):
    done = flake8(folder, "--version")
    assert f"flake8-no-xrt: {metadata.version('flake8-no-xrt')}" in " ".join(done.out.split())
    for option in ("--xrt-torch-xla SPEC", "--xrt-guards GUARDS", "--xrt-deprecated"):
        assert option in flake8(folder, "--help").out


def test_it_can_be_required(folder: Path):
    configure(folder, "setup.cfg", "require-plugins = flake8-no-xrt")
    assert reported(folder, *SELECT) == [(2, 5, "XRT401")]
