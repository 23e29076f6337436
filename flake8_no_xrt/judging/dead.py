"""Dead code, once a floor is stated: code that no supported release reaches, tests with one outcome."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.releases import ABSENT, Releases
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.reading.model import When
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import Region, Test
    from flake8_no_xrt.reading.resolve import Resolver

Node = ast.stmt | ast.expr
Found = tuple[Verdict, Node, Node]
Span = tuple[tuple[int, int], tuple[int, int]]


def dead_code(resolver: Resolver, options: Options) -> Iterator[Found]:
    """The verdicts on dead regions and constant tests, each with its first and last node."""
    dead = _Dead(resolver, options)
    covered: list[Span] = []
    for region in sorted(resolver.model.regions, key=lambda item: _start(item.first)):
        span = _start(region.first), _end(region.last)
        if not (covered and span[0] < covered[-1][1]) and dead.is_dead(region):
            covered.append(span)
            yield dead.verdict(region), region.first, region.last
    # A test is not news where what it decides on has been reported.
    explained = [
        (_start(test.node), _end(test.node))
        for test in resolver.model.tests
        if _any_within(covered, test.body) or _any_within(covered, test.orelse)
    ]
    for test in resolver.model.tests:
        start = _start(test.node)
        if not any(low <= start < high for low, high in (*covered, *explained)):
            outcome = dead.outcome(test)
            if outcome is not None:
                yield dead.constant(outcome), test.node, test.node


def _any_within(covered: list[Span], region: Region | None) -> bool:
    if region is None:
        return False
    low, high = _start(region.first), _end(region.last)
    return any(low <= start < high for start, _ in covered)


class _Dead:
    def __init__(self, resolver: Resolver, options: Options) -> None:
        self.resolver = resolver
        self.everything = options.target | ABSENT

    def is_dead(self, region: Region) -> bool:
        """Whether no supported release enters a region, while some release does and what is around it lives."""
        anywhere = self.resolver.reach(region.reach)
        here = anywhere & self.everything
        if not region.certain or not anywhere - ABSENT or not self.resolver.reach(region.around) & self.everything:
            return False
        return not here or (here == ABSENT and self._needs_torch_xla(region))

    def _needs_torch_xla(self, region: Region) -> bool:
        """Whether a region cannot be passed without torch_xla: then ``absent`` does not keep it alive."""
        here: Region | None = region
        while here is not None:
            if any(ours(imported.module) and imported.frame is None for imported in here.imports):
                return True
            for chain in here.chains:
                origins = self.resolver.origins(chain.base)
                if origins and all(ours(path) for path in origins):
                    return True
            # The rest behind an ``if`` counts where the ``if`` cannot leave without torch_xla.
            here = here.rest
            step = here.reach.step if here is not None else None
            if not isinstance(step, When) or step.outcome or self.resolver.guards.outcomes(step.test).true & ABSENT:
                return False
        return False

    def outcome(self, test: Test) -> bool | None:
        """The one outcome of a test on the supported releases; None if it has two or is no release test."""
        if isinstance(test.node, ast.BoolOp) and test.kind != "operand":
            return None
        anywhere = self.resolver.reach(test.reach)
        outcomes = self.resolver.guards.outcomes(test.node)
        possible = outcomes.within(anywhere)
        if not possible.true - ABSENT or not possible.false - ABSENT or not anywhere & self.everything - ABSENT:
            return None
        here = outcomes.within(anywhere & self.everything)
        if here.true and here.false:
            return None
        if not here.true and not here.false:
            return None
        return bool(here.true)

    def verdict(self, region: Region) -> Verdict:
        """The verdict on a dead region, naming the releases it is for and its last line."""
        only = self.resolver.reach(region.reach) - ABSENT
        first, last = region.first.lineno, region.last.end_lineno or region.last.lineno
        lines = f"lines {first} to {last} run" if last != first else f"line {first} runs"
        return Verdict("XRT501", f"dead code, {lines} on torch_xla {only} only, outside the target: remove it", "dead code")

    def constant(self, outcome: bool) -> Verdict:
        """The verdict on a test with one outcome."""
        word = "true" if outcome else "false"
        target = self.everything - ABSENT
        return Verdict("XRT502", f"this test is always {word} on torch_xla {target}: drop it", "constant test")


def _start(node: Node) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: Node) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
