"""``check --fix`` and ``--diff``: plan, prove and write the fixes of a run."""

from __future__ import annotations

import ast
import codecs
import difflib
import os
import warnings
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.decoding import python_encoding
from flake8_no_xrt.command.files import Problem, reason
from flake8_no_xrt.command.writing import replace
from flake8_no_xrt.fixing.across import Taken, broken_imports
from flake8_no_xrt.fixing.engine import fix
from flake8_no_xrt.fixing.source import Source
from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import BadOption
from flake8_no_xrt.judging.prefilter import may_report
from flake8_no_xrt.kinds import kind_of
from flake8_no_xrt.kinds.flake8_noqa import unsuppressed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.command.files import File
    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.fixing.engine import Planned
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options

# Files that take names from each other are gone through again until nothing changes.
_MOST_PASSES = 5


class Loaded(NamedTuple):
    """A Python file that may have something to fix, as it was read."""

    path: str
    data: bytes
    encoding: str
    text: str
    options: Options


class Change(NamedTuple):
    """A file that the fixes change: its text and bytes before and after."""

    path: str
    before: str
    after: str
    data: bytes


class Fixes(NamedTuple):
    """What a run of fixing came to. ``withheld`` says, for a finding, why it was not fixed."""

    changes: list[Change]
    applied: list[tuple[str, Planned]]
    withheld: dict[str, list[tuple[Finding, str]]]
    problems: list[Problem]


def plan_files(files: Sequence[File], settings: Settings, *, unsafe: bool) -> Fixes:
    """Plan the fixes of the files of a run: of the Python files here, of the others beside. Nothing is written.

    A file that cannot be read is left to the check, which tells of it.
    """
    loaded, taken = _load(files, settings)
    texts = {item.path: item.text for item in loaded}
    result = Fixes([], [], {}, [])
    applied: dict[str, list[Planned]] = {item.path: [] for item in loaded}
    by_path = {item.path: item for item in loaded}
    for _ in range(_MOST_PASSES):
        changed = False
        # A flag can go once those who imported it have been fixed.
        for path in taken.users_first(tuple(by_path)):
            item = by_path[path]
            admits = settings.selection.for_file(item.path)
            try:
                outcome = fix(
                    texts[item.path],
                    item.options,
                    unsafe=unsafe,
                    wanted=lambda finding, admits=admits: admits(finding.code),  # type: ignore[misc]
                    kept=taken.kept(item.path),
                    visible=unsuppressed,
                )
            except Exception as error:  # noqa: BLE001 - one file must not end the run; it is reported, and the exit code says so
                what = " ".join(f"{type(error).__name__}: {error}".split())
                result.problems.append(Problem(path, f"was not fixed, because of an internal error: {what}"))
                del by_path[path]
                continue
            applied[item.path] += outcome.applied
            result.withheld[item.path] = outcome.withheld
            if outcome.text != texts[item.path]:
                changed = True
                texts[item.path] = outcome.text
                taken.read(item.path, outcome.text)
        if not changed:
            break
    lost = broken_imports({item.path: item.text for item in loaded}, texts, taken)
    for item in loaded:
        if any(name.startswith(f"{item.path}: ") for name in lost):
            result.problems.append(Problem(item.path, "was not fixed: another file imports a name that would go"))
        elif texts[item.path] != item.text:
            result.applied.extend((item.path, planned) for planned in applied[item.path])
            result.changes.append(Change(item.path, item.text, texts[item.path], _encode(item, texts[item.path])))
    from flake8_no_xrt.command import fix_kinds

    fix_kinds.plan_files(files, settings, result, unsafe=unsafe)
    result.changes.sort(key=lambda change: change.path)
    return result


def write(changes: Sequence[Change]) -> list[Problem]:
    """Write the changed files, each as a whole or not at all; what could not be written is told."""
    problems = []
    for change in changes:
        try:
            replace(change.path, change.data)
        except OSError as error:
            problems.append(Problem(change.path, f"was not written: {reason(error)}"))
    return problems


def diff(changes: Sequence[Change]) -> str:
    """The changes as one unified diff."""
    parts: list[str] = []
    for change in changes:
        name = change.path.replace(os.sep, "/")
        before, after = (_lines(text) for text in (change.before, change.after))
        parts += (
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
        )
    return "".join(parts)


def _lines(text: str) -> list[str]:
    """The lines as a patch counts them: a form feed, or a carriage return by itself, does not end one."""
    *ended, last = text.split("\n")
    return [f"{line}\n" for line in ended] + ([last] if last else [])


def _load(files: Sequence[File], settings: Settings) -> tuple[list[Loaded], Taken]:
    """The files that have something to fix, and what all Python files of the run take from them."""
    python = [file.path for file in files if _is_python(file)]
    loaded = [item for path in python if (item := _read(path, settings)) is not None and _has_finding(item)]
    taken = Taken(item.path for item in loaded)
    modules = {os.path.splitext(os.path.basename(item.path))[0] for item in loaded}
    modules |= {os.path.basename(os.path.dirname(item.path)) for item in loaded if item.path.endswith("__init__.py")}
    known = {item.path: item.text for item in loaded}
    for path in python if loaded else ():
        text = known.get(path)
        if text is None:
            data = _bytes(path)
            text = "" if data is None else data.decode("latin-1")
        # Only who names a module can take something from it.
        if any(module in text for module in modules):
            taken.read(path, text)
    return loaded, taken


def _is_python(file: File) -> bool:
    kind = kind_of(file.path, "")
    if kind is None and (file.named or not os.path.splitext(file.path)[1]):
        first = (_bytes(file.path, 200) or b"").partition(b"\n")[0]
        kind = kind_of(file.path, first.decode("latin-1"))
    return kind == "python"


def _has_finding(item: Loaded) -> bool:
    """Whether there is anything to fix. What cannot be parsed is left to the check, which tells of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(item.text)
        return bool(check(tree, Source(item.text).lines, item.options))
    except SyntaxError:
        return False
    except Exception:  # noqa: BLE001 - said where it is fixed
        return True


def _bytes(path: str, most: int = -1) -> bytes | None:
    try:
        with open(path, "rb") as opened:
            return opened.read(most)
    except (OSError, ValueError):
        return None


def _read(path: str, settings: Settings) -> Loaded | None:
    data = _bytes(path)
    if data is None or b"\0" in data:
        return None
    try:
        encoding = python_encoding(data)
        text = data.decode(encoding)
        options = settings.options_for(text)
    except (UnicodeError, SyntaxError, LookupError, BadOption):
        return None
    return Loaded(path, data, encoding, text, options) if may_report(text, options) else None


def _encode(item: Loaded, text: str) -> bytes:
    if item.encoding == "utf-8-sig" or item.data.startswith(codecs.BOM_UTF8):
        return codecs.BOM_UTF8 + text.encode("utf-8")
    return text.encode(item.encoding)
