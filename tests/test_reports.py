"""The reports: what each form says, and that it says it safely."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from command_line import BROKEN, SAID, run

from flake8_no_xrt.command.files import Problem
from flake8_no_xrt.command.reports import Report, printable, render, statistics
from flake8_no_xrt.command.reports.full import excerpt
from flake8_no_xrt.command.run import Hit
from flake8_no_xrt.command.settings import FORMATS
from flake8_no_xrt.facts.codes import CODES, level
from flake8_no_xrt.judging.findings import Finding

SCHEMA = json.loads(Path(__file__).with_name("data").joinpath("sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
# Everything that could break out of one of the forms.
NASTY = "a,b:c%\n::error::<x>&\"']]>\x1b[31m\udce9{0}[link](x) \u2028\u00e9"
TEXT = NASTY + "\ud800"


def hit(
    path="pkg/a.py", line=3, column=5, *, code="XRT401", message="x.y is gone: use z", cell=None, source="n = x.y()"
):
    finding = Finding(line, column, code, message, line, column + 3, "x.y")
    return Hit(path, finding, cell, source)


def nasty_report() -> Report:
    hits = [
        hit(NASTY, message=TEXT, source=TEXT),
        hit(os.fsdecode(b"caf\xe9.py")),
        hit("nb.ipynb", 9, 1, cell=2),
        hit("/elsewhere/b.py")._replace(finding=Finding(1, 5, "XRT501", "dead", 4, 2, "")),
    ]
    problems = [Problem(NASTY, TEXT, 4), Problem("nb.ipynb", "is cut", 2, 3), Problem("c.py", "is no text")]
    return Report(hits, problems)


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("report", [Report([], []), nasty_report()], ids=["empty", "nasty"])
def test_every_form_can_be_written(output_format, report):
    text = render(output_format, report)
    text.encode()
    assert "\x1b" not in text
    assert text == "" or text.endswith("\n")


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_form_by_the_command(capsys, tmp_path, monkeypatch, output_format):
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(BROKEN)
    done = run(capsys, "check", "--output-format", output_format)
    assert (done.code, done.err) == (1, "")
    assert "XRT401" in done.out
    assert "a.py" in done.out


def test_levels():
    assert {level(code) for code in CODES} == {"error", "warning", "note"}
    assert [level(code) for code in ("XRT101", "XRT201", "XRT204", "XRT405", "XRT902")] == [
        "error",
        "warning",
        "error",
        "warning",
        "note",
    ]


def test_printable():
    assert printable("plain caf\u00e9") == "plain caf\u00e9"
    assert printable("a\x1b\n\udce9\u2028") == "a\\x1b\\n\\udce9\\u2028"


def test_statistics():
    counted = statistics([hit(), hit(code="XRT101"), hit()]).splitlines()
    assert [line.split()[:2] for line in counted] == [["1", "XRT101"], ["2", "XRT401"]]
    assert statistics([]) == ""


class TestText:
    def test_lines(self):
        report = Report([hit(), hit("nb.ipynb", 9, 1, cell=2)], [])
        assert render("text", report) == (
            "pkg/a.py:3:5: XRT401 x.y is gone: use z\nnb.ipynb:cell 2:9:1: XRT401 x.y is gone: use z\n"
        )

    def test_color(self):
        line = render("text", Report([hit()], [], color=True))
        assert line == (
            "\033[1mpkg/a.py\033[m\033[36m:\033[m3\033[36m:\033[m5\033[36m:\033[m"
            " \033[1m\033[31mXRT401\033[m x.y is gone: use z\n"
        )


class TestFull:
    def test_paragraph(self):
        assert render("full", Report([hit(line=12)], [])) == (
            "pkg/a.py:12:5: XRT401 x.y is gone\n   |\n12 | n = x.y()\n   |     ^^^\n   = use z\n\n1 finding in 1 file\n"
        )

    def test_carets_stand_below_what_is_wide_or_indented(self):
        for source, column, above, below in [
            ("\tn = x.y", 6, "n = x.y", "    ^^^"),
            ("s = '\u6f22'; x.y", 10, "s = '\u6f22'; x.y", "          ^^^"),
            ("s = 'e\u0301'; x.y", 11, "s = 'e\u0301'; x.y", "         ^^^"),
            ("s = '\x1b'; x.y", 10, "s = '\ufffd'; x.y", "         ^^^"),
        ]:
            lines = render("full", Report([hit(column=column, source=source)], [])).splitlines()
            assert lines[2] == f"3 | {above}"
            assert lines[3] == f"  | {below}"

    def test_a_finding_over_several_lines_is_shown_to_the_end_of_its_first(self):
        over = hit(source="if x.y:  ")._replace(finding=Finding(3, 1, "XRT501", "dead code", 9, 4, ""))
        assert render("full", Report([over], [])).splitlines()[3] == "  | ^^^^^^^"

    def test_a_long_line_is_cut_around_the_finding(self):
        before, marked, after = excerpt("a" * 1000 + "x.y" + "b" * 1000, 1000, 1003)
        assert (before, marked) == ("..." + "a" * 40, "x.y")
        assert after.endswith("b...")
        assert len(before + marked + after) < 170
        assert excerpt("a" * 3000, 10, 2900)[1].count("a") <= 160

    def test_without_a_line_of_source(self):
        assert render("full", Report([hit(source="")], [])).startswith("pkg/a.py:3:5: XRT401 x.y is gone\n  = use z\n")

    @pytest.mark.parametrize(("arguments", "colored"), [([], False), (["--color"], True), (["--no-color"], False)])
    def test_color_as_asked(self, capsys, tmp_path, monkeypatch, arguments, colored):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("NO_COLOR", "1")
        Path("a.py").write_text(BROKEN)
        out = run(capsys, "check", "--output-format", "full", *arguments).out
        assert ("\033[" in out) is colored

    @pytest.mark.parametrize(
        ("environment", "colored"),
        [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    )
    def test_color_on_a_terminal(self, monkeypatch, environment, colored):
        from flake8_no_xrt.command import check

        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        assert check._in_color(None) is colored


class TestJson:
    def test_document(self):
        document = json.loads(render("json", Report([hit(cell=2)], [Problem("b.py", "is no text", 4)])))
        assert document.pop("version")
        assert document == {
            "target": ["2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9"],
            "findings": [
                {
                    "path": "pkg/a.py",
                    "cell": 2,
                    "line": 3,
                    "column": 5,
                    "end_line": 3,
                    "end_column": 8,
                    "code": "XRT401",
                    "rule": "xla-model-function",
                    "level": "error",
                    "message": "x.y is gone: use z",
                    "name": "x.y",
                }
            ],
            "problems": [{"path": "b.py", "cell": None, "line": 4, "message": "is no text"}],
        }


class TestGithub:
    def test_commands(self):
        report = Report(
            [
                hit(),
                hit(code="XRT902"),
                hit("nb.ipynb", cell=2),
                hit()._replace(finding=Finding(1, 5, "XRT501", "dead", 4, 2, "")),
            ],
            [Problem("b.py", "is no text", 4)],
        )
        where = "file=pkg/a.py,line=3,endLine=3,col=5,endColumn=8"
        assert render("github", report).splitlines() == [
            f"::error title=flake8-no-xrt (XRT401),{where}::XRT401 x.y is gone: use z",
            f"::notice title=flake8-no-xrt (XRT902),{where}::XRT902 x.y is gone: use z",
            "::error title=flake8-no-xrt (XRT401),file=nb.ipynb::cell 2:3:5: XRT401 x.y is gone: use z",
            "::warning title=flake8-no-xrt (XRT501),file=pkg/a.py,line=1,endLine=4::XRT501 dead",
            "::error title=flake8-no-xrt,file=b.py,line=4::is no text",
        ]

    def test_escaped(self):
        lines = render("github", Report([hit("a,b:c%\n::set-output", message="50%\n::error::x")], [])).splitlines()
        where = "file=a%2Cb%3Ac%25\\n%3A%3Aset-output,line=3,endLine=3,col=5,endColumn=8"
        assert lines == [f"::error title=flake8-no-xrt (XRT401),{where}::XRT401 50%25\\n::error::x"]


class TestSarif:
    def log(self, report: Report):
        log = json.loads(render("sarif", report))
        validator = jsonschema.Draft4Validator(SCHEMA)
        assert [error.message for error in validator.iter_errors(log)] == []
        (run_,) = log["runs"]
        return run_

    def test_the_schema_refuses_something(self):
        log = json.loads(render("sarif", Report([hit()], [])))
        log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
        assert list(jsonschema.Draft4Validator(SCHEMA).iter_errors(log))

    def test_valid(self):
        for report in (Report([], []), nasty_report(), Report([hit(code=code) for code in CODES], [])):
            assert len(self.log(report)["results"]) == len(report.hits)

    def test_result(self):
        run_ = self.log(Report([hit()], []))
        (rule,) = run_["tool"]["driver"]["rules"]
        (result,) = run_["results"]
        assert (rule["id"], rule["name"]) == ("XRT401", "xla-model-function")
        assert CODES["XRT401"].good.rstrip() in rule["help"]["markdown"]
        assert result["ruleId"] == "XRT401"
        assert result["ruleIndex"] == 0
        assert result["message"]["text"] == "x.y is gone: use z"
        assert result["locations"] == [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "pkg/a.py", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 8},
                }
            }
        ]
        assert run_["columnKind"] == "unicodeCodePoints"

    def test_problems(self):
        run_ = self.log(Report([], [Problem("b.py", "is no text", 4)]))
        (invocation,) = run_["invocations"]
        assert invocation["executionSuccessful"] is False
        (notification,) = invocation["toolExecutionNotifications"]
        assert notification["message"]["text"] == "b.py: is no text"
        assert notification["locations"][0]["physicalLocation"]["region"] == {"startLine": 4}

    def test_uris(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        paths = ["a b#?%.py", os.fsdecode(b"caf\xe9.py"), "/elsewhere/b.py", str(tmp_path / "in" / "c.py")]
        artifacts = [
            result["locations"][0]["physicalLocation"]["artifactLocation"]
            for result in self.log(Report([hit(path) for path in paths], []))["results"]
        ]
        assert artifacts == [
            {"uri": "a%20b%23%3F%25.py", "uriBaseId": "%SRCROOT%"},
            {"uri": "caf%E9.py", "uriBaseId": "%SRCROOT%"},
            {"uri": "file:///elsewhere/b.py"},
            {"uri": "in/c.py", "uriBaseId": "%SRCROOT%"},
        ]

    def test_a_message_holds_no_link_and_no_placeholder(self):
        (result,) = self.log(Report([hit(message="see [here](x) {0}")], []))["results"]
        assert result["message"]["text"] == "see \\[here\\](x) {{0}}"

    def test_a_cell_is_told_in_words(self):
        (result,) = self.log(Report([hit("nb.ipynb", 9, 1, cell=2)], []))["results"]
        assert result["message"]["text"] == "cell 2:9:1: x.y is gone: use z"
        assert "region" not in result["locations"][0]["physicalLocation"]


class TestGitlab:
    def test_issue(self):
        (issue,) = json.loads(render("gitlab", Report([hit()], [])))
        assert len(issue.pop("fingerprint")) == 64
        assert issue == {
            "type": "issue",
            "categories": ["Compatibility"],
            "check_name": "XRT401",
            "description": "XRT401 x.y is gone: use z",
            "severity": "major",
            "location": {"path": "pkg/a.py", "lines": {"begin": 3, "end": 3}},
        }

    def test_fingerprints_differ_and_do_not_move_with_the_lines(self):
        def prints(*hits: Hit) -> list[str]:
            return [issue["fingerprint"] for issue in json.loads(render("gitlab", Report(hits, [])))]

        twice = prints(hit(line=3), hit(line=7), hit("b.py"), hit(code="XRT402"), hit(source="m = x.y"))
        assert len(set(twice)) == 5
        assert prints(hit(line=4), hit(line=70)) == twice[:2]


class TestJunit:
    def test_suites(self):
        root = ET.fromstring(render("junit", Report([hit(), hit(line=5), hit("b.py")], [Problem("c.py", "is cut")])))
        assert [
            (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors")) for suite in root
        ] == [
            ("pkg/a.py", "2", "2", None),
            ("b.py", "1", "1", None),
            ("c.py", "1", None, "1"),
        ]
        assert [case.get("name") for case in root.iter("testcase")] == [
            "XRT401:3:5",
            "XRT401:5:5",
            "XRT401:3:5",
            "readable",
        ]
        assert root[0][0][0].text == "pkg/a.py:3:5: XRT401 x.y is gone: use z"

    def test_one_passed_case_without_findings(self):
        root = ET.fromstring(render("junit", Report([], [])))
        assert [(len(case), case.get("name")) for case in root.iter("testcase")] == [(0, "no findings")]

    def test_nasty(self):
        root = ET.fromstring(render("junit", nasty_report()))
        assert len(list(root.iter("testcase"))) == 7


def test_a_notebook_by_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title"]},
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": BROKEN.splitlines(True),
        },
    ]
    Path("nb.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert run(capsys, "check").out == f"nb.ipynb:cell 2:3:5: {SAID}\n"
    assert "3 | n = xm.xrt_world_size()\n  |     ^^^^" in run(capsys, "check", "--output-format", "full").out
