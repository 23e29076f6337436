"""Names of torch_xla inside string literals: attributes asked for by name, patch targets, modules, ``-m``."""

from __future__ import annotations

import ast
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from flake8_no_xrt.facts import names
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.resolve import Resolver, argument, ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.reading.model import Place

Kind = Literal["attribute", "default", "question", "set", "path", "module", "launcher"]


class StringUse(NamedTuple):
    """A name that stands in a string: ``node`` is the literal, ``place`` the expression that uses it.

    ``kind``: ``attribute`` fails where the name is missing, ``default`` has a default instead (``getattr``),
    ``question`` asks (``hasattr``), ``set`` binds the name (``setattr``), ``path`` is a full dotted target,
    ``module`` is imported, ``launcher`` is run. ``bound`` are the releases on which the object asked is the module
    in ``path``.
    """

    kind: Kind
    path: str
    bound: Releases
    node: ast.expr
    place: Place[Any]


def string_uses(resolver: Resolver) -> Iterator[StringUse]:
    """All names in strings of a model, in no special order."""
    for place in resolver.model.calls:
        call = place.node
        function = resolver.called(call)
        if function == "setattr" and not isinstance(call.func, ast.Attribute):
            yield from _attribute(resolver, place, call, "set")
        elif function in ("getattr", "hasattr", "setattr", "delattr"):
            yield from _attribute(resolver, place, call, function)
        elif function in ("import_module", "__import__", "importorskip", "find_spec"):
            node = argument(call, 0, "name")
            text = text_of(node)
            if node is not None and text is not None and ours(text) and function != "find_spec":
                yield StringUse("module", text, resolver.reach(place.reach), node, place)
        elif function == "patch":
            yield from _dotted(resolver, place, argument(call, 0, "target"), _lenient(call, "create", True))
        elif function in ("object", "multiple"):
            yield from _patched_object(resolver, place, call, function)
    yield from _subscripts(resolver)
    for listed in resolver.model.lists:
        yield from _launchers(resolver, listed)


def _attribute(resolver: Resolver, place: Place[Any], call: ast.Call, function: str) -> Iterator[StringUse]:
    monkeypatch = isinstance(call.func, ast.Attribute)
    if monkeypatch and _lenient(call, "raising", False):
        return
    target = argument(call, 0, "target")
    if monkeypatch and text_of(target) is not None:
        yield from _dotted(resolver, place, target, lenient=False)
        return
    node = argument(call, 1, "name")
    name = text_of(node)
    if target is None or node is None or name is None:
        return
    kind: Kind = "attribute"
    if function == "hasattr":
        kind = "question"
    elif function == "set":
        kind = "set"
    elif function == "getattr" and len(call.args) > 2:
        kind = "default"
    for path, bound in resolver.origins(target).items():
        if names.is_module(path):
            yield StringUse(kind, f"{path}.{name}", bound, node, place)


def _patched_object(resolver: Resolver, place: Place[Any], call: ast.Call, function: str) -> Iterator[StringUse]:
    """``mock.patch.object(module, "name")`` and ``mock.patch.multiple(module, name=…)``."""
    if last_name(getattr(call.func, "value", call.func)) != "patch" or _lenient(call, "create", True):
        return
    target = argument(call, 0, "target")
    if target is None:
        return
    text = text_of(target)
    origins = {text: resolver.reach(place.reach)} if text else resolver.origins(target)
    asked: list[tuple[str, ast.expr]] = []
    node = argument(call, 1, "attribute")
    name = text_of(node)
    if function == "object" and node is not None and name is not None:
        asked.append((name, node))
    elif function == "multiple":
        asked += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    for path, bound in origins.items():
        if names.is_module(path):
            for name, at in asked:
                yield StringUse("attribute", f"{path}.{name}", bound, at, place)


def _dotted(resolver: Resolver, place: Place[Any], node: ast.expr | None, lenient: bool) -> Iterator[StringUse]:
    text = text_of(node)
    if node is not None and text is not None and ours(text) and not lenient:
        yield StringUse("path", text, resolver.reach(place.reach), node, place)


def _subscripts(resolver: Resolver) -> Iterator[StringUse]:
    for place in resolver.model.subscripts:
        node = place.node
        text = text_of(node.slice)
        if text is None or not ours(text) or isinstance(node.ctx, ast.Del):
            continue
        if "sys.modules" in resolver.origins(node.value):
            yield StringUse("module", text, resolver.reach(place.reach), node.slice, place)


def _launchers(resolver: Resolver, place: Place[Any]) -> Iterator[StringUse]:
    """``-m module`` in an argument list."""
    elements = getattr(place.node, "elts", [])
    for flag, module in pairwise(elements):
        text = text_of(module)
        if text_of(flag) == "-m" and text is not None and ours(text):
            yield StringUse("launcher", text, resolver.reach(place.reach), module, place)


def _lenient(call: ast.Call, keyword: str, value: bool) -> bool:
    """Whether a call says that the target need not exist."""
    return any(
        item.arg == keyword and isinstance(item.value, ast.Constant) and item.value.value is value
        for item in call.keywords
    )
