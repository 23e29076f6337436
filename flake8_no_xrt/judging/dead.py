"""Dead code, once a floor is stated: code that no supported release reaches, tests with one outcome."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.releases import ABSENT
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.judging.never import NeverRun, patched, verdict_of
from flake8_no_xrt.reading.model import Region, Test, When
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.resolve import Resolver

Node = ast.stmt | ast.expr
Found = tuple[Verdict, Region | Test | NeverRun]
Position = tuple[int, int]
Span = tuple[Position, Position]


def dead_code(resolver: Resolver, options: Options) -> Iterator[Found]:
    """The verdicts on dead regions, constant tests and tests that never run."""
    dead = Dead(resolver, options)
    covered: list[Span] = []
    for region in sorted(resolver.model.regions, key=lambda item: _start(item.first)):
        span = _start(region.first), _end(region.last)
        if not (covered and span[0] < covered[-1][1]) and dead.is_dead(region):
            covered.append(span)
            yield dead.verdict(region), region
    starts = [start for start, _ in covered]
    # A test is not news where what it decides on has been reported.
    explained = [
        (_start(test.node), _end(test.node))
        for test in resolver.model.tests
        if any(_holds(region, starts) for region in (test.body, test.orelse))
    ]
    silent = _Spans([*covered, *explained])
    for test in resolver.model.tests:
        if _start(test.node) not in silent:
            outcome = dead.outcome(test)
            if outcome is None:
                continue
            if test.decorator is not None and outcome == test.skips:
                skipped = NeverRun(test.decorator, patched=False)
                yield verdict_of(skipped, options), skipped
            else:
                yield dead.constant(outcome), test
    for run in patched(resolver, options):
        yield verdict_of(run, options), run


def _holds(region: Region | None, starts: list[Position]) -> bool:
    """Whether one of the sorted ``starts`` lies in a region."""
    if region is None:
        return False
    index = bisect_left(starts, _start(region.first))
    return index < len(starts) and starts[index] < _end(region.last)


class _Spans:
    """Spans of positions, merged and sorted, so that asking is cheap however many there are."""

    def __init__(self, spans: list[Span]) -> None:
        self._spans: list[Span] = []
        for low, high in sorted(spans):
            if self._spans and low < self._spans[-1][1]:
                self._spans[-1] = self._spans[-1][0], max(high, self._spans[-1][1])
            else:
                self._spans.append((low, high))
        self._starts = [low for low, _ in self._spans]

    def __contains__(self, position: Position) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._spans[index][1]


class Dead:
    """Tells what is dead in one model, and which tests are constant."""

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
        here = region
        while True:
            if any(ours(imported.module) and imported.frame is None for imported in here.imports):
                return True
            for chain in here.chains:
                origins = self.resolver.origins(chain.base)
                if origins and all(ours(path) for path in origins):
                    return True
            # The rest behind an ``if`` counts where the ``if`` cannot leave without torch_xla.
            rest = here.rest
            step = rest.reach.step if rest is not None else None
            if rest is None or not isinstance(step, When) or step.outcome:
                return False
            if self.resolver.guards.outcomes(step.test).true & ABSENT:
                return False
            here = rest

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
        return Verdict(
            "XRT501", f"dead code, {lines} on torch_xla {only} only, outside the target: remove it", "dead code"
        )

    def constant(self, outcome: bool) -> Verdict:
        """The verdict on a test with one outcome."""
        word = "true" if outcome else "false"
        target = self.everything - ABSENT
        return Verdict("XRT502", f"this test is always {word} on torch_xla {target}: drop it", "constant test")


def _start(node: Node) -> Position:
    return node.lineno, node.col_offset


def _end(node: Node) -> Position:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
