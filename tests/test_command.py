"""The command as a whole: what it answers, its exit codes, and broken input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import BROKEN, SAID, run

from flake8_no_xrt.command import main as main_module
from flake8_no_xrt.command import run as runner
from flake8_no_xrt.command.files import File
from flake8_no_xrt.command.settings import Settings
from flake8_no_xrt.kinds import MissingExtra


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path.parent))


def write(name: str, text: str | bytes = BROKEN) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_nothing_found(capsys):
    write("fine.py", "import torch_xla.runtime as xr\n\nn = xr.world_size()\n")
    assert run(capsys, "check") == (0, "", "")


def test_found(capsys):
    write("pkg/broken.py")
    assert run(capsys, "check") == (1, f"pkg/broken.py:3:5: {SAID}\n".replace(os.sep, "/"), "")


def test_sorted_by_path_then_line_then_column(capsys):
    two = BROKEN + "m, k = xm.get_ordinal(), xm.xrt_world_size()\n"
    write("b.py", two)
    write("a.py", two)
    lines = run(capsys, "check", "b.py", "a.py").out.splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "a.py:3:5:",
        "a.py:4:8:",
        "a.py:4:26:",
        "b.py:3:5:",
        "b.py:4:8:",
        "b.py:4:26:",
    ]


def test_a_path_given_twice_is_reported_once(capsys):
    write("pkg/a.py")
    assert run(capsys, "check", "pkg/a.py", "pkg", "./pkg/a.py").out.count("XRT401") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["lint"], "argument COMMAND: invalid choice: 'lint'"),
        (["check", "--no-such"], "unrecognized arguments: --no-such"),
        (["check", "--torch-xla", "two"], "--torch-xla: 'two' is not a version specifier such as '>=2.1'"),
        (["check", "--torch-xla", "<1"], "--torch-xla: no torch_xla release from 1.13 on satisfies '<1'"),
        (["check", "--torch-xla", ""], "--torch-xla: the specifier is empty"),
        (["check", "--guards", "FLAG"], "--guards: 'FLAG' is not 'NAME: SPECIFIER' or 'NAME: pjrt'"),
        (["check", "--select", "XRT8"], "--select: 'XRT8' is no code, nor the beginning of one"),
        (["check", "--select", ""], "--select: no code is given"),
        (["check", "--ignore", "E501"], "--ignore: 'E501' is no code, nor the beginning of one"),
        (["check", "--per-file-ignores", "a.py"], "--per-file-ignores: no codes are given for 'a.py'"),
        (["check", "--output-format", "xml"], "--output-format: 'xml' is none of text, full,"),
        (["check", "--config", "none.toml"], "none.toml: No such file or directory"),
        (["check", "--config", "a.cfg", "--isolated"], "argument --isolated: not allowed with argument --config"),
        (["check", "--stdin-filename", "a.py"], "--stdin-filename is for standard input"),
        (["check", "-", "a.py"], "- for standard input cannot stand beside other paths"),
    ],
)
def test_bad_arguments_are_one_line(capsys, arguments, complaint):
    done = run(capsys, *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("flake8-no-xrt")
    assert f"error: {complaint}" in done.err


def test_help_and_version(capsys):
    for arguments in (["--help"], ["check", "--help"], ["explain", "--help"], ["--version"]):
        done = run(capsys, *arguments)
        assert (done.code, done.err) == (0, "")
        assert "flake8-no-xrt" in done.out
    for name, says in main_module.COMMANDS.items():
        assert name in run(capsys, "--help").out
        assert says.split()[0] in run(capsys, "--help").out


class TestOptions:
    def test_select_and_ignore(self, capsys):
        write("a.py", BROKEN + "import os\n\nos.environ['XRT_WORKERS'] = ''\n")
        for arguments, codes in [
            ([], ["XRT201", "XRT401"]),
            (["--select", "XRT4"], ["XRT401"]),
            (["--ignore", "XRT4"], ["XRT201"]),
            (["--select", "XRT2,XRT401", "--ignore", "XRT4"], ["XRT201", "XRT401"]),
            (["--select", "XRT4", "--extend-select", "XRT2"], ["XRT201", "XRT401"]),
            (["--extend-ignore", "XRT201", "--ignore", "XRT4"], []),
            (["--per-file-ignores", "a.py:XRT2"], ["XRT401"]),
            (["--per-file-ignores", "b.py:XRT2"], ["XRT201", "XRT401"]),
        ]:
            done = run(capsys, "check", *arguments)
            assert sorted(line.split()[1] for line in done.out.splitlines()) == codes, arguments
            assert done.code == bool(codes)

    def test_the_opt_in_codes_wait_for_their_option(self, capsys):
        write("a.py", "import torch_xla.core.xla_model as xm\n\nxm.mark_step()\n")
        target = ("--torch-xla", ">=2.8")
        assert run(capsys, "check", *target, "--select", "XRT9").code == 0
        assert "XRT902" in run(capsys, "check", *target, "--deprecated").out

    def test_target_and_guards(self, capsys):
        write("a.py", BROKEN.replace("n =", "n = 1 if NEW else"))
        assert run(capsys, "check").code == 1
        assert run(capsys, "check", "--torch-xla", "<2.5").code == 0
        assert run(capsys, "check", "--torch-xla", ">=2.1", "--guards", "NEW: >=2.5").code == 0

    def test_statistics(self, capsys):
        write("a.py")
        write("b.py")
        line = "2     XRT401 `xrt_world_size`, `get_ordinal` or `parse_xla_device` of `torch_xla.core.xla_model`\n"
        assert run(capsys, "check", "--statistics").out.endswith(line)
        done = run(capsys, "check", "--statistics", "--output-format", "json")
        assert (done.err, done.out[-2:]) == (line, "}\n")


class TestStdin:
    def test_python_unless_told_otherwise(self, capsys):
        done = run(capsys, "check", "-", stdin=BROKEN.encode())
        assert done == (1, f"stdin:3:5: {SAID}\n", "")

    def test_its_name_is_shown_and_tells_its_kind(self, capsys):
        assert (
            "pkg/a.pyi:3:5: XRT401"
            in run(capsys, "check", "-", "--stdin-filename", "pkg/a.pyi", stdin=BROKEN.encode()).out
        )
        done = run(capsys, "check", "-", "--stdin-filename", "run.sh", stdin=b"export XRT_WORKERS=1\n")
        assert (done.code, done.out.split(" ")[:2]) == (1, ["run.sh:1:8:", "XRT201"])

    def test_the_file_of_that_name_is_not_read(self, capsys):
        write("a.py")
        assert run(capsys, "check", "-", "--stdin-filename", "a.py", stdin=b"n = 1\n") == (0, "", "")

    def test_no_kind(self, capsys):
        done = run(capsys, "check", "-", "--stdin-filename", "a.xyz", stdin=b"n = 1\n")
        assert done == (2, "", "a.xyz: error: is no kind of file that can be read\n")


class TestBrokenInput:
    """One line for each broken file; the others are judged all the same."""

    def one_line(self, capsys, expected: str, *arguments: str):
        write("sound.py")
        done = run(capsys, "check", *(arguments or ["."]))
        assert (done.code, done.err) == (2, f"{expected}\n")
        assert "sound.py:3:5: XRT401" in done.out
        return done

    def test_syntax_error(self, capsys):
        write("a.py", BROKEN + "def f(:\n")
        self.one_line(capsys, "a.py:4: error: cannot be parsed as Python: invalid syntax")

    def test_nested_too_deeply(self, capsys):
        write("a.py", BROKEN + "x = " + "(" * 5000 + ")" * 5000 + "\n")
        write("sound.py")
        done = run(capsys, "check", ".")
        assert done.code == 2
        assert done.err.startswith("a.py:4: error: cannot be parsed as Python: ")
        assert done.err.count("\n") == 1

    def test_nul_bytes(self, capsys):
        write("a.py", BROKEN.encode() + b"\0")
        self.one_line(capsys, "a.py: error: has NUL bytes, so it is no text")

    def test_bad_utf8_is_told_and_read_all_the_same(self, capsys):
        write("a.py", BROKEN.encode() + b"# caf\xe9\n")
        done = self.one_line(
            capsys, "a.py: error: line 4 is not UTF-8 (invalid continuation byte); it was read as Latin-1"
        )
        assert "a.py:3:5: XRT401" in done.out

    def test_unknown_coding(self, capsys):
        write("a.py", "# coding: klingon\n" + BROKEN)
        done = self.one_line(capsys, "a.py: error: unknown encoding: klingon; it was read as Latin-1")
        assert "a.py:4:5: XRT401" in done.out

    def test_coding_that_is_no_encoding(self, capsys):
        write("a.py", "# coding: rot13\n" + BROKEN)
        write("sound.py")
        done = run(capsys, "check")
        assert (done.code, done.out.count("XRT401"), done.err.count("\n")) == (2, 2, 1)
        assert done.err.startswith("a.py: error: 'rot13' is not a text encoding")

    def test_coding_cookie(self, capsys):
        write("a.py", b"# coding: latin-1\nx = '\xe9'; " + BROKEN.encode())
        assert run(capsys, "check") == (1, f"a.py:4:5: {SAID}\n", "")

    def test_byte_order_mark_and_carriage_returns(self, capsys):
        write("a.py", b"\xef\xbb\xbf" + BROKEN.replace("\n", "\r\n").encode())
        assert run(capsys, "check") == (1, f"a.py:3:5: {SAID}\n", "")

    def test_missing_path(self, capsys):
        self.one_line(capsys, "gone.py: error: No such file or directory", "gone.py", "sound.py")

    def test_folder_named_like_a_module(self, capsys):
        write("x.py/inner.py")
        assert run(capsys, "check").out == f"x.py/inner.py:3:5: {SAID}\n"

    def test_link_loop(self, capsys):
        Path("a.py").symlink_to("b.py")
        Path("b.py").symlink_to("a.py")
        write("sound.py")
        done = run(capsys, "check")
        complaint = "error: Too many levels of symbolic links"
        assert (done.code, done.err) == (2, f"a.py: {complaint}\nb.py: {complaint}\n")
        assert "sound.py:3:5" in done.out

    def test_link_to_nowhere(self, capsys):
        Path("a.py").symlink_to("gone.py")
        self.one_line(capsys, "a.py: error: No such file or directory")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
    def test_a_pipe_is_not_waited_for(self, capsys):
        os.mkfifo("a.py")
        self.one_line(capsys, "a.py: error: is no regular file")

    def test_unreadable(self, capsys, monkeypatch):
        write("a.py")
        real = open

        def refuse(path, *arguments, **settings):
            if path == "a.py":
                raise PermissionError(13, "Permission denied", path)
            return real(path, *arguments, **settings)

        monkeypatch.setattr("builtins.open", refuse)
        self.one_line(capsys, "a.py: error: Permission denied")

    def test_large(self, capsys, monkeypatch):
        monkeypatch.setattr(runner, "LARGEST", 1000)
        write("a.py", BROKEN + "# long\n" * 1000)
        write("without.py", "x = 1\n" * 1000)
        self.one_line(capsys, "a.py: error: is larger than 0 MiB, so it was not judged")

    def test_internal_error(self, capsys, monkeypatch):
        def fail(*_):
            raise RecursionError("maximum recursion depth exceeded\nwhile judging")

        write("a.sh", "export XRT_WORKERS=1\n")
        monkeypatch.setattr(runner, "scan", fail)
        self.one_line(
            capsys,
            "a.sh: error: was not judged, because of an internal error: "
            "RecursionError: maximum recursion depth exceeded while judging",
        )

    def test_invalid_notebook_and_yaml(self, capsys):
        write("a.ipynb", '{"cells": [XRT_WORKERS')
        write("b.yml", "env:\n  XRT_WORKERS: [\n")
        write("sound.py")
        done = run(capsys, "check")
        assert done.code == 2
        assert [line.split(":")[0] for line in done.err.splitlines()] == ["a.ipynb", "b.yml"]
        assert "sound.py:3:5" in done.out

    def test_missing_extra(self, capsys, monkeypatch):
        def fail(*_):
            raise MissingExtra("ruamel.yaml", "yaml")

        write("a.yml", "env:\n  XRT_WORKERS: 1\n")
        monkeypatch.setattr(runner, "scan", fail)
        complaint = str(MissingExtra("ruamel.yaml", "yaml"))
        assert "yaml" in complaint
        self.one_line(capsys, f"a.yml: error: {complaint}")

    def test_a_named_file_of_no_kind(self, capsys):
        write("notes.xyz", "XRT_WORKERS=1\n")
        self.one_line(capsys, "notes.xyz: error: is no kind of file that can be read", "notes.xyz", "sound.py")
        assert run(capsys, "check", ".").err == ""

    def test_a_name_that_would_steer_the_terminal(self, capsys):
        write("a\x1b[2J\n.py")
        done = run(capsys, "check")
        assert done.out == f"a\\x1b[2J\\n.py:3:5: {SAID}\n"


def test_scripts_without_a_suffix_are_known_by_their_first_line(capsys):
    write("tool", "#!/usr/bin/env python3\n" + BROKEN)
    write("start", "#!/bin/bash\nexport XRT_WORKERS=1\n")
    write("LICENSE", "XRT_WORKERS=1\n")
    done = run(capsys, "check")
    assert [line.split(" ")[0] for line in done.out.splitlines()] == ["start:2:8:", "tool:4:5:"]


def test_warnings_of_the_parser_are_not_ours(capsys):
    write("a.py", BROKEN + 'x = "\\d"\n')
    assert run(capsys, "check").err == ""


class TestProcesses:
    """Many files are shared out; the report is the same."""

    def test_same_report(self, capsys, monkeypatch):
        for number in range(30):
            write(f"pkg{number % 4}/m{number}.py", BROKEN if number % 3 else BROKEN + "def f(:\n")
        alone = run(capsys, "check", "--guards", "NEW: >=2.7")
        monkeypatch.setattr(runner, "_MANY", 2)
        monkeypatch.setattr(runner, "_CHUNK", 4)
        monkeypatch.setattr(runner, "_processors", lambda: 3)
        started = []
        shared = runner._in_processes
        monkeypatch.setattr(runner, "_in_processes", lambda *given: started.append(1) or shared(*given))
        assert run(capsys, "check", "--guards", "NEW: >=2.7") == alone
        assert (started, alone.code, alone.out.count("\n"), alone.err.count("\n")) == ([1], 2, 20, 10)

    @pytest.mark.parametrize("seed", ["0", "1", "77"])
    def test_same_report_for_every_hash_seed(self, seed):
        write("a.py", BROKEN + "xm.get_ordinal(); xm.parse_xla_device('x')\n")
        write("b.py", "from torch_xla.experimental import pjrt, tpu\n")
        command = [sys.executable, "-m", "flake8_no_xrt", "check"]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert [line.split(" ")[0] for line in done.stdout.splitlines()] == [
            "a.py:3:5:",
            "a.py:4:1:",
            "a.py:4:19:",
            "b.py:1:36:",
            "b.py:1:42:",
        ]


class TestStartUp:
    def test_nothing_is_imported_that_is_not_needed(self):
        write("small.py", "import os\n\nprint(os.getcwd())\n")
        code = (
            "import sys; from flake8_no_xrt.command.main import main; assert main(['check', 'small.py']) == 0;"
            "print(sorted({name.partition('.')[0] for name in sys.modules}))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        heavy = {"flake8", "packaging", "tomllib", "configparser", "subprocess", "multiprocessing", "yaml", "ruamel"}
        assert not heavy & set(eval(done.stdout))

    def test_as_a_module(self):
        write("a.py")
        command = [sys.executable, "-m", "flake8_no_xrt", "check", "a.py"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (1, f"a.py:3:5: {SAID}\n", "")


class TestInterrupted:
    def test_the_reader_has_seen_enough(self):
        for number in range(2000):
            Path(f"m{number}.py").write_text(BROKEN)
        command = f"{sys.executable} -m flake8_no_xrt check | head -n 1"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (f"m0.py:3:5: {SAID}\n", "")

    def test_by_the_user(self, capsys, monkeypatch):
        def interrupt(*_):
            raise KeyboardInterrupt

        write("a.py")
        monkeypatch.setattr(runner, "check_files", interrupt)
        assert run(capsys, "check") == (2, "", "flake8-no-xrt: interrupted\n")

    def test_a_process_is_killed(self, capsys, monkeypatch):
        for number in range(4):
            write(f"m{number}.py")
        monkeypatch.setattr(runner, "_MANY", 2)
        monkeypatch.setattr(runner, "_processors", lambda: 2)
        monkeypatch.setattr(runner, "check_file", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        done = run(capsys, "check")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "BrokenProcessPool" in done.err


def test_a_file_that_goes_while_we_look(tmp_path):
    outcome = runner.check_file(File(str(tmp_path / "gone.py"), named=False), Settings())
    assert [problem.message for problem in outcome.problems] == ["No such file or directory"]
