"""``check --fix`` and ``--diff`` in files that are no Python modules."""

from __future__ import annotations

import codecs
import os
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.files import Problem
from flake8_no_xrt.command.fix import Change, Fixes
from flake8_no_xrt.command.run import LARGEST
from flake8_no_xrt.kinds import Located, MissingExtra, Unreadable, kind_of, scan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flake8_no_xrt.command.files import File
    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.fixing.kinds.files import Outcome
    from flake8_no_xrt.judging.findings import Finding

_MIXED = "the lines of the file end in different ways"
_UNDECODABLE = "it is not UTF-8"


class _Loaded(NamedTuple):
    """A file as it was read: its bytes, its text with plain newlines, and what they stand for."""

    path: str
    kind: str
    data: bytes
    text: str
    newline: str
    fault: str  # why it cannot be written back, if so

    def encoded(self, text: str) -> bytes:
        """The bytes of another text."""
        mark = codecs.BOM_UTF8 if self.data.startswith(codecs.BOM_UTF8) else b""
        return mark + self.raw(text).encode("utf-8")

    def raw(self, text: str) -> str:
        """A text with the line ends of the file."""
        return text.replace("\n", self.newline)


def plan_files(files: Sequence[File], settings: Settings, result: Fixes, *, unsafe: bool) -> None:
    """Plan the fixes of the files of other kinds and add them to a result. Nothing is written.

    A file that cannot be read is left to the check, which tells of it.
    """
    for file in files:
        loaded = _read(file)
        if loaded is None:
            continue
        try:
            _plan(loaded, settings, result, unsafe=unsafe)
        except (MissingExtra, Unreadable):
            continue
        except Exception as error:  # noqa: BLE001 - one file must not end the run; it is reported, and the exit code says so
            what = " ".join(f"{type(error).__name__}: {error}".split())
            result.problems.append(Problem(file.path, f"was not fixed, because of an internal error: {what}"))


def _plan(loaded: _Loaded, settings: Settings, result: Fixes, *, unsafe: bool) -> None:
    admits = settings.selection.for_file(loaded.path)

    def wanted(finding: Finding) -> bool:
        return admits(finding.code)

    if loaded.fault:
        found = [one for one in _found(loaded, settings) if wanted(one.finding)]
        _withhold(result, loaded.path, [(one, loaded.fault) for one in found])
        return
    outcome = _fixed(loaded, settings, wanted, unsafe=unsafe)
    _withhold(result, loaded.path, outcome.withheld)
    if outcome.text != loaded.text:
        result.applied.extend((loaded.path, planned) for planned in outcome.applied)
        before, after = loaded.raw(loaded.text), loaded.raw(outcome.text)
        result.changes.append(Change(loaded.path, before, after, loaded.encoded(outcome.text)))


def _fixed(loaded: _Loaded, settings: Settings, wanted: Callable[[Finding], bool], *, unsafe: bool) -> Outcome:
    # Loaded here: most files hold nothing that could be fixed.
    from flake8_no_xrt.fixing.kinds.files import fix

    return fix(loaded.kind, loaded.text, settings.options, unsafe=unsafe, wanted=wanted)


def _found(loaded: _Loaded, settings: Settings) -> list[Located]:
    try:
        return scan(loaded.path, loaded.text, settings.options)
    except Unreadable as error:
        return error.found


def _withhold(result: Fixes, path: str, withheld: list[tuple[Located, str]]) -> None:
    for located, why in withheld:
        place = f"{path}:cell {located.cell}" if located.cell else path
        result.withheld.setdefault(place, []).append((located.finding, why))


def _read(file: File) -> _Loaded | None:
    kind = kind_of(file.path, "")
    if kind == "python" or (kind is None and not file.named and os.path.splitext(file.path)[1]):
        return None
    # Opening a pipe would wait for whoever writes into it.
    if not os.path.isfile(file.path):
        return None
    try:
        with open(file.path, "rb") as opened:
            data = opened.read(LARGEST + 1)
    except (OSError, ValueError):
        return None
    fault = ""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text, fault = data.decode("latin-1"), _UNDECODABLE
    kind = kind or kind_of(file.path, text.partition("\n")[0])
    if kind in (None, "python") or b"\0" in data or len(data) > LARGEST:
        return None
    plain = text.replace("\r\n", "\n")
    newline = next((end for end in ("\n", "\r\n") if plain.replace("\n", end) == text and "\r" not in plain), None)
    return _Loaded(
        file.path, kind or "", data, plain.replace("\r", "\n"), newline or "\n", fault or ("" if newline else _MIXED)
    )
