"""The command and the plugin on real code: the same findings on every pinned release.

Only the files that the first step of the prefilter lets through are read: in the others neither can find anything,
which test_corpus.py shows of the plugin, and the command asks the same question first.
"""

from __future__ import annotations

import corpus
import pytest

from flake8_no_xrt.command import settings as settings_of
from flake8_no_xrt.command.files import File
from flake8_no_xrt.command.run import check_files

pytestmark = pytest.mark.corpus

RUNS = [
    pytest.param(package, target, id=f"{package.folder} {target}")
    for package in corpus.packages()
    for target in package.targets
]


def with_stem(folder, target: str) -> list[str]:
    options = corpus.options_for(target)
    return [name for name in corpus.sources(folder) if corpus.has_stem(corpus.text(folder / name), options)]


def told_by_the_command(files: list[str], target: str) -> tuple[list[corpus.Report], list[str]]:
    given = {} if target == "default" else {"torch-xla": target}
    outcome = check_files([File(name, named=False) for name in files], settings_of.load(given, None, isolated=True))
    reports = [
        corpus.Report(
            hit.path, hit.finding.line, hit.finding.column, hit.finding.code, hit.finding.message.splitlines()[0]
        )
        for hit in outcome.hits
    ]
    return sorted(reports), [problem.path for problem in outcome.problems]


@pytest.mark.parametrize(("package", "target"), RUNS)
def test_the_command_says_what_the_plugin_says(monkeypatch, package, target):
    folder = corpus.fetch(package)
    monkeypatch.chdir(folder)
    files = with_stem(folder, target)
    reports = corpus.run_flake8(folder, files, target)
    plugin = [report for report in reports if report.code.startswith("XRT")]
    # What flake8 cannot parse, the command cannot either: neither is silent.
    unparsed = sorted({report.path for report in reports} - {report.path for report in plugin})
    command, problems = told_by_the_command(files, target)
    assert command == plugin
    assert sorted(set(problems)) == unparsed
