"""The entry point: choose the sub-command, and turn what can go wrong into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = "flake8-no-xrt"
FOUND_NOTHING, FOUND, FAILED = 0, 1, 2

# Each is a module of this package with `add_arguments(parser)` and `run(arguments) -> exit code`. Only the one
# that was called for is imported.
COMMANDS = {
    "check": "find what leans on XRT in files and folders",
    "explain": "tell about a code, or about a name of torch_xla",
    "rules": "hand out the rules for ruff and ast-grep",
    "server": "serve an editor with findings, explanations and fixes",
    "verify": "tell which replacements exist in a torch_xla",
}


class _Formatter(argparse.HelpFormatter):
    """A formatter that finds the width of the terminal without shutil: argparse makes one for every argument."""

    def __init__(self, prog: str) -> None:
        try:
            width = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (OSError, ValueError):
            width = 80
        super().__init__(prog, width=max(width - 2, 20))


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        settings["formatter_class"] = _Formatter
        super().__init__(*arguments, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(FAILED, f"{self.prog}: error: {' '.join(message.split())}\n")


class _Version(argparse.Action):
    """Print the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from flake8_no_xrt.command.version import version

        sys.stdout.write(f"{PROGRAM} {version()}\n")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` and return the exit code.

    It is 0 if nothing was found, 1 if something was, and 2 if the command could not do its job.
    """
    for stream in (sys.stdout, sys.stderr):
        # Names of files and lines of source can hold what the terminal's encoding cannot.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        return _run(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILED if stop.code else FOUND_NOTHING
    except BadOption as error:
        sys.stderr.write(f"{PROGRAM}: error: {error}\n")
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.stderr.write(f"{PROGRAM}: interrupted\n")
    except (OSError, MemoryError) as error:
        sys.stderr.write(f"{PROGRAM}: error: {' '.join(str(error).split()) or type(error).__name__}\n")
    except Exception as error:  # noqa: BLE001 - no traceback: the type and the text are what a report needs
        said = " ".join(str(error).split())
        sys.stderr.write(f"{PROGRAM}: internal error, please report it: {type(error).__name__}: {said}\n")
    return FAILED


def _run(argv: Sequence[str]) -> int:
    parser = _Parser(PROGRAM, description="Keep a code base PJRT-only: find what still leans on XRT.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    # With the program's name given, argparse does not format a usage (and import shutil) to find it.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=PROGRAM)
    chosen = next((argument for argument in argv if not argument.startswith("-")), None)
    module = import_module(f"flake8_no_xrt.command.{chosen}") if chosen in COMMANDS else None
    for name, says in COMMANDS.items():
        command = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
        if name == chosen and module is not None:
            module.add_arguments(command)
    parsed = parser.parse_args(argv)
    result: int = import_module(f"flake8_no_xrt.command.{parsed.command}").run(parsed)
    sys.stdout.flush()
    return result


if __name__ == "__main__":
    sys.exit(main())
