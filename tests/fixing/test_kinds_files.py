"""Files as the command fixes them: the cases, bytes around the edits, and what holds for any text."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from command_line import run as command
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_tools import counted, dedent, run

from flake8_no_xrt.fixing.kinds import shell
from flake8_no_xrt.fixing.kinds.files import fix
from flake8_no_xrt.fixing.kinds.proof import unsound
from flake8_no_xrt.fixing.kinds.trace import Traced
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.kinds import MissingExtra, Unreadable
from flake8_no_xrt.kinds.part import each

TESTS = Path(__file__).parents[1]
CASES = TESTS / "cases"
SILENT = TESTS / "kinds" / "data" / "silent"
NAMES = {
    "shell": "a.sh",
    "yaml": "a.yml",
    "toml": "a.toml",
    "ini": "a.ini",
    "env": ".env",
    "make": "Makefile",
    "dockerfile": "Dockerfile",
    "jsonnet": "a.jsonnet",
    "markdown": "a.md",
    "rst": "a.rst",
    "notebook": "a.ipynb",
}


# -- the cases written after public reports ----------------------------------------------------------------
def case(name: str) -> str:
    return (CASES / name).read_text(encoding="utf-8")


def test_case_eight_cores():
    before = case("03-eight-cores.ipynb")
    assert run("a.ipynb", before, unsafe=False).text == before.replace("args=(), nprocs=8, ", "args=(), ")


def test_case_pod_run():
    outcome = run("a.sh", case("05-pod-run.sh"))
    assert outcome.text == case("05-pod-run.sh")
    assert [why for _, why in outcome.withheld] == [
        "its arguments have to go with it: run the script on every host, or start it with torchrun"
    ]


def test_case_first_boot():
    assert run("a.sh", case("11-first-boot.sh")).text == dedent(
        """
        #!/bin/sh
        # first-boot setup for a TPU VM
        echo 'PJRT_DEVICE=TPU' | sudo tee -a /etc/environment
        export PJRT_DEVICE=TPU
        python3 finetune.py
        """
    )


def test_case_compose():
    """The map is one of a CPU, but two GPUs stand beside it."""
    before = case("12-compose.yml")
    outcome = run("a.yml", before)
    assert outcome.text == before
    assert "GPU_NUM_DEVICES speaks of a GPU" in outcome.withheld[0][1]
    alone = before.replace('      GPU_NUM_DEVICES: "2"\n', "")
    assert run("a.yml", alone).text == dedent(
        """
        services:
          trainer:
            image: example/train:gpu
            environment:
              PJRT_DEVICE: "CPU"
            command: ["python", "train.py"]
        """
    )


# -- what holds for any text -------------------------------------------------------------------------------
@pytest.mark.parametrize("path", sorted(SILENT.iterdir()), ids=lambda path: path.name)
def test_no_finding_no_change(path):
    if path.name == "other.txt":
        return
    text = path.read_text(encoding="utf-8")
    assert run(path.name, text).text == text


PIECES = st.sampled_from(
    each(
        """XRT_TPU_CONFIG XRT_WORKERS XRT_LOCAL_WORKER XRT_DEVICE_MAP PJRT_DEVICE = : $ ${ } " ' ` \\ ; && || | # -e - [
        ] { } ( ) , export env: run: script: if then fi else do done for in ENV RUN ARG CMD FROM setenv [testenv] <<
        EOF ```bash ```python ``` >>> > CPU:0; 1 a é 🎉 name: value: unset docker sudo env ? & !"""
    )
)
JOINTS = st.sampled_from(["", " ", "\n", "\n  ", "\n    ", "\t", "\n\n"])
TEXTS = st.lists(st.tuples(PIECES, JOINTS), max_size=24).map(lambda some: "".join(a + b for a, b in some))


@pytest.mark.parametrize("kind", NAMES)
@settings(max_examples=120, deadline=None)
@given(text=TEXTS)
def test_any_text(kind, text):
    """It never fails, and what has no finding is not touched."""
    options = Options()
    try:
        outcome = fix(kind, text, options, unsafe=True, wanted=lambda _: True)
    except Unreadable:
        assert kind == "notebook"
        return
    before, after = (counted(NAMES[kind], one, options) for one in (text, outcome.text))
    assert not after - before
    if not before:
        assert outcome.text == text
    again = fix(kind, outcome.text, options, unsafe=True, wanted=lambda _: True)
    assert again.text == outcome.text


CELLS = st.lists(
    st.lists(
        st.sampled_from(
            [
                "import torch_xla.core.xla_model as xm",
                "from torch_xla.core import xla_model",
                "xm.get_ordinal()",
                "print(xm.xrt_world_size(), 'é')",
                "%env XRT_TPU_CONFIG=a",
                "!XRT_LOCAL_WORKER=1 python x",
                "%%bash",
                "%%time",
                "if x:",
                "    xm.foo()",
                "x = 1  # noqa",
                "",
            ]
        ),
        max_size=5,
    ),
    max_size=4,
)


@settings(max_examples=150, deadline=None)
@given(cells=CELLS)
def test_any_notebook(cells):
    import json

    data = {"cells": [{"cell_type": "code", "source": "\n".join(lines).splitlines(keepends=True)} for lines in cells]}
    text = json.dumps(data, indent=1)
    outcome = run("a.ipynb", text)
    if outcome.text == text:
        return
    after = json.loads(outcome.text)
    assert [cell.keys() for cell in after["cells"]] == [cell.keys() for cell in data["cells"]]
    # Written as it was: the same layout gives the same text.
    assert json.dumps(after, indent=1) == outcome.text


def shell_programs() -> st.SearchStrategy[str]:
    line = st.sampled_from(
        [
            "export XRT_LOCAL_WORKER=1",
            'export A="$A:x" XRT_LOCAL_WORKER="a;b" B=2',
            "export XRT_TPU_CONFIG='a;0;b'",
            "XRT_WORKERS=1",
            "XRT_LOCAL_WORKER=1 show one",
            "show two && export XRT_LOCAL_WORKER=1 && show three",
            "export PJRT_DEVICE=TPU",
            "set -e",
            "set +e",
            "false && export XRT_LOCAL_WORKER=1",
            "g() { false || XRT_LOCAL_WORKER=1 false; export XRT_LOCAL_WORKER=1; }; g",
            "h() { show -; [ -z x ] && show -; XRT_LOCAL_WORKER=1; }; h || show -",
            "false; export XRT_LOCAL_WORKER=1",
            "if [ -z x ]; then show -; else false; export XRT_LOCAL_WORKER=1; fi",
            "show four; XRT_LOCAL_WORKER=2; show five # six",
            "f() { show seven; export XRT_LOCAL_WORKER=1; }; f",
            "if show eight; then export XRT_LOCAL_WORKER=1; show nine; else XRT_LOCAL_WORKER=1; fi",
            "for i in 1 2; do show $i; XRT_LOCAL_WORKER=1 show ten; done",
            "(XRT_LOCAL_WORKER=1; show eleven)",
            "bash -c 'export XRT_LOCAL_WORKER=1; echo $A twelve'",
            "cat <<EOF\nXRT_LOCAL_WORKER=1 $A\nEOF",
            "env XRT_LOCAL_WORKER=1 echo thirteen",
            "case $A in *) show fourteen; export XRT_LOCAL_WORKER=1;; esac",
            "",
        ]
    )
    return st.lists(line, min_size=1, max_size=8).map(lambda lines: "\n".join([*lines, ""]))


def said(script: str) -> tuple[str, str, int]:
    """What a script prints; ``show`` prints its arguments and the variables that are not XRT's."""
    begin = 'set -u\nA=a\nshow() { echo "$@" "$A"; }\n'
    done = subprocess.run(["bash", "-c", begin + script], capture_output=True, text=True, check=False)
    return done.stdout, done.stderr, done.returncode


@settings(max_examples=150, deadline=None)
@given(script=shell_programs())
def test_scripts_do_the_same(script):
    """Scripts that do not look at the variables print the same before and after."""
    assert said(run("a.sh", script).text) == said(script)


# -- the proof ---------------------------------------------------------------------------------------------
GONE = Counter({("XRT201", "XRT_LOCAL_WORKER"): 1})
UNSOUND = {
    "a new finding": ("shell", "XRT_LOCAL_WORKER=1 x\n", "XRT_WORKERS=1 x\n", "the result has a new finding"),
    "still there": ("shell", "XRT_LOCAL_WORKER=1 x\n", "y=2 XRT_LOCAL_WORKER=1 x\n", "the finding is still there"),
    "no shell": ("shell", "if XRT_LOCAL_WORKER=1 x; then y; fi\n", "if x; then fi (\n", "does not parse as shell"),
    "another command": ("shell", "XRT_LOCAL_WORKER=1 x && y\n", "x; z || y\n", "built in another way"),
    "no YAML": (
        "yaml",
        "env:\n  XRT_LOCAL_WORKER: 1\n  A: 1\n",
        "env: [\nXRT_\npjrt:// XRT_WORKERS=\n",
        "does not parse",
    ),
    "a mapping that is null": ("yaml", "env:\n  XRT_LOCAL_WORKER: 1\nb: 1\n", "env:\nb: 1\n", "built in another way"),
    "a key that moved": (
        "yaml",
        "a:\n  XRT_LOCAL_WORKER: 1\n  A: 1\n  B:\n    c: 1\n",
        "a:\n  A: 1\n  B:\n  c: 1\n",
        "built in another way",
    ),
    "no TOML": ("toml", 'a = ["XRT_LOCAL_WORKER=1", "b"]\n', 'a = ["b"\n', "does not parse"),
    "another table": (
        "toml",
        '[a]\nXRT_LOCAL_WORKER = "1"\nb = "1"\n[c]\nd = 1\n',
        '[a]\nb = "1"\nd = 1\n[c]\n',
        "built in another way",
    ),
    "another document": (
        "markdown",
        "```bash\nXRT_LOCAL_WORKER=1 x\n```\na\n",
        "```bash\nx\n\na\n",
        "built in another way",
    ),
    "joined instructions": (
        "dockerfile",
        "FROM a\nENV A=1 \\\n    XRT_LOCAL_WORKER=1\nRUN x\n",
        "FROM a\nENV A=1 \\\nRUN x\n",
        "built in another way",
    ),
    "joined lines": (
        "make",
        "A = 1\nXRT_LOCAL_WORKER = 1\nB = 1\nC = 1\n",
        "A = 1 B = 1\nC = 1\n",
        "built in another way",
    ),
}


@pytest.mark.parametrize("name", UNSOUND)
def test_what_may_not_be_written(name):
    kind, before, after, reason = UNSOUND[name]
    options = Options()
    fault = unsound(Traced.read(kind, before, options), Traced.read(kind, after, options), GONE)
    assert fault is not None
    assert reason in fault


def test_a_refused_fix_is_withheld_and_the_others_are_made(monkeypatch):
    """A fault of a planner costs its own fix only."""
    right = shell.locate

    def wrong(part, start, end):
        spot = right(part, start, end)
        if part.text[start:end] != "XRT_LOCAL_WORKER":
            return spot
        return spot._replace(removal=spot.removal._replace(start=start + 1))

    monkeypatch.setattr(shell, "locate", wrong)
    outcome = run("a.sh", "XRT_LOCAL_WORKER=1 x\nXRT_HOST_ORDINAL=1 y\n")
    assert outcome.text == "XRT_LOCAL_WORKER=1 x\ny\n"
    assert [why for _, why in outcome.withheld] == ["the fix would tear a word apart"]


# -- the command -------------------------------------------------------------------------------------------
def test_line_ends_and_the_byte_order_mark_stay(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("a.sh").write_bytes(b"\xef\xbb\xbf# \xc3\xa9\r\nexport XRT_LOCAL_WORKER=1\r\nx\r\n")
    Path("mixed.sh").write_bytes(b"a\r\nexport XRT_LOCAL_WORKER=1\nx\n")
    Path("latin.sh").write_bytes(b"# \xe9\nexport XRT_LOCAL_WORKER=1\nx\n")
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert Path("a.sh").read_bytes() == b"\xef\xbb\xbf# \xc3\xa9\r\nx\r\n"
    assert Path("mixed.sh").read_bytes() == b"a\r\nexport XRT_LOCAL_WORKER=1\nx\n"
    assert Path("latin.sh").read_bytes() == b"# \xe9\nexport XRT_LOCAL_WORKER=1\nx\n"
    assert "mixed.sh:2:8: XRT201 not fixed: the lines of the file end in different ways" in done.err
    assert "latin.sh:2:8: XRT201 not fixed: it is not UTF-8" in done.err
    assert done.code == 2


def test_the_command_shows_and_fixes_all_kinds(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("run").write_text("#!/bin/sh\nexport XRT_LOCAL_WORKER=1\nx\n", encoding="utf-8")
    Path("a.py").write_text("import torch_xla.core.xla_model as xm\nxm.get_ordinal()\n", encoding="utf-8")
    Path("a.yml").write_text("env:\n  XRT_TPU_CONFIG: a\n", encoding="utf-8")
    assert command(capsys, "check", "--isolated", "--diff", "a.yml").code == 0
    shown = command(capsys, "check", "--isolated", "--diff", "--unsafe-fixes")
    assert [line for line in shown.out.splitlines() if line.startswith(("+++", "---"))] == [
        *("--- a/a.py", "+++ b/a.py", "--- a/a.yml", "+++ b/a.yml", "--- a/run", "+++ b/run"),
    ]
    assert Path("a.yml").read_text() == "env:\n  XRT_TPU_CONFIG: a\n"
    safe = command(capsys, "check", "--isolated", "--fix")
    assert "a.yml:2:3: XRT201 not fixed: the fix is unsafe, see --unsafe-fixes" in safe.err
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert (done.code, done.out) == (0, "")
    assert Path("a.yml").read_text() == "env:\n  PJRT_DEVICE: TPU\n"
    assert Path("run").read_text() == "#!/bin/sh\nx\n"


def test_the_command_tells_the_cell(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("a.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": ["%env XRT_WORKERS=1\\n", "a"]}]}', encoding="utf-8"
    )
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert "a.ipynb:cell 1:1:6: XRT201 not fixed: which device it chose cannot be told" in done.err


def test_a_pipe_is_not_waited_for(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("a.sh")
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert "a.sh: error: is no regular file" in done.err
    assert done.code == 2


def test_selection_limits(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("a.sh").write_text("export XRT_LOCAL_WORKER=1\nx\n", encoding="utf-8")
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes", "--ignore=XRT201")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert Path("a.sh").read_text() == "export XRT_LOCAL_WORKER=1\nx\n"


def test_a_missing_library_is_told(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("a.sh").write_text("export XRT_LOCAL_WORKER=1\nx\n", encoding="utf-8")

    def missing(_: object):
        raise MissingExtra("tree_sitter", "shell")

    monkeypatch.setattr("flake8_no_xrt.kinds.shell.parsed", missing)
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert done.code == 2
    assert "tree_sitter is not installed" in done.err
    assert Path("a.sh").read_text() == "export XRT_LOCAL_WORKER=1\nx\n"


def test_an_error_in_one_file_does_not_end_the_run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("a.sh", "b.yml"):
        Path(name).write_text("env:\n  XRT_LOCAL_WORKER: 1\n  A: 1\nXRT_LOCAL_WORKER=1 x\n", encoding="utf-8")
    Path("b.yml").write_text("env:\n  XRT_LOCAL_WORKER: 1\n  A: 1\n", encoding="utf-8")
    monkeypatch.setattr("flake8_no_xrt.fixing.kinds.shell.locate", lambda *_: 1 / 0)
    done = command(capsys, "check", "--isolated", "--fix", "--unsafe-fixes")
    assert "a.sh: error: was not fixed, because of an internal error: ZeroDivisionError" in done.err
    assert Path("b.yml").read_text() == "env:\n  A: 1\n"
    assert done.code == 2
