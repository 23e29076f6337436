"""The corpus: pinned releases of other packages, and what flake8 says about them.

``tests/corpus/packages.tsv`` pins the releases. ``--fetch`` downloads them with pip, checks their hashes and keeps
their ``.py`` and ``.pyi`` files in a cache folder outside the checkout: FLAKE8_NO_XRT_CACHE, or
``~/.cache/flake8-no-xrt/corpus``. ``--record`` runs flake8 on them and rewrites ``tests/corpus/results``: a report
whose place and code are already there keeps its reading, a new one is ``unread``, and the test refuses that until
someone has read the file and written down what is there. ``--count`` prints the totals.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.judging import prefilter
from flake8_no_xrt.judging.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).resolve().parent.parent / "tests" / "corpus"
RESULTS = DATA / "results"
UNREAD = "unread"

# The last pip that takes the old metadata of some of these releases (such as "torch>=1.7.*").
_PIP = "pip==24.0"
_PIP_WHEEL = "pip-24.0-py3-none-any.whl"
# One wheel for everybody, whatever runs this: torch-xla has no pure one.
_WHEEL = ["--only-binary=:all:", "--python-version=3.11", "--implementation=cp", "--platform=manylinux_2_28_x86_64"]
_SOURCES = (".py", ".pyi")
_REPORT = re.compile(r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>[A-Z]+\d+) (?P<message>.*)")


class CorpusError(Exception):
    """A release that cannot be had, or that is not the pinned one; or a table that does not parse."""


class Package(NamedTuple):
    """A pinned release. ``targets`` are the runs, ``default`` or a specifier; ``whole`` leaves the prefilter out.

    A ``quiet`` one has nothing to do with torch_xla: its files go through the checker, not through flake8.
    """

    name: str
    version: str
    sha256: str
    targets: tuple[str, ...]
    whole: bool
    quiet: bool

    @property
    def folder(self) -> str:
        """The name of the folder that holds its files, and of its results."""
        return f"{self.name}-{self.version}"


class Report(NamedTuple):
    """One line of flake8's output."""

    path: str
    line: int
    column: int
    code: str
    message: str

    @property
    def place(self) -> str:
        """Where the report stands, as flake8 prints it."""
        return f"{self.path}:{self.line}:{self.column}"


class Counts(NamedTuple):
    """The files of a release, those with a stem, and those that the second step of the prefilter lets through."""

    files: int
    stem: int
    read: int


class Run(NamedTuple):
    """What a run gives now."""

    counts: Counts
    reports: list[Report]


class Recorded(NamedTuple):
    """The recorded result of a run: the reading of each report, by its place and code."""

    counts: Counts
    readings: dict[tuple[str, str], str]


def rows(name: str) -> Iterator[list[str]]:
    """The rows of a table in ``tests/corpus``, without its header and its comments."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    body = [line.split("\t") for line in lines if line and not line.startswith("# ")]
    for number, row in enumerate(body[1:], 2):
        if len(row) != len(body[0]):
            raise CorpusError(f"{name}: row {number} has {len(row)} fields, the header {len(body[0])}")
        yield row


def packages() -> list[Package]:
    """The pinned releases."""
    return [
        Package(name, version, sha256, tuple(targets.split(", ")), scope == "whole", scope == "quiet")
        for name, version, scope, targets, sha256 in rows("packages.tsv")
    ]


def cache() -> Path:
    """The folder for what is downloaded."""
    stated = os.environ.get("FLAKE8_NO_XRT_CACHE")
    return Path(stated) if stated else Path.home() / ".cache" / "flake8-no-xrt" / "corpus"


def fetch(package: Package) -> Path:
    """The folder with the sources of a release, downloaded when it is not there yet."""
    folder = cache() / f"{package.folder}-{package.sha256[:12]}"
    if folder.is_dir():
        return folder
    cache().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache()) as scratch:
        archive = _download([_pip()], f"{package.name}=={package.version}", Path(scratch))
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != package.sha256:
            raise CorpusError(f"{archive.name} has the hash {found}, packages.tsv says {package.sha256}")
        unpacked = Path(scratch) / "unpacked"
        _unpack(archive, unpacked)
        try:
            unpacked.rename(folder)
        except OSError:  # another run was first
            if not folder.is_dir():
                raise
    return folder


def sources(folder: Path) -> list[str]:
    """The source files of an unpacked release, by their path in it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in _SOURCES)


def text(path: Path) -> str:
    """What stands in a source file. What it holds of other encodings than UTF-8 is beside the point here."""
    return path.read_text(encoding="utf-8-sig", errors="replace")


def has_stem(content: str, options: Options) -> bool:
    """Whether the first step of the prefilter lets a text through."""
    return any(stem in content for stem in prefilter.stems(options))


def run_flake8(folder: Path, files: list[str], target: str) -> list[Report]:
    """What flake8 reports on files of a release, as a user starts it."""
    if not files:
        return []
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=XRT,E9", "-j2"]
    if target != "default":
        command.append(f"--xrt-torch-xla={target}")
    done = subprocess.run([*command, *files], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or done.stderr:
        raise CorpusError(f"flake8 failed on {folder.name} ({done.returncode}):\n{done.stdout[-500:]}{done.stderr}")
    return sorted(map(parse_report, done.stdout.splitlines()))


def parse_report(line: str) -> Report:
    """A line of flake8's output as a report."""
    match = _REPORT.fullmatch(line)
    if match is None:
        raise CorpusError(f"not a report of flake8: {line!r}")
    return Report(
        match["path"].removeprefix("./"), int(match["line"]), int(match["column"]), match["code"], match["message"]
    )


def options_for(target: str) -> Options:
    """The options of a run: the default ones, or a stated target."""
    return Options.parse(torch_xla=None if target == "default" else target)


def observe(package: Package, target: str) -> Run:
    """Run a release now."""
    folder = fetch(package)
    files = sources(folder)
    options = options_for(target)
    stem = [name for name in files if has_stem(text(folder / name), options)]
    read = sum(prefilter.may_report(text(folder / name), options) for name in stem)
    return Run(Counts(len(files), len(stem), read), run_flake8(folder, files if package.whole else stem, target))


def results_file(package: Package, target: str) -> Path:
    """Where the result of a run is recorded."""
    name = "default" if target == "default" else target.replace(">=", "from-")
    return RESULTS / package.folder / f"{name}.tsv"


_COUNTS = "# {0.files} files, {0.stem} with a stem, {0.read} read"


def recorded(package: Package, target: str) -> Recorded:
    """The recorded result of a run."""
    path = results_file(package, target)
    if not path.is_file():
        raise CorpusError(f"{package.folder} has no recorded result for {target}")
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines]
    return Recorded(
        Counts(*map(int, re.findall(r"\d+", head))), {(place, code): reading for place, code, reading in fields}
    )


def record(package: Package, target: str) -> None:
    """Run a release and rewrite its recorded result."""
    path = results_file(package, target)
    readings = recorded(package, target).readings if path.is_file() else {}
    now = observe(package, target)
    lines = [_COUNTS.format(now.counts)]
    for report in now.reports:
        reading = readings.get((report.place, report.code), UNREAD)
        lines.append(f"{report.place}\t{report.code}\t{reading}")
        if reading == UNREAD:
            print(f"{UNREAD}: {fetch(package)}/{report.place}: {report.code} {report.message}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{package.folder} {target}: {len(now.reports)} reports", flush=True)


def count() -> None:
    """Print the totals of what is recorded."""
    for target in ("default", ">=2.7", ">=1.13"):
        noisy = [package for package in packages() if target in package.targets and not package.quiet]
        runs = [recorded(package, target) for package in noisy]
        codes = Counter(code for run in runs for _, code in run.readings)
        files, stem, read = map(sum, zip(*(run.counts for run in runs), strict=True))
        print(
            f"{target}: {len(runs)} releases, {files} files, {stem} with a stem, {read} read, {codes.total()} reports"
        )
        print("   ", ", ".join(f"{code} {number}" for code, number in sorted(codes.items())))


def _pip() -> str:
    wheel = cache() / _PIP_WHEEL
    if not wheel.is_file():
        with tempfile.TemporaryDirectory(dir=cache()) as scratch:
            _download(["-m", "pip"], _PIP, Path(scratch)).rename(wheel)
    return str(wheel / "pip")


def _download(pip: list[str], what: str, into: Path) -> Path:
    command = [sys.executable, *pip, "download", "--quiet", "--no-deps", *_WHEEL, "--dest", str(into), what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    archives = [path for path in into.iterdir() if path.is_file()]
    if done.returncode or len(archives) != 1:
        raise CorpusError(f"pip cannot download {what}:\n{done.stdout[-500:]}{done.stderr[-2000:]}")
    return archives[0]


def _unpack(archive: Path, into: Path) -> None:
    with zipfile.ZipFile(archive) as wheel:
        for name in wheel.namelist():
            if name.endswith(_SOURCES):
                _write(into, PurePosixPath(name), wheel.read(name))


def _write(into: Path, name: PurePosixPath, content: bytes) -> None:
    if name.is_absolute() or ".." in name.parts:
        raise CorpusError(f"{name} would be written outside its folder")
    target = into / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="the corpus of pinned releases, and what flake8 says about it")
    parser.add_argument("--fetch", action="store_true", help="download the releases")
    parser.add_argument("--record", action="store_true", help="run flake8 on them and rewrite the recorded results")
    parser.add_argument("--count", action="store_true", help="print the totals of the recorded results")
    parser.add_argument("only", nargs="*", help="releases by folder, such as lightning-2.1.4; default: all")
    arguments = parser.parse_args()
    chosen = [package for package in packages() if not arguments.only or package.folder in arguments.only]
    if not chosen or not (arguments.fetch or arguments.record or arguments.count):
        parser.error("nothing to do")
    try:
        for package in chosen:
            if arguments.fetch:
                print(fetch(package))
            for target in package.targets if arguments.record and not package.quiet else ():
                record(package, target)
        if arguments.record and not arguments.only:
            kept = {package.folder for package in packages()}
            for folder in RESULTS.iterdir():
                if folder.name not in kept:
                    shutil.rmtree(folder)
        if arguments.count:
            count()
    except CorpusError as error:
        sys.exit(f"corpus: {error}")


if __name__ == "__main__":
    main()
