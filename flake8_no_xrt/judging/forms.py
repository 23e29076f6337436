"""Call forms that are no names: ``spawn(nprocs=8)`` and ``init_method="pjrt://"``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts.advice import SCHEME, SPAWN
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.resolve import Resolver, argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Verdict
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import Place


class FormUse(NamedTuple):
    """A form that is reported: the call, and the argument it is about."""

    verdict: Verdict
    call: ast.Call
    node: ast.expr | ast.keyword


def forms(resolver: Resolver, options: Options) -> Iterator[FormUse]:
    """The reported call forms of a model."""
    for place in resolver.model.calls:
        if SPAWN in resolver.origins(place.node.func):
            yield from _spawn(resolver, options, place)
        yield from _init_method(resolver, options, place)


def _spawn(resolver: Resolver, options: Options, place: Place[ast.Call]) -> Iterator[FormUse]:
    call = place.node
    number = argument(call, 2, "nprocs")
    if number is None:
        return
    at: ast.expr | ast.keyword = next((item for item in call.keywords if item.value is number), number)
    bound = resolver.origins(call.func)[SPAWN]
    for value, reach in _numbers(resolver, number, resolver.reach(place.reach) & bound & options.target):
        if value in (1, None):
            continue
        newest = reach.last == options.target.last
        verdict = verdicts.form("spawn(nprocs)", reach, label=f"{SPAWN}(nprocs={value})", living=newest)
        if verdict is not None:
            yield FormUse(verdict, call, at)
            return


def _numbers(resolver: Resolver, node: ast.expr, reach: Releases, depth: int = 0) -> Iterator[tuple[object, Releases]]:
    """The literal values an expression can have, each with where it has it; nothing for what is unknown."""
    if isinstance(node, ast.Constant):
        yield node.value, reach
    elif isinstance(node, ast.IfExp):
        outcomes = resolver.guards.outcomes(node.test)
        yield from _numbers(resolver, node.body, reach & outcomes.true, depth)
        yield from _numbers(resolver, node.orelse, reach & outcomes.false, depth)
    elif isinstance(node, ast.Name) and depth < 3:  # a constant of a constant of a constant
        for binding in resolver.bindings(node):
            if binding.value is not None:
                yield from _numbers(resolver, binding.value, reach & resolver.reach(binding.reach), depth + 1)


def _init_method(resolver: Resolver, options: Options, place: Place[ast.Call]) -> Iterator[FormUse]:
    call = place.node
    position = 1 if last_name(call.func) == "init_process_group" else len(call.args)
    given = argument(call, position, "init_method")
    nodes = [given] if given is not None else []
    if isinstance(given, ast.Name):
        nodes = [binding.value for binding in resolver.bindings(given) if binding.value is not None]
    for node in nodes:
        if (text_of(node) or "").startswith(SCHEME):
            reach = resolver.reach(place.reach) & options.target
            verdict = verdicts.form(SCHEME, reach, living=reach.last == options.target.last)
            if verdict is not None:
                yield FormUse(verdict, call, node)
