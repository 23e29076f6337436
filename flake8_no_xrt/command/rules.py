"""``flake8-no-xrt rules``: hand out the rules for ruff and ast-grep."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from flake8_no_xrt.judging.options import Options

_PROGRAM = "flake8-no-xrt rules"


class _UsageError(ValueError):
    """Options that contradict each other."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand to its parser."""
    parser.add_argument("tool", choices=("ruff", "ast-grep"), help="the tool that reads the rules")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--print", action="store_true", help="print the rules as one file (the default)")
    place.add_argument("--path", action="store_true", help="print where the installed package keeps them")
    place.add_argument("--write", metavar="PLACE", help="write them to this file, or to this folder with --folder")
    place.add_argument(
        "--inline", action="store_true", help="for ruff: print them as the value of its option --config (ruff 0.16.8)"
    )
    parser.add_argument(
        "--torch-xla", metavar="SPEC", help="the torch_xla releases that are supported (default: 2.1 and later)"
    )
    parser.add_argument(
        "--advice", action="store_true", help="also what still works but is superseded, and later deprecations (XRT9xx)"
    )
    parser.add_argument(
        "--extend",
        action="store_true",
        help="for ruff 0.16.8 and later: extend-banned-api, which a project's own banned-api does not replace",
    )
    parser.add_argument(
        "--folder",
        action="store_true",
        help="for ast-grep: a folder with sgconfig.yml, one rule a file, and their tests (with --path or --write)",
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the rules. Returns 0, or 2 if the options do not fit together. Raises BadOption."""
    from flake8_no_xrt.judging.options import Options

    options = Options.parse(args.torch_xla)
    try:
        sys.stdout.write(_answer(args, options))
    except _UsageError as error:
        sys.stderr.write(f"{_PROGRAM}: {error}\n")
        return 2
    return 0


def _answer(args: argparse.Namespace, options: Options) -> str:
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.rules import ruff, shipped

    _check(args)
    if args.inline:
        return ruff.inline(options, advice=args.advice)
    if args.path:
        if options.target != Options().target:
            raise _UsageError("--path names files made for torch_xla 2.1 and later: use --write for other releases")
        return f"{_shipped(args)}\n"
    if args.write and args.folder:
        return _write_folder(args, options)
    text = shipped.text(args.tool, options, extend=args.extend, advice=args.advice)
    if not args.write:
        return text
    _write(args.write, text)
    return f"{args.write}\n"


def _check(args: argparse.Namespace) -> None:
    if args.tool != "ruff" and (args.inline or args.extend):
        raise _UsageError("--inline and --extend are for ruff")
    if args.inline and args.extend:
        raise _UsageError("--inline always extends: leave --extend out")
    if args.tool != "ast-grep" and args.folder:
        raise _UsageError("--folder is for ast-grep")
    if args.folder and not (args.path or args.write):
        raise _UsageError("--folder needs --path or --write")


def _shipped(args: argparse.Namespace) -> str:
    from flake8_no_xrt.rules import astgrep, shipped

    if args.folder:
        path = shipped.DATA / shipped.FOLDER / (astgrep.WITH_ADVICE if args.advice else astgrep.CONFIGURATION)
    else:
        path = shipped.DATA / shipped.name(args.tool, extend=args.extend, advice=args.advice)
    if not path.is_file():
        raise _UsageError(f"{path} is missing: the package is not whole")
    return str(path)


def _write_folder(args: argparse.Namespace, options: Options) -> str:
    """Write the folder. What else is in it stays, so a rule that is not made any more has to go by hand."""
    from flake8_no_xrt.rules import astgrep

    for path, text in astgrep.folder(options, advice=args.advice).items():
        _write(os.path.join(args.write, *path.split("/")), text)
    return f"{os.path.join(args.write, astgrep.WITH_ADVICE if args.advice else astgrep.CONFIGURATION)}\n"


def _write(path: str, text: str) -> None:
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
