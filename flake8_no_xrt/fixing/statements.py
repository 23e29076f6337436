"""The text of import statements: one alias changed, taken out or put in, the rest left as it is."""

from __future__ import annotations

import ast
import tokenize
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.aliases import drop_aliases
from flake8_no_xrt.fixing.change import Change, for_tools
from flake8_no_xrt.fixing.edits import Edit, Withheld
from flake8_no_xrt.fixing.exact import COMMENT
from flake8_no_xrt.fixing.imports import behind

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context

ImportStatement = ast.Import | ast.ImportFrom
_LONGEST = 100  # columns: a longer list of names is not made longer still


def move(
    context: Context, statement: ImportStatement, texts: dict[ast.alias, str], module: str
) -> list[Edit] | Withheld:
    """Let aliases of a from-import come from another module, under the texts given."""
    assert isinstance(statement, ast.ImportFrom)  # what is imported from a module
    if len(texts) == len(statement.names):
        return [_module(context, statement, module), *(change(context, alias, text) for alias, text in texts.items())]
    if len(texts) == 1:
        alias, text = next(iter(texts.items()))
        removal = drop(context, statement, alias)
        return removal if isinstance(removal, Withheld) else [removal, put(context, statement, module, text)]
    gone = Change(context)
    drop_aliases(gone, statement, list(texts))
    edits = gone.edits()
    if any(context.source.comments(edit.start, edit.end) for edit in edits):
        return COMMENT
    return [*edits, put(context, statement, module, ", ".join(texts.values()))]


def change(context: Context, alias: ast.alias, text: str) -> Edit:
    """Write an alias anew."""
    return Edit(context.source.start(alias), context.source.end(alias), text)


def put(context: Context, statement: ast.stmt, module: str, text: str) -> Edit:
    """Import ``text`` from a module beside a statement: in an import of it which stands there, or in a new one."""
    source = context.source
    suite = context.suite(statement)
    low = high = suite.index(statement)
    while low and isinstance(suite[low - 1], (ast.Import, ast.ImportFrom)):
        low -= 1
    while high + 1 < len(suite) and isinstance(suite[high + 1], (ast.Import, ast.ImportFrom)):
        high += 1
    for other in suite[low : high + 1]:
        if isinstance(other, ast.ImportFrom) and other is not statement and other.module == module and not other.level:
            start, end = source.start(other), source.end(other)
            line = source.text[source.line_start(start) : source.line_end(end)]
            plain = source.line_of(start) == source.line_of(end) and other.names[0].name != "*"
            if plain and "#" not in line and len(line.rstrip()) + len(text) + 2 <= _LONGEST:
                at = source.end(other.names[-1])
                return Edit(at, at, f", {text}")
    line = f"from {module} import {text}"
    indent = source.indent(source.start(statement))
    if len(indent + line) > _LONGEST and source.alone(statement):
        names = "".join(f"{indent}    {name},{source.newline}" for name in text.split(", "))
        line = f"from {module} import ({source.newline}{names}{indent})"
    return behind(context, statement, line)


def drop(context: Context, statement: ImportStatement, alias: ast.alias) -> Edit | Withheld:
    """Take one alias of several out of a statement."""
    source, names = context.source, statement.names
    index = names.index(alias)
    start, end = source.start(alias), source.end(alias)
    comma = next((token for token in source.between(end, source.end(statement)) if token.text == ","), None)
    last = comma.end if comma and (index + 1 == len(names) or comma.end <= source.start(names[index + 1])) else end
    low, high = source.line_start(start), source.line_end(max(last - 1, start))
    line = source.text[last:high].strip()
    bracketed = source.of(statement).endswith(")")
    if bracketed and not source.text[low:start].strip() and (not line or line.startswith("#")):
        return COMMENT if line else Edit(low, high, "")
    if index + 1 < len(names) and (index == 0 or source.start(names[index + 1]) < high):
        end = source.start(names[index + 1])
    else:
        start = source.end(names[index - 1])
    return COMMENT if source.comments(start, end) else Edit(start, end, "")


def delete(context: Context, statement: ImportStatement) -> Edit:
    """Take out a whole import statement; a comment beside it stays, a suite left empty gets ``pass``."""
    source = context.source
    start, end = source.start(statement), source.end(statement)
    if len(context.suite(statement)) == 1 and context.parents[statement] is not context.tree:
        return Edit(start, end, "pass")
    low, high = source.line_start(start), source.line_end(max(end - 1, start))
    if source.alone(statement):
        comments = source.comments(end, high)
        if comments and not for_tools(comments[0].text):
            return Edit(start, comments[0].start, "")
        return Edit(low, high, "")
    rest = source.text[end:high]
    further = rest.lstrip(" \t")
    if further.startswith(";") and (behind_it := further[1:].lstrip(" \t")).strip() and not behind_it.startswith("#"):
        return Edit(start, high - len(behind_it), "")
    before = source.text[low:start].rstrip(" \t")
    return Edit(low + len(before) - 1, end, "") if before.endswith(";") else Edit(start, end, "pass")


def has_inner_comment(context: Context, statement: ast.stmt) -> bool:
    """Whether a comment stands inside a statement of several lines."""
    return bool(context.source.comments(context.source.start(statement), context.source.end(statement)))


def _module(context: Context, statement: ast.ImportFrom, module: str) -> Edit:
    """Write the module of a from-import anew."""
    source = context.source
    tokens = [
        token
        for token in source.between(source.start(statement), source.end(statement))
        if token.kind in (tokenize.NAME, tokenize.OP)
    ]
    last = next(index for index, token in enumerate(tokens) if token.text == "import")
    return Edit(tokens[1].start, tokens[last - 1].end, module)
