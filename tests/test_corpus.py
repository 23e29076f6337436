"""The checker on real code: flake8 on pinned releases, line by line against what someone has read.

``tests/corpus/README.md`` says what the tables hold. ``pytest -m corpus`` runs this; it downloads what it needs.
"""

from __future__ import annotations

import ast
import re
import tokenize
import warnings
from functools import cache
from io import StringIO
from typing import NamedTuple

import corpus
import pytest

from flake8_no_xrt.judging import prefilter
from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import Options

pytestmark = pytest.mark.corpus

FLOOR = ">=2.7"
PACKAGES = {package.folder: package for package in corpus.packages()}
NOISY = [package for package in PACKAGES.values() if not package.quiet]
QUIET = [package for package in PACKAGES.values() if package.quiet]
RUNS = [
    pytest.param(package, target, id=f"{package.folder} {target}") for package in NOISY for target in package.targets
]
# Releases without rows of their own that hold the files of another, in another folder.
SAME_FILES = (
    ("lightning-2.6.6", "lightning-fabric-2.6.6", "lightning_fabric/", "lightning/fabric/"),
    ("lightning-2.2.5", "pytorch-lightning-2.2.5", "lightning_fabric/", "lightning/fabric/"),
    ("lightning-2.2.5", "pytorch-lightning-2.2.5", "pytorch_lightning/", "lightning/pytorch/"),
)


class Row(NamedTuple):
    """What a reader expects at a place: ``flag``, ``dead``, ``silent``, or ``open`` where both are right."""

    folder: str
    path: str
    line: int
    symbol: str
    right: str
    is_use: bool


def _right(expect: str) -> str:
    if expect == "flag":
        return "flag"
    if expect == "flag (guarded: dead branch)":
        return "dead"
    if expect in ("flag?", "warn/optional"):
        return "open"
    assert expect.startswith("no") or expect == "flag only with cross-file analysis", expect
    return "silent"


@cache
def overruled() -> dict[tuple[str, str, int, str], str]:
    """What is right where a row is not, by release, path, line and symbol."""
    return {
        (f"{name}-{version}", path, int(line), symbol): right
        for name, version, path, line, symbol, right, _reason in corpus.rows("overruled.tsv")
    }


@cache
def all_rows() -> list[Row]:
    """The rows, those of the same files under another name, and the overruled ones as they should be."""
    found = []
    for name, version, path, line, _column, symbol, idiom, _guarded, expect in corpus.rows("rows.tsv"):
        folder, place = f"{name}-{version}", (path, int(line), symbol)
        right = overruled().get((folder, *place), _right(expect))
        found.append(Row(folder, *place, right, idiom.startswith("use/")))
        for other, same, old, new in SAME_FILES:
            if same == folder and path.startswith(old):
                found.append(found[-1]._replace(folder=other, path=new + path.removeprefix(old)))
    return found


def rows_of(folder: str) -> list[Row]:
    return [row for row in all_rows() if row.folder == folder]


def names(message: str, symbol: str) -> bool:
    """Whether a message is about a symbol, and not about another that only starts or ends with it."""
    return re.search(rf"(?<![\w.]){re.escape(symbol)}(?!\w|\.\w)", message) is not None


def origins(symbol: str) -> list[str]:
    """A dotted name and the modules it is in, without torch_xla itself."""
    parts = symbol.split(".")
    return [".".join(parts[:end]) for end in range(len(parts), 1, -1)]


def is_reported(row: Row, reports: list) -> bool:
    """Whether a row is reported at its line, or, a use, by the import that it follows from."""
    if any(report.line == row.line and names(report.message, row.symbol) for report in reports):
        return True
    lines = source(row.folder, row.path)
    imports = [report for report in reports if re.match(r"\s*(import|from)\s", lines[report.line - 1])]
    return row.is_use and any(names(report.message, name) for report in imports for name in origins(row.symbol))


@cache
def source(folder: str, path: str) -> list[str]:
    return corpus.text(corpus.fetch(PACKAGES[folder]) / path).splitlines()


@cache
def observed(folder: str, target: str):
    return corpus.observe(PACKAGES[folder], target)


def parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(text)


def reports_in(folder: str, target: str, path: str) -> list:
    return [report for report in observed(folder, target).reports if report.path == path]


def dead_regions(folder: str, target: str, path: str) -> list[range]:
    """The regions that are reported as dead, from the checker itself: flake8 prints where they start."""
    text = corpus.text(corpus.fetch(PACKAGES[folder]) / path)
    starts = {report.line for report in reports_in(folder, target, path) if report.code == "XRT501"}
    options = corpus.options_for(target)
    found = check(parsed(text), list(StringIO(text)), options)
    regions = [range(finding.line, finding.end_line + 1) for finding in found if finding.code == "XRT501"]
    assert {region.start for region in regions} == starts
    return regions


@pytest.mark.parametrize(("package", "target"), RUNS)
def test_every_report_is_a_recorded_one(package, target):
    now, before = observed(package.folder, target), corpus.recorded(package, target)
    new = [report for report in now.reports if (report.place, report.code) not in before.readings]
    assert not new, "read these, then python tools/corpus.py --record"
    assert sorted((report.place, report.code) for report in now.reports) == sorted(before.readings)
    assert now.counts == before.counts
    assert now.counts.read <= now.counts.stem <= now.counts.files


@pytest.mark.parametrize(("package", "target"), RUNS)
def test_every_recorded_report_was_read(package, target):
    rows = {(row.path, row.line) for row in rows_of(package.folder) if row.right in ("flag", "dead")}
    for (place, code), reading in corpus.recorded(package, target).readings.items():
        verdict, _, seen = reading.partition(": ")
        assert verdict == "true", (place, code, reading)
        path, line, _column = place.split(":")
        assert seen or (path, int(line)) in rows, f"{place} has no row, and no word on what is there"


@pytest.mark.parametrize("package", NOISY, ids=lambda package: package.folder)
def test_rows(package):
    rows = rows_of(package.folder)
    for row in rows:
        lines = source(row.folder, row.path)
        assert row.line <= len(lines), row
        everywhere = {target: reports_in(row.folder, target, row.path) for target in package.targets}
        default = everywhere["default"]
        if row.right == "flag":
            assert is_reported(row, default), f"missed by default: {row}"
        elif row.right == "dead":
            assert not is_reported(row, default), f"false alarm by default: {row}"
            assert any(row.line in region for region in dead_regions(row.folder, FLOOR, row.path)), f"not dead: {row}"
        elif row.right == "silent":
            told = [report for reports in everywhere.values() for report in reports if report.line == row.line]
            if row.symbol == "XRT-word" or "->" in row.symbol:
                # Not a name that a message could hold: whatever is said there must belong to another row.
                others = [other.symbol for other in rows if other[1:3] == row[1:3] and other.right != "silent"]
                told = [report for report in told if not any(names(report.message, other) for other in others)]
            else:
                told = [report for report in told if names(report.message, row.symbol)]
            assert not told, f"false alarm: {row}"


@pytest.mark.parametrize(("package", "target"), RUNS)
def test_the_checker_is_silent_on_what_the_prefilter_turns_away(package, target):
    folder = corpus.fetch(package)
    options = corpus.options_for(target)
    for name in corpus.sources(folder):
        text = corpus.text(folder / name)
        if corpus.has_stem(text, options) and not prefilter.may_report(text, options):
            assert check(parsed(text), list(StringIO(text)), options) == [], name


# Words that stand for a report or a row wherever they are a name in code, and the lines where they do not.
WORDS = {
    *("xrt_world_size", "get_ordinal", "parse_xla_device", "using_pjrt", "requires_pjrt", "pjrt", "pjrt_backend"),
    *("xla_dist", "xrt_init", "server_is_alive", "xla_sharding", "xla_sharded_tensor"),
    *("MP_DEVICE", "LOCAL_WORKER", "TPU_CONFIG", "SERVICE_ADDRESS", "DEVICE_MAP", "WORKERS", "LOCAL_ORDINAL"),
    *("ORDINAL", "HOST_WORLD_SIZE", "HOST_ORDINAL", "TORCH_DIST_METHOD", "TORCH_DIST_ROOT"),
}
NOT_THAT = {
    "using_pjrt = _using_pjrt()": "a local of the project",
    "xla_dist.resolve_and_execute(new_args)": "follows from the import that is reported",
    'args, xla_dist.get_args_parser(), ["--tpu", args.tpu_name, "--positional", "", "--restart-tpuvm-pod-server"]': (
        "follows from the import that is reported"
    ),
}


def test_no_word_of_the_field_is_without_a_report_or_a_row():
    """Found by their tokens, without the checker; torch_xla's own files define these names and are left out."""
    seen = set()
    for package in NOISY:
        folder = corpus.fetch(package)
        known = {(row.path, row.line) for row in rows_of(package.folder)}
        for target in package.targets:
            places = [place.split(":") for place, _ in corpus.recorded(package, target).readings]
            known |= {(path, int(line)) for path, line, _column in places}
        for name in corpus.sources(folder) if package.name != "torch-xla" else ():
            text = corpus.text(folder / name)
            if "torch_xla" not in text:
                continue
            for token in tokenize.generate_tokens(StringIO(text).readline):
                if token.type == tokenize.NAME and token.string in WORDS and (name, token.start[0]) not in known:
                    line = token.line.strip()
                    assert line in NOT_THAT, f"{package.folder} {name}:{token.start[0]}: {line}"
                    seen.add(line)
    assert seen == set(NOT_THAT)


def test_the_rows_are_all_pinned_and_an_overruled_row_exists_and_differs():
    assert {row.folder for row in all_rows()} <= {package.folder for package in NOISY}
    expected = {}
    for name, version, path, line, _column, symbol, _idiom, _guarded, expect in corpus.rows("rows.tsv"):
        expected.setdefault((f"{name}-{version}", path, int(line), symbol), set()).add(_right(expect))
    for key, right in overruled().items():
        assert right in ("flag", "dead", "silent")
        assert expected[key] - {right}, f"{key} is overruled with what it says already"
    for *place, reason in corpus.rows("overruled.tsv"):
        assert len(reason) > 20, place


def test_a_release_is_run_whole_too():
    assert [package.folder for package in NOISY if package.whole] == ["pytorch-ignite-0.5.5"]


@pytest.mark.parametrize("package", QUIET, ids=lambda package: package.folder)
def test_nothing_on_code_that_has_nothing_to_do_with_torch_xla(package):
    """Every file goes through the checker itself, what the prefilter says is set aside."""
    folder = corpus.fetch(package)
    options = Options.parse(torch_xla=FLOOR, deprecated=True)
    counts = [0, 0, 0]
    for name in corpus.sources(folder):
        text = corpus.text(folder / name)
        tree = parsed(text)
        assert check(tree, list(StringIO(text)), Options()) == [], name
        assert check(tree, list(StringIO(text)), options) == [], name
        for step, passed in enumerate((True, corpus.has_stem(text, options), prefilter.may_report(text, options))):
            counts[step] += passed
    assert counts == QUIET_COUNTS[package.folder]


# Files, those that the first step of the prefilter lets through, those that the second does.
QUIET_COUNTS = {
    "django-5.2.8": [883, 0, 0],
    "sympy-1.14.0": [1533, 0, 0],
    "flake8-7.3.0": [33, 0, 0],
    "pycodestyle-2.14.0": [1, 0, 0],
    "pyflakes-3.4.0": [21, 0, 0],
    "mccabe-0.7.0": [1, 0, 0],
}
