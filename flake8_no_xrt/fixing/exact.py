"""Whether a node stands where it says, and what may be cut without a loss."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Withheld

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context

IN_STRING = Withheld("it stands in a string")
COMMENT = Withheld("a comment would be lost")

_HARMLESS = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.expr_context, ast.unaryop)


def obstacle(context: Context, node: ast.expr) -> Withheld | None:
    """Why the text of a node cannot be replaced; None if it can.

    Before Python 3.12 the positions inside an f-string are vague: there the text has to be unmistakable.
    """
    if node not in context.parents:
        return IN_STRING
    source = context.source
    text = source.of(node)
    try:
        same = ast.dump(ast.parse(f"({text}\n)", mode="eval").body) == ast.dump(_loaded(node))
    except (SyntaxError, ValueError):
        same = False
    if not same:
        return Withheld("its place in the file is unsure")
    string = outer_string(context, node)
    if string is not None and sys.version_info < (3, 12) and source.of(string).count(text) != 1:
        return Withheld("its place in the f-string is unsure")
    if string is None and source.comments(source.start(node), source.end(node)):
        return COMMENT
    return None


def outer_string(context: Context, node: ast.AST) -> ast.JoinedStr | None:
    """The outermost f-string around a node."""
    found = None
    while node in context.parents:
        node = context.parents[node]
        if isinstance(node, ast.JoinedStr):
            found = node
    return found


def harmless(node: ast.expr) -> bool:
    """Whether an expression does nothing but give a value: it may be left out."""
    return all(isinstance(part, _HARMLESS) for part in ast.walk(node))


def _loaded(node: ast.expr) -> ast.expr:
    """A node as it looks where it is read."""
    return node if isinstance(getattr(node, "ctx", None), ast.Load) else ast.parse(ast.unparse(node), mode="eval").body
