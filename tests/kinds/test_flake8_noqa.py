"""``# noqa``: the command suppresses what flake8 suppresses."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run

from flake8_no_xrt.judging.findings import Finding
from flake8_no_xrt.kinds.flake8_noqa import unsuppressed

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import torch_xla.core.xla_model as xm\nimport os\n"
TEXTS = {
    "blanket": "xm.get_ordinal()  # noqa\n",
    "code": "xm.get_ordinal()  # noqa: XRT401\n",
    "beginning": "xm.get_ordinal()  # noqa: XRT4\n",
    "other code": "xm.get_ordinal()  # noqa: XRT101\n",
    "list": "xm.get_ordinal()  # noqa:E501,XRT401\n",
    "list by spaces": "xm.get_ordinal()  # noqa: E501 XRT401 and why\n",
    "family": "xm.get_ordinal()  # noqa: XRT\n",
    "space before the colon": "xm.get_ordinal()  # noqa : XRT101\n",
    "lower case": "xm.get_ordinal()  # noqa: xrt401\n",
    "capitals": "xm.get_ordinal()  # NOQA:XRT401\n",
    "ruff": "xm.get_ordinal()  # ruff: noqa: XRT401\n",
    "no space": "xm.get_ordinal()  #noqa\n",
    "behind another comment": "xm.get_ordinal()  # type: ignore # noqa: XRT401\n",
    "in a string": "x = xm.get_ordinal(), '# noqa'\n",
    "last line of a string": 'x = xm.get_ordinal(), """\n\n"""  # noqa: XRT401\n',
    "first line of a string": 'x = xm.get_ordinal(), """  # noqa: XRT401\n\n"""\n',
    "in the middle of a string": 'x = """\n# noqa\n""", xm.get_ordinal()\n',
    "f-string": "x = f'''\n{xm.get_ordinal()}\n'''  # noqa: XRT401\n",
    "line of a call": "x = print(\n    xm.get_ordinal(),  # noqa: XRT401\n    xm.xrt_world_size(),\n)\n",
    "end of a call": "x = print(\n    xm.get_ordinal(),\n)  # noqa: XRT401\n",
    "continued line": "x = 1 + \\\n    xm.get_ordinal()  # noqa: XRT401\n",
    "start of a continued line": "x = xm.get_ordinal() + \\\n    1  # noqa: XRT401\n",
    "form feed": "\f\nxm.get_ordinal()  # noqa: XRT401\n",
    "no end of line": "xm.get_ordinal()  # noqa: XRT401",
    "line of its own": "# noqa\nxm.get_ordinal()\n",
    "file": "# flake8: noqa\nxm.get_ordinal()\n",
    "file with codes": "# flake8: noqa: XRT101\nxm.get_ordinal()\n",
    "file with our codes": "# flake8: noqa: XRT401\nxm.get_ordinal()\n",
    "file by equals": "xm.get_ordinal()\n    # flake8=NOQA\n",
    "file behind code": "xm.get_ordinal()  # flake8: noqa\n",
    "indented in a block": "if xm:\n    # flake8: noqa\n    xm.get_ordinal()\n",
}


def file_of(name: str) -> str:
    # A prefix, so that no module of the standard library is shadowed in the folder that flake8 is started in.
    return f"noqa_{name.replace(' ', '_')}.py"


def lines_of(output: str) -> list[str]:
    return sorted(line.removeprefix("./") for line in output.splitlines())


@pytest.fixture(scope="module")
def flake8(tmp_path_factory) -> tuple[Path, list[str]]:
    """A folder with all texts, and what the real flake8 says about it."""
    folder = tmp_path_factory.mktemp("noqa")
    for name, text in TEXTS.items():
        folder.joinpath(file_of(name)).write_text(HEAD + text, encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=XRT", "-j1", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return folder, lines_of(done.stdout)


@pytest.mark.parametrize("name", TEXTS)
def test_as_flake8(capsys, monkeypatch, flake8, name):
    folder, said = flake8
    file = file_of(name)
    monkeypatch.chdir(folder)
    done = run(capsys, "check", "--isolated", file)
    assert done.err == ""
    assert lines_of(done.out) == [line for line in said if line.startswith(f"{file}:")]


def test_some_are_suppressed_and_some_are_not(flake8):
    _, said = flake8
    reported = {line.partition(":")[0] for line in said}
    assert {file_of(name) for name in ("other code", "ruff", "line of its own", "end of a call")} <= reported
    assert not {file_of(name) for name in ("code", "blanket", "file", "last line of a string")} & reported


def finding(line: int) -> Finding:
    return Finding(line, 1, "XRT401", "gone", line, 2, "x")


def test_flake8_is_asked_only_where_there_is_a_comment():
    code = (
        "import sys; from flake8_no_xrt.kinds.flake8_noqa import unsuppressed;"
        "from flake8_no_xrt.judging.findings import Finding;"
        "assert len(unsuppressed([Finding(1, 1, 'XRT401', 'gone', 1, 2, 'x')], ['x = 1\\n'])) == 1;"
        "assert 'flake8' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_text_that_has_no_tokens_is_taken_line_by_line():
    assert unsuppressed([finding(1), finding(2)], ["x = '''  # noqa\n", "y\n"]) == [finding(2)]


def test_a_finding_beyond_the_text():
    assert unsuppressed([finding(9)], ["# noqa\n"]) == [finding(9)]
