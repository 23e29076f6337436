"""The fixer on real code: every pinned release at three targets, the safe fixes and all of them.

What must hold is looked at with the means of others (``fix_invariants``), not with those of the fixer. What came of
each run is held against ``tests/corpus/fixes.tsv``, whose diffs someone has read. ``pytest -m corpus`` runs this.
"""

from __future__ import annotations

import subprocess
from functools import cache
from typing import TYPE_CHECKING

import corpus
import corpus_fixes
import fix_invariants as must
import pytest

from flake8_no_xrt.command import fix

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.corpus

RELEASES = {package.folder: package for package in corpus_fixes.releases()}
RUNS = [(target, mode) for target in corpus_fixes.TARGETS for mode in corpus_fixes.MODES]


@cache
def planned(folder: str, target: str, mode: str) -> corpus_fixes.Planned:
    return corpus_fixes.plan(RELEASES[folder], target, mode)


def changed(folder: str, target: str, mode: str) -> list[must.File]:
    run = planned(folder, target, mode)
    return [
        must.File(
            change.path,
            change.before,
            change.after,
            (corpus.fetch(RELEASES[folder]) / change.path).read_bytes(),
            change.data,
            run.found[change.path],
            corpus_fixes.findings(change.after, target),
        )
        for change in run.fixes.changes
    ]


def faults(folder: str, target: str, mode: str) -> list[str]:
    """Everything that is wrong with a run."""
    run, files = planned(folder, target, mode), changed(folder, target, mode)
    wrong = [f"{problem.path}: {problem.message}" for problem in run.fixes.problems]
    for file in files:
        applied = [plan.finding for path, plan in run.fixes.applied if path == file.path]
        said = must.does_not_compile(file) or [
            *must.new_findings(file),
            *must.kept_findings(file, applied),
            *must.new_flakes(file),
            *must.other_bytes(file),
            *must.other_lines(file),
            *(must.lost_comments(file) if mode == "safe" else ()),
        ]
        if len(run.fixes.withheld.get(file.path, ())) != len(file.left):
            said.append(f"{len(file.left)} findings are left, {len(run.fixes.withheld[file.path])} have a reason")
        wrong += [f"{file.path}: {what}" for what in said]
    texts = corpus_fixes.texts(RELEASES[folder]) | {file.path: file.after for file in files}
    wrong += must.broken_names(files, texts)
    untouched = run.found.keys() - {file.path for file in files}
    wrong += [
        f"{path}: {len(run.found[path])} findings, {len(run.fixes.withheld.get(path, ()))} have a reason"
        for path in untouched
        if len(run.found[path]) != len(run.fixes.withheld.get(path, ()))
    ]
    return wrong


def changes_again(folder: str, target: str, mode: str, monkeypatch) -> bool:
    """Whether a second run, on the files as the first one leaves them, does anything."""
    first = planned(folder, target, mode).fixes
    after = {change.path: change.data for change in first.changes}
    real = fix._bytes
    with monkeypatch.context() as patch:
        patch.setattr(fix, "_bytes", lambda path, most=-1: after.get(path) or real(path, most))
        second = corpus_fixes.plan(RELEASES[folder], target, mode).fixes
    left = [{path: len(those) for path, those in run.withheld.items() if those} for run in (first, second)]
    return bool(second.changes or second.applied or second.problems) or left[0] != left[1]


def is_a_patch(folder: str, target: str, mode: str, work: Path) -> bool:
    """Whether git applies the diff to the files as they were, and it gives what is written, byte by byte."""
    changes = planned(folder, target, mode).fixes.changes
    for change in changes:
        copy = work / change.path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((corpus.fetch(RELEASES[folder]) / change.path).read_bytes())
    patch = fix.diff(changes).encode()
    command = ["git", "apply", "--unsafe-paths", "--whitespace=nowarn", "-"]
    applied = not patch or subprocess.run(command, cwd=work, input=patch, check=False).returncode == 0
    return applied and all((work / change.path).read_bytes() == change.data for change in changes)


# One test for a release, so that it is planned in one process.
@pytest.mark.parametrize("folder", RELEASES)
def test_a_release(folder, monkeypatch, tmp_path):
    wrong = {run: said for run in RUNS if (said := faults(folder, *run))}
    assert not wrong
    assert [run for run in RUNS if not is_a_patch(folder, *run, tmp_path)] == []
    assert [run for run in RUNS if changes_again(folder, *run, monkeypatch)] == []
    for target, mode in RUNS:
        now = corpus_fixes.row(RELEASES[folder], target, mode, planned(folder, target, mode))
        before = corpus_fixes.recorded()[now.key]
        assert before._replace(reading="-") == now, "python tools/corpus_fixes.py --record, and read the diffs"
        assert (before.reading == "-") == (before.diff == "-")
        assert len(before.reading) > 20 or before.diff == "-", "someone has to read this diff"


def test_the_table_has_a_row_for_every_run_and_no_other():
    runs = {(folder, *run) for folder in RELEASES for run in RUNS}
    assert corpus_fixes.recorded().keys() == runs
    assert len(corpus_fixes.TABLE.read_text(encoding="utf-8").splitlines()) == len(runs) + 1


def test_all_fixes_leave_no_more_than_the_safe_ones():
    rows = corpus_fixes.recorded()
    for folder, target, _ in rows:
        assert rows[folder, target, "unsafe"].left <= rows[folder, target, "safe"].left


def test_nothing_is_left_of_xrt_in_the_release_of_the_replay():
    row = corpus_fixes.recorded()["lightning-2.1.4", ">=2.2", "unsafe"]
    assert (row.found, row.left) == (20, 0)
    assert row.fixed
