"""Files to findings: each file is read, judged and forgotten; many are shared out to the processors."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.decoding import Undecodable, decode
from flake8_no_xrt.command.files import File, Problem, reason
from flake8_no_xrt.judging.options import BadOption, Options
from flake8_no_xrt.kinds import Located, MissingExtra, Unreadable, kind_of, scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.judging.findings import Finding

# No source file is this large, and the parsers take a hundred times its size in memory.
LARGEST = 32 * 2**20
# Below this many files, starting processes costs more than it brings.
_MANY = 1000
_CHUNK = 100
STDIN = "-"


class Hit(NamedTuple):
    """A finding in a file, the cell it is in if that is a notebook, and the line of source it is on."""

    path: str
    finding: Finding
    cell: int | None
    source: str


class Outcome(NamedTuple):
    """What came of some files: what was found, and what could not be judged."""

    hits: list[Hit]
    problems: list[Problem]


def check_files(files: Sequence[File], settings: Settings) -> Outcome:
    """Judge files. The outcome is in the order of path, line and column, however the work was shared out."""
    outcome = Outcome([], [])
    if len(files) >= _MANY and _processors() > 1:
        parts: Iterator[Outcome] = _in_processes(files, settings)
    else:
        parts = (check_file(file, settings) for file in files)
    for part in parts:
        outcome.hits.extend(part.hits)
        outcome.problems.extend(part.problems)
    return Outcome(
        sorted(outcome.hits, key=lambda hit: (hit.path, hit.cell or 0, hit.finding)),
        sorted(outcome.problems, key=lambda problem: (problem.path, problem.cell or 0, problem.line or 0)),
    )


def check_file(file: File, settings: Settings) -> Outcome:
    """Judge one file."""
    kind = kind_of(file.path, "")
    if kind is None and not file.named and os.path.splitext(file.path)[1]:
        return Outcome([], [])
    try:
        mode = os.stat(file.path).st_mode
        if not stat.S_ISREG(mode) and not file.named:
            return _failed(file.path, "is no regular file") if kind else Outcome([], [])
        with open(file.path, "rb") as opened:
            if kind is None:
                kind = kind_of(file.path, opened.readline(200).decode("latin-1"))
                if kind is None:
                    return _failed(file.path, "is no kind of file that can be read") if file.named else Outcome([], [])
                opened.seek(0)
            data = opened.read()
    except (OSError, ValueError) as error:
        # Without a suffix, what cannot be opened was not known to be any of our business.
        return _failed(file.path, reason(error)) if kind or file.named else Outcome([], [])
    return check_data(file.path, kind, data, settings, named=file.named)


def check_stdin(data: bytes, name: str | None, settings: Settings) -> Outcome:
    """Judge what came on standard input, as if it were a file of this name; without one it is Python."""
    if name is None:
        return check_data("stdin", "python", data, settings, named=True)
    kind = kind_of(name, data[:200].partition(b"\n")[0].decode("latin-1"))
    if kind is None:
        return _failed(name, "is no kind of file that can be read")
    return check_data(name, kind, data, settings, named=True)


def check_data(path: str, kind: str, data: bytes, settings: Settings, *, named: bool = False) -> Outcome:
    """Judge the bytes of a file of a known kind; of one the user named, also whether it parses at all."""
    if b"\0" in data:
        return _failed(path, "has NUL bytes, so it is no text")
    problems: list[Problem] = []
    try:
        text = decode(data, kind == "python")
    except Undecodable as error:
        text = error.text
        problems.append(Problem(path, error.message))
    try:
        options = settings.options_for(text) if kind == "python" else settings.options
    except BadOption as error:
        options = settings.options
        problems.append(Problem(path, str(error)))
    located, fault = _scan(path, kind, text, options, named)
    if fault is not None:
        problems.append(fault)
    if not located:
        return Outcome([], problems)
    admits = settings.selection.for_file(path)
    admitted = [item for item in located if admits(item.finding.code)]
    return Outcome(_hits(path, text, admitted), problems)


def _scan(path: str, kind: str, text: str, options: Options, named: bool) -> tuple[list[Located], Problem | None]:
    """The findings in a text, and what kept it from being judged."""
    try:
        if len(text) > LARGEST:
            from flake8_no_xrt.judging.prefilter import stems

            # A large file in which nothing of ours occurs is none of our business, whatever its kind.
            if not any(stem in text for stem in stems(options)):
                return [], None
            return [], Problem(path, f"is larger than {LARGEST >> 20} MiB, so it was not judged")
        if kind == "python":
            from flake8_no_xrt.kinds import python

            return [Located(finding, None) for finding in python.scan(text, options, named=named)], None
        return scan(path, text, options), None
    except Unreadable as error:
        return error.found, Problem(path, _one_line(error.message), error.line, error.cell)
    except MissingExtra as error:
        return [], Problem(path, _one_line(str(error)))
    except Exception as error:  # noqa: BLE001 - one file must not end the run; it is reported, and the exit code says so
        what = f"{type(error).__name__}: {error}"
        return [], Problem(path, f"was not judged, because of an internal error: {_one_line(what)}")


def _failed(path: str, message: str) -> Outcome:
    return Outcome([], [Problem(path, message)])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _hits(path: str, text: str, located: Sequence[Located]) -> list[Hit]:
    """Join findings with their lines of source, while the text is at hand."""
    lines: dict[int | None, list[str]] = {}
    hits = []
    for finding, cell in located:
        if cell not in lines:
            lines[cell] = _cell_lines(text, cell) if cell else text.split("\n")
        number = finding.line - 1
        source = lines[cell][number] if 0 <= number < len(lines[cell]) else ""
        hits.append(Hit(path, finding, cell, source))
    return hits


def _cell_lines(notebook: str, cell: int) -> list[str]:
    import json

    source = json.loads(notebook)["cells"][cell - 1]["source"]
    return (source if isinstance(source, str) else "".join(source)).split("\n")


# -- several processors ------------------------------------------------------------------------------------
def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_processes(files: Sequence[File], settings: Settings) -> Iterator[Outcome]:
    import multiprocessing
    import sys
    from concurrent.futures import ProcessPoolExecutor
    from itertools import repeat

    chunks = [files[start : start + _CHUNK] for start in range(0, len(files), _CHUNK)]
    # No thread has been started yet, so forking is safe; elsewhere the system's own way is taken.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    # A mapping proxy cannot be sent to another process.
    options = settings.options._replace(guards=dict(settings.options.guards))
    settings = settings._replace(options=options)
    with ProcessPoolExecutor(min(_processors(), len(chunks)), mp_context=context) as pool:
        yield from pool.map(_check_chunk, chunks, repeat(settings))


def _check_chunk(files: Sequence[File], settings: Settings) -> Outcome:
    hits: list[Hit] = []
    problems: list[Problem] = []
    for file in files:
        part = check_file(file, settings)
        hits += part.hits
        problems += part.problems
    return Outcome(hits, problems)
