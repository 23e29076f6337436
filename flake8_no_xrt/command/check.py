"""``flake8-no-xrt check``: judge files and report."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from flake8_no_xrt.command import run as runner
from flake8_no_xrt.command import settings as settings_of
from flake8_no_xrt.command.files import Listing, find
from flake8_no_xrt.command.reports import Report, printable, problem_line, render, statistics
from flake8_no_xrt.command.sources import KEYS
from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from flake8_no_xrt.command.settings import Settings

# Reports that other text in the same stream would break.
_FOR_PROGRAMS = ("json", "sarif", "gitlab", "junit", "github")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders, or - for standard input (default: .)")
    add("--stdin-filename", metavar="NAME", help="what the text on standard input is called, which tells its kind")
    target = parser.add_argument_group("what is judged")
    add = target.add_argument
    add("--torch-xla", metavar="SPEC", help="the torch_xla releases that are supported, such as '>=2.2'")
    add("--guards", metavar="GUARDS", help="what the project's own flags mean: 'NAME: SPEC' or 'NAME: pjrt', by ';'")
    add("--deprecated", action="store_const", const=True, help="also report later deprecations that are not XRT's")
    add("--select", metavar="CODES", help="codes, or beginnings of codes, to report")
    add("--ignore", metavar="CODES", help="codes not to report")
    add("--extend-select", metavar="CODES", help="codes to report beside the selected ones")
    add("--extend-ignore", metavar="CODES", help="codes not to report beside the ignored ones")
    add("--per-file-ignores", metavar="PAIRS", help="PATTERN:CODE pairs: codes not to report in some files")
    files = parser.add_argument_group("which files")
    add = files.add_argument
    add("--exclude", metavar="PATTERNS", help="files and folders to pass over, in place of the usual ones")
    add("--extend-exclude", metavar="PATTERNS", help="files and folders to pass over as well")
    output = parser.add_argument_group("output")
    add = output.add_argument
    add("--output-format", metavar="FORMAT", help=f"one of {', '.join(settings_of.FORMATS)} (default: text)")
    add("--statistics", action="store_true", help="tell how often each code was found")
    add("--color", action=argparse.BooleanOptionalAction, help="colour, or not (default: on a terminal)")
    add("--show-settings", action="store_true", help="show the settings, and where they come from, and stop")
    fixing = parser.add_argument_group("fixing")
    add = fixing.add_argument
    add("--fix", action="store_true", help="apply the safe fixes")
    add("--unsafe-fixes", action="store_true", help="apply, or with --diff show, the fixes that need reading as well")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--exit-non-zero-on-fix", action="store_true", help="with --fix, exit 1 if anything was fixed")
    config = parser.add_argument_group("configuration").add_mutually_exclusive_group()
    config.add_argument("--config", metavar="FILE", help="read this file instead of those that are found")
    config.add_argument("--isolated", action="store_true", help="read no configuration")


def run(arguments: argparse.Namespace) -> int:
    """Run the command: 0 nothing found, 1 something found, 2 something could not be judged.

    With ``--fix`` 1 if something is left, with ``--diff`` 1 if there is something to change.
    Raises :class:`BadOption`.
    """
    paths: list[str] = arguments.paths or ["."]
    if arguments.stdin_filename is not None and paths != [runner.STDIN]:
        raise BadOption("--stdin-filename is for standard input: give - as the only path")
    if runner.STDIN in paths and len(paths) > 1:
        raise BadOption("- for standard input cannot stand beside other paths")
    given = {key: getattr(arguments, key.replace("-", "_")) for key in KEYS}
    settings = settings_of.load(
        {key: value for key, value in given.items() if value is not None}, arguments.config, arguments.isolated
    )
    from_stdin = paths == [runner.STDIN]
    listing = Listing([], [], []) if from_stdin else find(paths, settings.exclude, settings.extend_exclude)
    for remark in listing.remarks:
        sys.stderr.write(f"{printable(remark)}\n")
    if arguments.show_settings:
        from flake8_no_xrt.command.show import show

        sys.stdout.write(show(settings, listing))
        return 0
    if arguments.fix or arguments.diff:
        if from_stdin:
            raise BadOption("--fix and --diff are for files")
        return _fix(listing, settings, arguments)
    if from_stdin:
        outcome = runner.check_stdin(sys.stdin.buffer.read(), arguments.stdin_filename, settings)
    else:
        outcome = runner.check_files(listing.files, settings)
    return _report(outcome._replace(problems=listing.problems + outcome.problems), settings, arguments)


def _fix(listing: Listing, settings: Settings, arguments: argparse.Namespace) -> int:
    from flake8_no_xrt.command import fix

    fixes = fix.plan_files(listing.files, settings, unsafe=arguments.unsafe_fixes)
    if arguments.diff:
        sys.stdout.write(fix.diff(fixes.changes))
        for problem in listing.problems + fixes.problems:
            sys.stderr.write(f"{problem_line(problem)}\n")
        return 2 if listing.problems or fixes.problems else int(bool(fixes.changes))
    unwritten = fix.write(fixes.changes)
    fixed = [path for path, _ in fixes.applied if path not in {problem.path for problem in unwritten}]
    problems = listing.problems + fixes.problems + unwritten
    outcome = runner.check_files(listing.files, settings)
    code = _report(outcome._replace(problems=problems + outcome.problems), settings, arguments)
    for path, withheld in sorted(fixes.withheld.items()):
        for finding, why in withheld:
            where = f"{path}:{finding.line}:{finding.column}"
            sys.stderr.write(f"{printable(where)}: {finding.code} not fixed: {printable(why)}\n")
    if fixed:
        sys.stderr.write(f"fixed {len(fixed)} in {len(set(fixed))} files, {len(outcome.hits)} left\n")
    return code or int(bool(fixed and arguments.exit_non_zero_on_fix))


def _report(outcome: runner.Outcome, settings: Settings, arguments: argparse.Namespace) -> int:
    report = Report(outcome.hits, outcome.problems, settings.options, _in_color(arguments.color))
    sys.stdout.write(render(settings.output_format, report))
    for problem in outcome.problems:
        sys.stderr.write(f"{problem_line(problem)}\n")
    if arguments.statistics:
        stream = sys.stderr if settings.output_format in _FOR_PROGRAMS else sys.stdout
        stream.write(statistics(outcome.hits))
    if outcome.problems:
        return 2
    return 1 if outcome.hits else 0


def _in_color(wanted: bool | None) -> bool:
    if wanted is not None:
        return wanted
    # https://no-color.org: any value but the empty one says no.
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()
