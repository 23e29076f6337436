"""How a variable of XRT is used at a place of the tree, and what it said about the device."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.resolve import ENVIRON, argument

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context

Form = Literal["store", "call", "entry", "keyword", "read", "test", "other"]

CONSTANTS = {variable.constant: name for name, variable in VARIABLES.items() if variable.constant}
DEVICE = "PJRT_DEVICE"
# What chose the device; the first that says which one becomes the new setting.
CHOOSING = ("XRT_TPU_CONFIG", "XRT_DEVICE_MAP", "XRT_WORKERS")
_KIND = re.compile(r"(?:^|[;|,\s])(CPU|GPU|TPU):\d+;")
_SETTING = frozenset({"setdefault", "setenv", "putenv", "setitem"})
_READING = frozenset({"get", "getenv", "getenvb", "getenv_as"})


class Place(NamedTuple):
    """What stands around the name of a variable, and the value it is set to or its default where it is read."""

    form: Form
    node: ast.AST
    value: ast.expr | None = None


def place_of(context: Context, key: ast.expr) -> Place:
    """How a key is used: the literal that names a variable, or the constant that holds the name."""
    parent = context.parents.get(key)
    if isinstance(parent, ast.Subscript) and parent.slice is key:
        return _subscript(context, parent)
    if isinstance(parent, ast.Dict):
        index = next((number for number, item in enumerate(parent.keys) if item is key), None)
        return Place("other", parent) if index is None else Place("entry", parent, parent.values[index])
    if isinstance(parent, ast.Compare) and parent.left is key and len(parent.ops) == 1:
        asked = isinstance(parent.ops[0], (ast.In, ast.NotIn))
        return Place("test" if asked else "other", parent)
    if isinstance(parent, ast.Call) and key in parent.args:
        return _argument(context, parent, key)
    return Place("other", parent or key)


def _subscript(context: Context, node: ast.Subscript) -> Place:
    if not _is_environ(context, node.value):
        return Place("other", node)
    outer = context.parents[node]
    if isinstance(node.ctx, ast.Load):
        return Place("read", node)
    if isinstance(outer, ast.Assign) and len(outer.targets) == 1 and outer.targets[0] is node:
        return Place("store", outer, outer.value)
    return Place("other", node)


def _argument(context: Context, call: ast.Call, key: ast.expr) -> Place:
    function = context.resolver.called(call)
    if function in _SETTING:
        at = 1 if function == "setitem" else 0
        owner = call.args[0] if function == "setitem" else getattr(call.func, "value", None)
        about = function in ("setenv", "putenv") or (owner is not None and _is_environ(context, owner))
        if about and call.args.index(key) == at and isinstance(context.parents[call], ast.Expr):
            return Place("call", context.parents[call], argument(call, at + 1, "value"))
    if function in _READING and call.args.index(key) == 0:
        owner = getattr(call.func, "value", None)
        if function != "get" or (owner is not None and _is_environ(context, owner)):
            return Place("read", call, argument(call, 2 if function == "getenv_as" else 1, "default"))
    return Place("other", call)


def keyword_of(context: Context, name: str, key: ast.expr) -> tuple[ast.Call, ast.keyword] | None:
    """The keyword argument that a finding about ``NAME=value`` is about."""
    for node in context.parents:
        if isinstance(node, ast.keyword) and node.arg == name:
            call = context.parents[node]
            if (node.lineno, node.col_offset) == (key.lineno, key.col_offset) and isinstance(call, ast.Call):
                return call, node
    return None


def device(name: str, value: ast.expr | None) -> str | None:
    """The device that a setting chose, as far as it can be told; None if not."""
    return device_of(name, text_of(value))


def device_of(name: str, text: str | None) -> str | None:
    """The device that a setting to a text chose; the text is None where it is unknown."""
    if name == "XRT_TPU_CONFIG":
        return "TPU"
    if name != "XRT_DEVICE_MAP" or text is None:
        return None
    # "TPU:0;/job:…": a device, and where it is. PJRT has no client for a GPU any more.
    kinds = set(_KIND.findall(text.replace("XLA_", "")))
    for kind in ("TPU", "CPU"):
        if kind in kinds and "GPU" not in kinds:
            return kind
    return None


def _is_environ(context: Context, node: ast.expr) -> bool:
    return ENVIRON in context.resolver.origins(node) or text_of(node) == ENVIRON or last_name(node) == "environ"
