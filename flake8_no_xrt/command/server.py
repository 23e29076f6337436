"""``flake8-no-xrt server``: the language server, over standard input and output."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from flake8_no_xrt.judging.options import BadOption

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    # Editors pass it.
    parser.add_argument(
        "--stdio", action="store_true", help="talk over standard input and output, which is the only way"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve one editor until it is done: 0, or 1 if it went without a word. Raises :class:`BadOption`."""
    del arguments
    try:
        import pygls.lsp.server  # noqa: F401 - what is missing is said before anything else is loaded
    except ModuleNotFoundError:
        raise BadOption("the server needs pygls 2: pip install 'flake8-no-xrt[server]'") from None
    from flake8_no_xrt.server.server import Server

    server = Server()
    # The library closes what it writes to. And what anything else prints must not get between the messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        server.start_io(sys.stdin.buffer, answers)
    return 0 if server.ended_well else 1
