"""Running the real flake8 as a process, in a folder, as users do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_REPORT = re.compile(r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>\w+) (?P<message>.*)")


class Report(NamedTuple):
    path: str
    line: int
    column: int
    code: str
    message: str


class Done(NamedTuple):
    exit_code: int
    out: str
    err: str

    @property
    def reports(self) -> list[Report]:
        found = [_REPORT.fullmatch(line) for line in self.out.splitlines()]
        assert all(found), self.out
        return [
            Report(match["path"].removeprefix("./"), int(match["line"]), int(match["column"]), *match.group(4, 5))
            for match in found
            if match
        ]

    @property
    def places(self) -> list[tuple[int, int, str]]:
        return [report[1:4] for report in self.reports]

    @property
    def codes(self) -> list[str]:
        return [report.code for report in self.reports]


def flake8(
    folder: Path,
    *arguments: str,
    stdin: bytes = b"",
    environment: dict[str, str] | None = None,
    isolated: bool = False,
) -> Done:
    """flake8 in a folder. Nothing but the reports is said, unless a test looks at what else is."""
    command = [sys.executable, "-m", "flake8", *(["--isolated"] if isolated else []), *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def reported(folder: Path, *arguments: str, **rest) -> list[tuple[int, int, str]]:
    """The places and codes that flake8 reports, in order, and that all else went well."""
    done = flake8(folder, *arguments, **rest)
    assert done.err == ""
    assert done.exit_code == bool(done.out)
    return done.places
