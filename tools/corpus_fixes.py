"""The fixes on the corpus: what a run of ``check --fix`` comes to on each pinned release, and its recorded result.

    python tools/corpus_fixes.py --record                         run all and rewrite tests/corpus/fixes.tsv
    python tools/corpus_fixes.py --count                          print the totals of the recorded results
    python tools/corpus_fixes.py --diff lightning-2.1.4 '>=2.2'   print what the fixes change, the unsafe ones too

A row holds, for a release, a target and the safe or all fixes: the findings before, the fixes made, the files changed,
the findings left, why they were left, the digest of the diff, and what someone who read that diff has to say. A diff
that is new is ``unread``, and the test refuses that until someone has read it and written down what is there.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import sys
import warnings
from collections import Counter
from contextlib import contextmanager
from functools import cache
from io import StringIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import corpus

from flake8_no_xrt.command import fix
from flake8_no_xrt.command.files import File
from flake8_no_xrt.command.settings import Settings
from flake8_no_xrt.judging import prefilter
from flake8_no_xrt.judging.check import check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flake8_no_xrt.judging.findings import Finding

TABLE = corpus.DATA / "fixes.tsv"
TARGETS = ("default", ">=2.2", ">=2.7")
MODES = ("safe", "unsafe")
HEADER = ("release", "target", "fixes", "found", "fixed", "files", "left", "why", "diff", "reading")


class Row(NamedTuple):
    """The result of one run."""

    release: str
    target: str
    fixes: str
    found: int
    fixed: int
    files: int
    left: int
    why: str
    diff: str
    reading: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What was run."""
        return self.release, self.target, self.fixes


class Planned(NamedTuple):
    """A run of the fixer on a release: its outcome, and the findings before, by file."""

    fixes: fix.Fixes
    found: dict[str, list[Finding]]


def releases() -> list[corpus.Package]:
    """The releases that the fixer is run on."""
    return [package for package in corpus.packages() if not package.quiet]


def settings(target: str) -> Settings:
    """The settings of a run at a target."""
    return Settings(corpus.options_for(target), target_stated=target != "default")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, so that paths are those of the release."""
    before = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def findings(text: str, target: str) -> list[Finding]:
    """What the checker has to say on a text, without the fixer and without the prefilter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return check(ast.parse(text), list(StringIO(text)), corpus.options_for(target))


@cache
def texts(package: corpus.Package) -> dict[str, str]:
    """The texts of all files of a release."""
    folder = corpus.fetch(package)
    return {name: corpus.text(folder / name) for name in corpus.sources(folder)}


@cache
def found(package: corpus.Package, target: str) -> dict[str, list[Finding]]:
    """The findings in a release, by file, of files with any."""
    options = corpus.options_for(target)
    judged = {
        name: findings(text, target) for name, text in texts(package).items() if prefilter.may_report(text, options)
    }
    return {name: those for name, those in judged.items() if those}


def concerned(package: corpus.Package, target: str) -> list[str]:
    """The files with findings, and those that speak of one: no other file has a part in the run."""
    modules = {PurePosixPath(name.removesuffix("/__init__.py")).stem for name in found(package, target)}
    spoken = re.compile(rf"\b(?:{'|'.join(sorted(modules))})\b") if modules else None
    return [name for name, text in texts(package).items() if spoken is not None and spoken.search(text)]


def plan(package: corpus.Package, target: str, mode: str) -> Planned:
    """Run the fixer on a release. Nothing is written."""
    with inside(corpus.fetch(package)):
        files = [File(name, False) for name in sorted({*concerned(package, target), *found(package, target)})]
        return Planned(fix.plan_files(files, settings(target), unsafe=mode == "unsafe"), found(package, target))


def digest(diff: str) -> str:
    """What tells one diff from another; line numbers do not."""
    body = "\n".join(line for line in diff.splitlines() if not line.startswith("@@ "))
    return hashlib.sha256(body.encode()).hexdigest()[:12] if body else "-"


def row(package: corpus.Package, target: str, mode: str, planned: Planned) -> Row:
    """The row of a run, without its reading."""
    fixes = planned.fixes
    reasons = Counter(why for withheld in fixes.withheld.values() for _, why in withheld)
    return Row(
        package.folder,
        target,
        mode,
        sum(map(len, planned.found.values())),
        len(fixes.applied),
        len(fixes.changes),
        reasons.total(),
        "; ".join(f"{number} x {why}" for why, number in sorted(reasons.items())) or "-",
        digest(fix.diff(fixes.changes)),
        "-",
    )


def recorded() -> dict[tuple[str, str, str], Row]:
    """The recorded rows, by what was run."""
    if not TABLE.is_file():
        return {}
    rows = [Row(*line[:3], *map(int, line[3:7]), *line[7:]) for line in corpus.rows(TABLE.name)]  # type: ignore[arg-type]
    return {row.key: row for row in rows}


def record() -> None:
    """Run all and rewrite the table; the same diff keeps its reading wherever it comes from."""
    readings = {row.diff: row.reading for row in recorded().values() if row.reading != corpus.UNREAD}
    lines = ["\t".join(HEADER)]
    for package in releases():
        for target in TARGETS:
            for mode in MODES:
                now = row(package, target, mode, plan(package, target, mode))
                reading = "-" if now.diff == "-" else readings.get(now.diff, corpus.UNREAD)
                if reading == corpus.UNREAD:
                    print(f"{corpus.UNREAD}: {' '.join(now.key)} {now.diff}", flush=True)
                lines.append("\t".join(map(str, now._replace(reading=reading))))
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def totals() -> list[str]:
    """The totals of the recorded rows, a line for each target and kind of fixes."""
    lines = []
    for target in TARGETS:
        for mode in MODES:
            rows = [row for row in recorded().values() if (row.target, row.fixes) == (target, mode)]
            one, two, three, four = (
                sum(getattr(row, name) for row in rows) for name in ("found", "fixed", "files", "left")
            )
            lines.append(
                f"{target} {mode}: {len(rows)} releases, {one} findings, {two} fixed in {three} files, {four} left"
            )
    return lines


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="the fixes on the corpus")
    parser.add_argument("--record", action="store_true", help="run all and rewrite the table")
    parser.add_argument("--count", action="store_true", help="print the totals of the table")
    parser.add_argument("--diff", nargs=2, metavar=("RELEASE", "TARGET"), help="print what the fixes change")
    parser.add_argument("--safe", action="store_true", help="with --diff, the safe ones only")
    arguments = parser.parse_args()
    try:
        if arguments.diff:
            release, target = arguments.diff
            package = next((one for one in releases() if one.folder == release), None)
            if package is None:
                parser.error(f"{release} is not pinned")
            planned = plan(package, target, MODES[not arguments.safe])
            sys.stdout.write(fix.diff(planned.fixes.changes))
            print(row(package, target, MODES[not arguments.safe], planned), file=sys.stderr)
        if arguments.record:
            record()
        if arguments.count:
            print("\n".join(totals()))
    except corpus.CorpusError as error:
        sys.exit(f"corpus: {error}")


if __name__ == "__main__":
    main()
