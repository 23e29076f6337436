"""``flake8-no-xrt verify``: which of the replacements exist in the torch_xla of this environment, or of a release."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from flake8_no_xrt.truth import installed, live, verify

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand to its parser."""
    parser.add_argument(
        "--torch-xla",
        metavar="VERSION",
        help="answer for this version, from the recorded names, instead of for the installed torch_xla",
    )
    parser.add_argument(
        "--live", action="store_true", help="import every replacement instead of reading the files (needs torch)"
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON, with every replacement")


def run(args: argparse.Namespace) -> int:
    """Print the table. Returns 0 if all replacements exist, 1 if some are missing, 2 if it could not be told."""
    try:
        table = _table(args.torch_xla, args.live)
    except (
        installed.NotInstalledError,
        installed.UnknownReleaseError,
        live.BrokenError,
        _UsageError,
        OSError,
        SyntaxError,
    ) as error:
        sys.stderr.write(f"flake8-no-xrt verify: {error}\n")
        return 2
    text = json.dumps(table.as_json(), indent=2) if args.json else table.as_text()
    sys.stdout.write(f"{text}\n")
    return 1 if table.missing else 0


class _UsageError(ValueError):
    """Options that contradict each other."""


def _table(version: str | None, alive: bool) -> verify.Table:
    if version is not None:
        if alive:
            raise _UsageError("--live imports the installed torch_xla: leave --torch-xla out")
        return verify.recorded(version, installed.release_of(version))
    found = installed.find()
    if not alive:
        return verify.installed(found)
    return verify.imported(found, live.look_apart(verify.to_import(found.release)))
