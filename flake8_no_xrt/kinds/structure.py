"""Nested keys and values, whatever format they were written in: what is a setting there, and what a command.

YAML and TOML files become these nodes. A key says what its value is: ``env`` holds settings, ``run`` a script,
``command`` a script or a list of words. Any other text is prose.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from flake8_no_xrt.facts.advice import SCHEME
from flake8_no_xrt.kinds import dispatch, kind_of, template, words
from flake8_no_xrt.kinds.guess import kind_of_text
from flake8_no_xrt.kinds.hits import KNOWN, NAME, WORTH, Reader
from flake8_no_xrt.kinds.part import Part, each


class Scalar(NamedTuple):
    """A text."""

    part: Part


class Items:
    """A list."""

    def __init__(self) -> None:
        self.items: list[Node] = []


class Table:
    """Keys and values, in order; a key may come twice."""

    def __init__(self) -> None:
        self.pairs: list[tuple[Scalar, Node]] = []

    def value(self, *names: str) -> Node | None:
        """The value of the first key with one of these names."""
        return next((value for key, value in self.pairs if key.part.text in names), None)


Node = Scalar | Items | Table

# Keys without case, dashes and underscores, and what their values are.
_MEANINGS = {
    **dict.fromkeys(
        each(
            "env envvars environ environment environmentvariables variables setenv containerenv remoteenv "
            "buildargs buildenv testenv defaultenv extraenv substitutions environmentvars"
        ),
        "env",
    ),
    **dict.fromkeys(each("passenv passenvironment envpass environmentpass extrapassenv secretsenv"), "names"),
    **dict.fromkeys(
        each(
            "run script scripts beforescript afterscript command commands cmd cmds entrypoint shell bash sh install "
            "beforeinstall afterinstall startupscript setupscript runscript teststeps onstart poststart prestart "
            "postcreatecommand poststartcommand oncreatecommand updatecontentcommand postattachcommand "
            "beforeall beforebuild beforetest testcommand repairwheelcommand inlinescript exec args options runargs "
            "dockerargs containeroptions extraargs precommand postcommand commandspre commandspost "
            "jobscript prebuild postbuild"
        ),
        "script",
    ),
    **dict.fromkeys(each("line block content userdata writefiles raw"), "content"),
}
# Keys whose list is one command, word by word.
_WORD_LISTS = frozenset(each("command args entrypoint cmd exec runargs extraargs options"))
# Keys whose tables map the names of commands to commands.
_NAMED_COMMANDS = frozenset(["scripts", "tasks"])
_OTHER_SHELLS = re.compile(r"\b(?:pwsh|powershell|cmd|node|perl|ruby)\b")

# ``D:`` and ``R:`` are pytest-env's flags.
_IN_ENV = re.compile(rf"(?:(?<!\S)|(?<=['\"]))(?:[DR]:)*(?P<name>{NAME})=(?P<value>\S*)")
_ITEM = re.compile(rf"(?P<name>{NAME})=(?P<value>\S*)")


def _plain(key: str) -> str:
    return re.sub(r"[-_. ]", "", key).lower()


def meaning_of(key: str) -> str:
    """What a key says of its value: ``env``, ``names``, ``script``, ``content``, or nothing."""
    return _MEANINGS.get(_plain(key), "")


class _Step(NamedTuple):
    node: Node
    key: str  # the nearest key, normalised unless it is one of the names
    meaning: str  # what that key says of its value
    table: Table | None  # the table the key is in


def read(root: Node, reader: Reader) -> None:
    """Report the settings, reads and launches of a document. Raises MissingExtra."""
    stack = [_Step(root, "", "", None)]
    seen = set()
    while stack:
        step = stack.pop()
        # A YAML alias brings the same node back, perhaps for ever.
        mark = (id(step.node), step.key)
        if mark in seen and not isinstance(step.node, Scalar):
            continue
        seen.add(mark)
        if isinstance(step.node, Scalar):
            _text(step.node.part, step, reader)
        elif isinstance(step.node, Items):
            stack.extend(_items(step.node, step, reader))
        else:
            stack.extend(_table(step.node, step, reader))


def _table(table: Table, step: _Step, reader: Reader) -> list[_Step]:
    steps = []
    _named_setting(table, reader)
    joined = _container_command(table)
    if joined:
        words.read(joined, reader)
    for key, value in table.pairs:
        text = key.part.text
        if text in KNOWN:
            reader.setting(key.part, value.part.text.strip() if isinstance(value, Scalar) else None)
        elif isinstance(value, Scalar) and _as_file(text, value.part, reader):
            continue
        name, meaning = _plain(text), meaning_of(text)
        if step.meaning == "env":
            meaning = "env"
        elif step.key in _NAMED_COMMANDS and not meaning:
            meaning = "script"
        if not (joined and name in {"command", "args"}):
            steps.append(_Step(value, text if text in KNOWN else name, meaning, table))
    return steps


def _items(node: Items, step: _Step, reader: Reader) -> list[_Step]:
    texts = [item.part for item in node.items if isinstance(item, Scalar)]
    nested = step._replace(key="", meaning="argv") if step.meaning == "script" else step
    if step.meaning == "argv" or (step.meaning == "script" and step.key in _WORD_LISTS):
        words.read(texts, reader)
        for text in texts:
            if re.search(r"\s", text.text) and kind_of_text(text.text) == "shell":
                dispatch.read("shell", text, reader)
    else:
        for text in texts:
            item = _ITEM.fullmatch(text.text.strip())
            if item and step.meaning not in {"env", "script"}:
                reader.setting(text.stripped().group(item, "name"), item["value"])
            _text(text, step, reader)
    return [
        (nested if isinstance(item, Items) else step._replace(table=None))._replace(node=item)
        for item in node.items
        if not isinstance(item, Scalar)
    ]


def _text(part: Part, step: _Step, reader: Reader) -> None:
    text = part.text
    if not WORTH.search(text):
        return
    template.read_expressions(part, reader)
    if text.strip() == SCHEME:
        reader.scheme(part.stripped())
    if step.key == "if":
        template.read_condition(part, reader)
    elif step.key == "legacytoxini":
        dispatch.read("ini", part, reader)
    elif step.meaning == "env":
        _env_text(part, step.key, reader)
    elif step.meaning == "names" and text.strip() in KNOWN:
        reader.setting(part.stripped(), None)
    elif step.meaning == "script":
        kind = _script_kind(step.table)
        if kind:
            dispatch.read(kind, part, reader)
    elif step.meaning == "content" and (kind := kind_of_text(text)) == "shell":
        dispatch.read(kind, part, reader)


def _env_text(part: Part, key: str, reader: Reader) -> None:
    stripped = part.stripped()
    owned = {key}
    if stripped.text in KNOWN:
        reader.setting(stripped, None)
    for match in _IN_ENV.finditer(part.text):
        owned.add(match["name"])
        reader.setting(part.group(match, "name"), match["value"].strip("'\""))
    template.read_dollars(part, reader, owned)


def _named_setting(table: Table, reader: Reader) -> None:
    """``name: NAME`` beside ``value:`` or ``valueFrom:``, as Kubernetes writes it."""
    name = table.value("name", "key", "Name", "variable")
    value = table.value("value", "valueFrom", "Value")
    if isinstance(name, Scalar) and value is not None and name.part.text in KNOWN:
        reader.setting(name.part, value.part.text.strip() if isinstance(value, Scalar) else None)


def _container_command(table: Table) -> list[Part]:
    """``command`` and ``args`` of a container as one list of words, if both are lists."""
    command, args = table.value("command"), table.value("args")
    if not isinstance(command, Items) or not isinstance(args, Items):
        return []
    return [item.part for item in (*command.items, *args.items) if isinstance(item, Scalar)]


def _script_kind(table: Table | None) -> str | None:
    """The language of a script: ``shell: python`` beside it says so; None if it is not read."""
    stated = table.value("shell") if table else None
    if not isinstance(stated, Scalar):
        return "shell"
    text = stated.part.text
    if re.match(r"python|pypy", text):
        return "python"
    return None if _OTHER_SHELLS.search(text) else "shell"


def _as_file(key: str, part: Part, reader: Reader) -> bool:
    """A key that is the name of a file, with its contents, as in a Kubernetes ConfigMap."""
    kind = kind_of(key, "") if "." in key and "\n" in part.text else None
    if kind is None or kind == "notebook" or not WORTH.search(part.text):
        return False
    dispatch.read(kind, part, reader)
    return True
