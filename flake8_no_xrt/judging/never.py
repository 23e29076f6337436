"""Tests that only ran under XRT: skipped on every supported release, or run with ``using_pjrt`` patched to False."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.releases import INSTALLED, PJRT_ONLY
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.resolve import argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import FunctionNode, Scope
    from flake8_no_xrt.reading.resolve import Resolver

_HELPER = "using_pjrt"
_MOCKS = frozenset({"Mock", "MagicMock", "AsyncMock", "PropertyMock"})


class NeverRun(NamedTuple):
    """What keeps a test from running on a supported release: a decorator that skips it, or the patch it runs under.

    It is reported there, which is the line to look at and the one for a ``# noqa``.
    """

    node: ast.Call
    patched: bool


def verdict_of(run: NeverRun, options: Options) -> Verdict:
    """The verdict on a test that never runs."""
    if run.patched:
        fact = f"{_HELPER} is patched to False, which it is on no torch_xla {options.target}"
        return Verdict("XRT503", f"{fact}: delete what is tested so", "never-run test")
    return Verdict("XRT503", f"this test is always skipped on torch_xla {options.target}: delete it", "never-run test")


def patched(resolver: Resolver, options: Options) -> Iterator[NeverRun]:
    """The patches in tests that make ``using_pjrt`` say False, where no supported release does."""
    if options.target & (INSTALLED - PJRT_ONLY):
        return
    model = resolver.model
    decorators: set[ast.expr] = set()
    inside: dict[Scope, FunctionNode] = {}
    for function, scope in model.functions.items():
        if function.name.startswith("test"):
            decorators.update(function.decorator_list)
            inside[scope] = function
    if not inside:
        return
    for place in model.calls:
        scope = place.scope
        while scope.kind == "block" and scope.parent is not None:
            scope = scope.parent
        here = place.node in decorators or scope in inside
        if here and _says_false(place.node) and resolver.reach(place.reach) & options.target:
            yield NeverRun(place.node, patched=True)


def _says_false(call: ast.Call) -> bool:
    """Whether a call is ``mock.patch`` or ``monkeypatch.setattr`` that makes the helper answer False."""
    function = last_name(call.func)
    if not call.args or function not in ("patch", "object", "setattr"):
        return False
    target = text_of(call.args[0]) if function != "object" else None
    position = 1
    if target is None:
        target, position = text_of(argument(call, 1, "attribute")), 2
    if target is None or target.rpartition(".")[2].lstrip("_") != _HELPER:
        return False
    answer = next((keyword.value for keyword in call.keywords if keyword.arg == "return_value"), None)
    if answer is None:
        answer = _answer(argument(call, position, "new" if function != "setattr" else "value"))
    return isinstance(answer, ast.Constant) and answer.value is False


def _answer(value: ast.expr | None) -> ast.expr | None:
    """What a function that is put in place of the helper gives."""
    if isinstance(value, ast.Lambda):
        return value.body
    if isinstance(value, ast.Call) and last_name(value.func) in _MOCKS:
        return next((keyword.value for keyword in value.keywords if keyword.arg == "return_value"), None)
    return None
