"""What a shell script writes: here-documents, and text that is echoed into a file.

Prose that is printed says nothing. What goes to a program or a file that reads variables is read as its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import dispatch, kind_of
from flake8_no_xrt.kinds.hits import WORTH, Reader
from flake8_no_xrt.kinds.part import Part
from flake8_no_xrt.kinds.words import PRINTING, program

if TYPE_CHECKING:
    from tree_sitter import Node

    from flake8_no_xrt.kinds.shell import Script

# Variables of CI systems that name a file of settings, and what such files hold.
_SETTINGS_FILE = re.compile(r"\$\{?(?:GITHUB_ENV|BASH_ENV|ENV_FILE|CIRCLE_ENV)\}?|.*/environment(?:\.d/.*)?|.*/envvars")
_BASH_ENV = re.compile(r"\$\{?BASH_ENV\}?")
_CONTENT_KINDS = frozenset(["shell", "env", "dockerfile", "ini", "yaml", "toml", "make", "python"])
# Programs that read a program or a description on their standard input.
_INPUT = {
    "bash": "shell",
    "sh": "shell",
    "zsh": "shell",
    "su": "shell",
    "ssh": "shell",
    "python": "python",
    "python3": "python",
    "kubectl": "yaml",
    "docker": "dockerfile",
}
_LINE_BREAK = re.compile(r"\\n")
# What hangs on these, or on a list that ends with the command, is the command's output.
_CARRYING = frozenset(["redirected_statement", "pipeline", "heredoc_redirect"])

Words = Callable[["Script", "Node"], list[Part]]


def file_kind(name: str) -> str | None:
    """The kind of what is written into a file of this name; the name may hold expansions."""
    name = name.strip("'\"")
    if _BASH_ENV.fullmatch(name):
        return "shell"
    if _SETTINGS_FILE.fullmatch(name):
        return "env"
    kind = kind_of(name, "")
    return kind if kind in _CONTENT_KINDS else None


def read_output(source: Script, node: Node, command: Sequence[Part], reader: Reader) -> None:
    """Read what ``echo`` or ``printf`` writes into a file of settings. Raises MissingExtra."""
    if program(command) not in PRINTING:
        return
    kind = next((kind for name in _targets(source, node) if (kind := file_kind(name))), None)
    if kind is None:
        return
    text = Part.joined(command[1:], glue=" ").replaced(_LINE_BREAK, "\n").stripped()
    if WORTH.search(text.text):
        dispatch.read(kind, text, reader)


def read_heredoc(source: Script, node: Node, reader: Reader, words: Words) -> None:
    """Read a here-document as what its file or its program takes. Raises MissingExtra."""
    body = next((child for child in node.children if child.type == "heredoc_body"), None)
    statement = node.parent
    if body is None or statement is None:
        return
    text = source.raw(body)
    if not WORTH.search(text.text):
        return
    command = next((child for child in statement.children if child.type == "command"), None)
    name = program(words(source, command)) if command is not None else ""
    targets = [target for one in (command, node) if one is not None for target in _targets(source, one)]
    kind = next((kind for target in targets if (kind := file_kind(target))), None) or _INPUT.get(name)
    if kind is not None:
        dispatch.read(kind, text, reader)


def _targets(source: Script, node: Node) -> Iterator[str]:
    """The files that a command's output goes to: redirections, and ``tee`` further down the pipeline."""
    around: list[Node] = [node]
    while (parent := around[-1].parent) is not None and (
        parent.type in _CARRYING or (parent.type == "list" and parent.children[-1] == around[-1])
    ):
        around.append(parent)
    yield from _tee(source, node)
    for one in around:
        for child in one.children:
            if child.type == "file_redirect" and child.children[-1].is_named:
                yield source.raw(child.children[-1]).text
            elif child.type == "command" and child.start_byte > node.start_byte:
                yield from _tee(source, child)
            elif child.type == "pipeline" and one.type == "heredoc_redirect":
                for command in child.children:
                    yield from _tee(source, command)


def _tee(source: Script, node: Node) -> list[str]:
    if node.type != "command":
        return []
    command = [source.raw(child).text for child in node.named_children]
    if "tee" not in command[:2]:
        return []
    return [word for word in command[command.index("tee") + 1 :] if not word.startswith("-")]
