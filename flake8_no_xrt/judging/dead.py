"""Dead code, once a floor is stated: code that no supported release reaches, tests with one outcome."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.releases import ABSENT, Releases
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import Reach, Region, Test
    from flake8_no_xrt.reading.resolve import Resolver

Node = ast.stmt | ast.expr
Found = tuple[Verdict, Node, Node]


def dead_code(resolver: Resolver, options: Options) -> Iterator[Found]:
    """The verdicts on dead regions and constant tests, each with its first and last node."""
    dead = _Dead(resolver, options)
    covered: list[tuple[tuple[int, int], tuple[int, int]]] = []
    regions = {}
    for region in sorted(resolver.model.regions, key=lambda item: _start(item.first)):
        if dead.is_dead(region):
            regions[region] = None
            start, end = _start(region.first), _end(region.last)
            if not (covered and start < covered[-1][1]):
                covered.append((start, end))
                yield dead.verdict(region), region.first, region.last
    for test in resolver.model.tests:
        start = _start(test.node)
        if test.body in regions or test.orelse in regions or any(a <= start < b for a, b in covered):
            continue
        outcome = dead.outcome(test)
        if outcome is not None:
            yield dead.constant(outcome), test.node, test.node


class _Dead:
    def __init__(self, resolver: Resolver, options: Options) -> None:
        self.resolver = resolver
        self.everything = options.target | ABSENT

    def is_dead(self, region: Region) -> bool:
        """Whether no supported release enters a region, while some release does and what is around it lives."""
        anywhere = self.resolver.reach(region.reach)
        here = anywhere & self.everything
        if not anywhere - ABSENT or not self._supported(region.around):
            return False
        return not here or (here == ABSENT and self._needs_torch_xla(region))

    def _needs_torch_xla(self, region: Region) -> bool:
        if any(ours(imported.module) and imported.frame is None for imported in region.imports):
            return True
        for chain in region.chains:
            origins = self.resolver.origins(chain.base)
            if origins and all(ours(path) for path in origins):
                return True
        return False

    def _supported(self, reach: Reach) -> Releases:
        return self.resolver.reach(reach) & self.everything - ABSENT

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
        last = region.last.end_lineno or region.last.lineno
        first = region.first.lineno
        lines = f"lines {first} to {last}" if last != first else f"line {first}"
        return Verdict(
            "XRT501", f"dead code, {lines}: only torch_xla {only} reaches it, below the stated floor", "dead branch"
        )

    def constant(self, outcome: bool) -> Verdict:
        """The verdict on a test with one outcome."""
        word = "true" if outcome else "false"
        return Verdict("XRT502", f"this test is always {word} on the supported torch_xla releases", "constant test")


def _start(node: Node) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: Node) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
