"""Shell scripts and commands, parsed by tree-sitter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.kinds import template, words
from flake8_no_xrt.kinds.bytesource import Source
from flake8_no_xrt.kinds.extras import library
from flake8_no_xrt.kinds.hits import KNOWN, WORTH, Reader
from flake8_no_xrt.kinds.output import read_heredoc, read_output
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

# What a reader of a manual is to fill in, <your zone>: the shell would take it for redirections.
_PLACEHOLDER = re.compile(r"(?<![<\w$&])<[A-Za-z][\w .'/:-]*>(?!\()")
_DEFAULT = re.compile(r"\$\{\w+:?[-=+?][^{}$`\"'\n]*\}")
_OPERATORS = re.compile(r"[;|&<>()#]")
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_ESCAPED_IN_QUOTES = re.compile(r"\\([$`\"\\\n])")

_COMMAND = re.compile(r"\s*(?:-e|--env)[\s=]|\s*(?:\w+=\S*\s+)*(?:\S*/)?(?:python[\d.]*|_+)\s(?:.*\s)?-m\s", re.DOTALL)

_EXPANSIONS = frozenset(["simple_expansion", "expansion"])
_SILENT = frozenset(["comment", "unset_command"])
_SETTING = frozenset(["variable_assignment", "declaration_command", "command"])
_EXPORTING = frozenset(["export", "declare", "typeset"])


@lru_cache(maxsize=1)
def _parser() -> Parser:
    tree_sitter, bash = library("tree_sitter", "shell"), library("tree_sitter_bash", "shell")
    parser: Parser = tree_sitter.Parser(tree_sitter.Language(bash.language()))
    return parser


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of a script. Raises MissingExtra."""
    if not WORTH.search(part.text):
        return
    reader.entered("shell", part)
    template.read_expressions(part, reader)
    source, root = parsed(part)
    _walk(source, root, reader)


def parsed(part: Part) -> tuple[Script, Node]:
    """A script and its tree. Raises MissingExtra."""
    script = template.masked(part).masked(_PLACEHOLDER)
    # The grammar takes these for the end of a command in "${XRT_TPU_CONFIG:-tpu_worker;0;x}" as well.
    text = _DEFAULT.sub(lambda match: _OPERATORS.sub("_", match[0]), script.text)
    source = Script(Part(text, script.places))
    return source, _parser().parse(source.encoded).root_node


class Script(Source):
    """A script: nodes to words."""

    def word(self, node: Node) -> Part:
        """A node as a word: without quotes and escapes, with ``_`` for what only the shell knows."""
        kind = node.type
        if kind in {"word", "number", "variable_name", "test_operator", "command_name"} and not node.named_child_count:
            return _unescaped(self.raw(node), _ESCAPED)
        if kind == "raw_string":
            return self.raw(node).cut(1, -1)
        if kind in {"ansi_c_string", "translated_string"}:
            return self.raw(node).cut(2, -1)
        if kind in {"concatenation", "command_name", "array"}:
            return Part.joined(self.word(child) for child in node.children)
        if kind == "string":
            return self._string(node)
        raw = self.raw(node)
        return Part("_" * len(raw.text), raw.places)

    def _string(self, node: Node) -> Part:
        parts, last = [], node.start_byte + 1
        end = node.end_byte - 1 if node.children[-1].type == '"' else node.end_byte
        for child in node.named_children:
            if child.type != "string_content":
                # White space beside an expansion belongs to no node.
                parts.append(_unescaped(self.cut(last, child.start_byte), _ESCAPED_IN_QUOTES))
                parts.append(self.word(child))
                last = child.end_byte
        return Part.joined([*parts, _unescaped(self.cut(last, max(last, end)), _ESCAPED_IN_QUOTES)])


def _unescaped(part: Part, escape: re.Pattern[str]) -> Part:
    if "\\" not in part.text:
        return part
    kept: list[Part] = []
    last = 0
    for match in escape.finditer(part.text):
        kept += [part.cut(last, match.start()), part.group(match, 1) if match[1] != "\n" else part.cut(0, 0)]
        last = match.end()
    return Part.joined([*kept, part.cut(last)])


class _Step(NamedTuple):
    node: Node
    owned: frozenset[str]  # the variables that are set here: an old value in the new one is no second finding


def _walk(source: Script, root: Node, reader: Reader) -> None:
    stack = [_Step(root, frozenset())]
    while stack:
        node, owned = stack.pop()
        kind = node.type
        if kind in _SILENT:
            continue
        if kind == "variable_assignment":
            _assignment(source, node, reader)
        elif kind in _EXPANSIONS or (kind == "variable_name" and _is_read(node)):
            _expansion(source, node, owned, reader)
        elif kind == "declaration_command":
            _declaration(source, node, reader)
        elif kind == "command":
            command = _words(source, node)
            owned = owned | words.read(command, reader)
            read_output(source, node, command, reader)
        elif kind == "unary_expression":
            _test(source, node, reader)
        elif kind == "for_statement":
            _loop(source, node, reader)
        elif kind == "heredoc_redirect":
            read_heredoc(source, node, reader, _words)
        if kind in _SETTING:
            owned = owned | _set_by(source, node)
        stack.extend(_Step(child, owned) for child in reversed(node.children))


def _words(source: Script, node: Node) -> list[Part]:
    skipped = {"variable_assignment", "file_redirect", "heredoc_redirect", "comment"}
    return [source.word(child) for child in node.named_children if child.type not in skipped]


def _name_of(node: Node) -> Node | None:
    for child in node.children:
        if child.type == "variable_name":
            return child
        if child.type == "subscript":
            return _name_of(child)
    return None


def _set_by(source: Script, node: Node) -> frozenset[str]:
    nodes = [node, *node.named_children]
    names = [_name_of(one) for one in nodes if one.type == "variable_assignment"]
    return frozenset(source.raw(name).text for name in names if name is not None)


def _assignment(source: Script, node: Node, reader: Reader) -> None:
    name = _name_of(node)
    if name is None:
        return
    part = source.raw(name)
    value = node.child_by_field_name("value")
    if part.text in KNOWN:
        reader.setting(part, source.word(value).text if value else None)
    elif value is not None:
        _kept_command(source, value, reader)


def _kept_command(source: Script, value: Node, reader: Reader) -> None:
    """A command, or options of one, kept in a variable: ``RUN="python -m pkg"``, ``OPTIONS+=" -e A=1"``."""
    if value.type == "array":
        words.read([source.word(child) for child in value.named_children if child.type != "comment"], reader)
    elif _COMMAND.match((word := source.word(value)).text):
        read(word, reader)


def _is_read(node: Node) -> bool:
    """Whether a bare name is one of arithmetic, where it stands for its value."""
    parent = node.parent
    return parent is not None and parent.type in {"binary_expression", "arithmetic_expansion", "compound_statement"}


def _expansion(source: Script, node: Node, owned: frozenset[str], reader: Reader) -> None:
    name = node if node.type == "variable_name" else _name_of(node)
    if name is not None:
        part = source.raw(name)
        if part.text in KNOWN and part.text not in owned:
            reader.reading(part)


def _declaration(source: Script, node: Node, reader: Reader) -> None:
    """``export NAME``, and ``export "NAME=$value"``; ``export -n`` takes back."""
    options = [source.raw(child).text for child in node.children if child.type == "word"]
    verb = node.children[0].type
    if verb not in _EXPORTING or "-n" in options or (verb != "export" and not any("x" in one for one in options)):
        return
    for child in node.named_children:
        part = source.word(child)
        if child.type == "variable_name" and part.text in KNOWN:
            reader.setting(part, None)
        elif child.type in {"string", "raw_string", "concatenation", "word"}:
            words.read([part], reader)


def _test(source: Script, node: Node, reader: Reader) -> None:
    """``[[ -v NAME ]]``; what ``-n`` and ``-z`` test is an expansion."""
    operator, operand = node.children[0], node.children[-1]
    part = source.word(operand)
    if source.raw(operator).text == "-v" and part.text in KNOWN:
        reader.reading(part)


def _loop(source: Script, node: Node, reader: Reader) -> None:
    name = node.child_by_field_name("variable")
    if name is not None and source.raw(name).text in KNOWN:
        reader.setting(source.raw(name), None)
