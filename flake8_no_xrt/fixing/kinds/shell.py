"""Settings in shell: assignments, ``export``, what stands in front of a command, and what is handed to one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.fixing.edits import Withheld
from flake8_no_xrt.fixing.kinds import arguments
from flake8_no_xrt.fixing.kinds.spots import APPENDED, EFFECT, EMPTY, UNKNOWN, Cut, Span, Spot, whole_line
from flake8_no_xrt.kinds.shell import parsed
from flake8_no_xrt.kinds.words import PRINTING, base, program

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from tree_sitter import Node

    from flake8_no_xrt.kinds.part import Part
    from flake8_no_xrt.kinds.shell import Script

# What holds statements one behind another; of some of them only what stands behind a word.
_BLOCKS = {
    "program": "",
    "compound_statement": "{",
    "subshell": "(",
    "do_group": "do",
    "else_clause": "else",
    "if_statement": "then",
    "elif_clause": "then",
    "case_item": ")",
}
_CLOSING = frozenset(["}", ")", "done", "fi", "esac", ";;", ";&", ";;&", "else_clause", "elif_clause"])
_PLAIN = frozenset(
    [
        *("word", "string", "raw_string", "ansi_c_string", "translated_string", "string_content", "concatenation"),
        *("number", "variable_name", "special_variable_name", "simple_expansion", "expansion"),
        *("variable_assignment", "variable_assignments", "declaration_command"),
    ]
)
# ${X:=y} sets a variable, ${X:?y} ends the script.
_ACTS = re.compile(r"\$\{\w+:?[=?]")
_ANY = "|".join(sorted(VARIABLES, key=len, reverse=True))
_ASKED = re.compile(rf"\$\{{?[!#]?(?:{_ANY})(?!\w)|-v\s+['\"]?(?:{_ANY})(?!\w)")
_DECIDING = frozenset(["if_statement", "elif_clause", "while_statement", "case_statement", "list", "for_statement"])
_BEFORE = re.compile(r"[ \t]*;[ \t]*\Z")
_BEHIND = re.compile(r"[ \t]*;(?!;)(?:[ \t]|\\\n)*")
STATUS = Withheld("it is the last of several commands, and the one in front of it may fail where it never did")
DECIDED = Withheld("a test on such a variable decides on it")


def locate(part: Part, start: int, end: int) -> Spot | Withheld:
    """Where a setting stands in a script."""
    source, root = parsed(part)
    node = _node(source, root, start, end)
    while node is not None:
        if node.type == "variable_assignment":
            name = node.children[0]
            if source.span(name) == (start, end):
                return _assignment(source, node)
            if name.type == "subscript":
                return UNKNOWN
        elif node.type in ("declaration_command", "unset_command"):
            return _declared(source, node, start, end)
        elif node.type in ("command", "array"):
            return _argument(source, node, start, end)
        elif node.type in _BLOCKS or node.type == "heredoc_body":
            return UNKNOWN
        node = node.parent
    return UNKNOWN


def locate_held(part: Part, start: int, end: int) -> Cut | Withheld:
    """The cut of the ``echo`` that adds a text, which stands at a stretch of the script, to a file."""
    source, root = parsed(part)
    node = _node(source, root, start, end)
    while node is not None and node.type != "command":
        if node.type in _BLOCKS or node.type == "heredoc_body":
            return EMPTY
        node = node.parent
    if node is None or len([child for child in node.named_children if child.type != "command_name"]) != 1:
        return EMPTY
    around = node.parent
    if around is not None and around.type == "redirected_statement":
        redirect = around.named_children[-1]
        adds = redirect.type == "file_redirect" and redirect.children[0].type == ">>"
        if len(around.named_children) == 2 and adds:
            return _statement(source, around)
    elif around is not None and around.type == "pipeline" and len(around.named_children) == 2:
        words = [source.raw(child).text for child in around.named_children[1].named_children]
        if {"tee", "-a"} <= {*words[:3]} and "tee" in words[:2]:
            return _statement(source, around)
    return EMPTY


def _node(source: Script, root: Node, start: int, end: int) -> Node | None:
    first = len(source.part.text[:start].encode("utf-8", "surrogatepass"))
    length = len(source.part.text[start:end].encode("utf-8", "surrogatepass"))
    return root.named_descendant_for_byte_range(first, first + length)


# -- assignments ---------------------------------------------------------------------------------------------
def _assignment(source: Script, node: Node) -> Spot | Withheld:
    parent = node.parent
    name = Span(*source.span(node.children[0]))
    value = node.child_by_field_name("value")
    stop = source.span(node)[1]
    if value is not None and not _is_plain(source, value):
        return EFFECT
    if _decides(source, node):
        return DECIDED
    assert parent is not None  # it is not the root
    scopes = tuple(_scopes(node))
    if parent.type == "command":
        following = node.next_sibling
        assert following is not None  # a command has a name
        removal: Cut | Withheld = Cut(name.start, source.span(following)[0])
        scopes = (("command", parent.start_byte), *scopes)
    elif parent.type in ("declaration_command", "variable_assignments"):
        removal = _one_of(source, node, parent)
    else:
        removal = _statement(source, node)
    operator = source.part.text[name.end : source.span(value)[0] if value is not None else stop]
    if operator != "=" and isinstance(removal, Cut):
        # Deleting is right, naming another variable is not.
        return Spot(scopes, name, Span(name.end + 1, stop), removal, fixed=APPENDED.reason)
    exported = parent.type in ("declaration_command", "command")
    return Spot(scopes, name, Span(name.end + 1, stop), removal, exported)


def _declared(source: Script, node: Node, start: int, end: int) -> Spot | Withheld:
    """``export NAME`` and ``export "NAME=value"``."""
    child = next((one for one in node.named_children if _holds(source, one, start, end)), None)
    if child is None or node.type != "declaration_command":
        return UNKNOWN
    if _decides(source, child):
        return DECIDED
    if not _is_plain(source, child):
        return EFFECT
    scopes = tuple(_scopes(child))
    value = arguments.value_of(source.raw(child).text, start - source.span(child)[0], end - start)
    if value is None and child.type != "variable_name":
        return UNKNOWN
    shifted = None if value is None else Span(value.start + source.span(child)[0], value.end + source.span(child)[0])
    return Spot(scopes, Span(start, end), shifted, _one_of(source, child, node))


def _one_of(source: Script, node: Node, parent: Node) -> Cut | Withheld:
    """One of several assignments; the statement, if it is the only one."""
    words = [child for child in parent.named_children if not source.raw(child).text.startswith("-")]
    if len(words) == 1:
        return _statement(source, parent)
    before = node.prev_sibling
    if before is None:
        following = node.next_sibling
        assert following is not None  # there are several
        return Cut(source.span(node)[0], source.span(following)[0])
    return Cut(source.span(before)[1], source.span(node)[1])


def _is_plain(source: Script, value: Node) -> bool:
    """Whether working out a value does nothing else."""
    todo = [value]
    while todo:
        node = todo.pop()
        if node.is_named and (
            node.type not in _PLAIN or (node.type == "expansion" and _ACTS.match(source.raw(node).text))
        ):
            return False
        todo += node.children
    return True


def _holds(source: Script, node: Node, start: int, end: int) -> bool:
    first, last = source.span(node)
    return first <= start and end <= last


# -- arguments -----------------------------------------------------------------------------------------------
def _argument(source: Script, node: Node, start: int, end: int) -> Spot | Withheld:
    """A word of a command, or of a list of options that is kept in a variable."""
    words = [child for child in node.named_children if child.type not in ("variable_assignment", "file_redirect")]
    index = next((number for number, word in enumerate(words) if _holds(source, word, start, end)), None)
    if index is None or any(word.type == "comment" for word in words):
        return UNKNOWN
    if not _is_plain(source, words[index]) and words[index].type != "command_name":
        return EFFECT
    if _decides(source, node):
        return DECIDED
    texts = [source.raw(word).text for word in words]
    spans = [Span(*source.span(word)) for word in words]
    found = arguments.locate(texts, index, start - spans[index].start, end - start, command=node.type == "command")
    if isinstance(found, Withheld):
        return found
    value = None if found.value is None else Span(*(spans[index].start + at for at in found.value))
    if found.within is not None:
        removal = Cut(spans[index].start + found.within.start, spans[index].start + found.within.end)
    elif found.first == 0:
        if len(words) == found.last + 1:
            return UNKNOWN
        removal = Cut(spans[0].start, spans[found.last + 1].start)
    else:
        removal = Cut(spans[found.first - 1].end, spans[found.last].end)
    # What is handed to a container or another machine does not see what is set around.
    around = _scopes(node) if node.type == "command" and base(texts[0]) == "env" else ()
    return Spot((("command", node.start_byte), *around), Span(start, end), value, removal)


# -- statements ----------------------------------------------------------------------------------------------
def _statement(source: Script, node: Node) -> Cut | Withheld:
    """The cut of a statement, with what joins it to the ones beside it."""
    parent = node.parent
    assert parent is not None  # it is not the root
    if parent.type == "list":
        return _in_list(source, node, parent)
    if parent.type not in _BLOCKS or not _in_body(node, parent):
        return UNKNOWN
    before, after = _beside(node, parent)
    if parent.type != "program" and not before and not after:
        return EMPTY
    if before and not after and not _succeeds(source, before[-1]):
        return STATUS
    text = source.part.text
    start, end = source.span(node)
    behind = _BEHIND.match(text, end)
    line = whole_line(text, start, behind.end() if behind else end)
    if line is None and behind is not None:
        line = Cut(start, behind.end())
    elif line is None:
        joined = _BEFORE.search(text, text.rfind("\n", 0, start) + 1, start)
        line = Cut(joined.start() if joined else start, end)
        rest = text[end : text.find("\n", end) if "\n" in text[end:] else len(text)].strip()
        if joined is None or (rest and not rest.startswith(("#", ";;", ")", "`"))):
            return UNKNOWN
    return line if (text[: line.start] + text[line.end :]).strip() else EMPTY


def _in_list(source: Script, node: Node, parent: Node) -> Cut | Withheld:
    """A statement in front of or behind ``&&``: it never fails."""
    left, operator, right = parent.children[0], parent.children[1], parent.children[-1]
    if operator.type != "&&" or len(parent.children) != 3:
        return Withheld(f"it is joined to another command by {source.raw(operator).text}")
    if node == left:
        return Cut(source.span(left)[0], source.span(right)[0])
    outer = parent.parent
    if outer is None or outer.type != "list" or outer.children[0] != parent:
        return STATUS
    return Cut(source.span(left)[1], source.span(right)[1])


def _in_body(node: Node, parent: Node) -> bool:
    if node.type in ("else_clause", "elif_clause"):
        return False
    word = _BLOCKS[parent.type]
    return not word or any(child.type == word and child.end_byte <= node.start_byte for child in parent.children)


def _beside(node: Node, parent: Node) -> tuple[list[Node], list[Node]]:
    """The statements of a block in front of one of them and behind it."""
    word = _BLOCKS[parent.type]
    opened = [child.end_byte for child in parent.children if child.type == word and child.end_byte <= node.start_byte]
    start = max(opened, default=parent.start_byte)
    closed = min(
        (child.start_byte for child in parent.children if child.start_byte >= node.end_byte and child.type in _CLOSING),
        default=parent.end_byte,
    )
    inside = [
        child for child in parent.named_children if start <= child.start_byte < closed and child.type != "comment"
    ]
    at = inside.index(node)
    return inside[:at], inside[at + 1 :]


def _succeeds(source: Script, node: Node) -> bool:
    """Whether a statement never fails: its status becomes that of the block when it is the last one."""
    if node.type in ("variable_assignment", "variable_assignments", "declaration_command"):
        return _is_plain(source, node)
    if node.type == "command":
        return program([source.raw(child) for child in node.named_children[:1]]) in PRINTING
    return node.type == "function_definition"


def _scopes(node: Node) -> Iterator[Hashable]:
    """The blocks around a node; the two sides of a test are two."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in _BLOCKS and _in_body(child, parent):
            yield "block", parent.type, parent.start_byte
        child, parent = parent, parent.parent


def _decides(source: Script, node: Node) -> bool:
    """Whether a test on a variable of XRT decides on a node."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in _DECIDING:
            text = source.part.text[source.span(parent)[0] : source.span(child)[0]]
            if _ASKED.search(text):
                return True
        child, parent = parent, parent.parent
    return False
