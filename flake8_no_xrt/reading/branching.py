"""The walk through branches and loops: both sides of a test, what they leave behind, what follows them."""

from __future__ import annotations

import ast
from typing import Any

from flake8_no_xrt.reading.leaving import expected_failures, only_deletes
from flake8_no_xrt.reading.model import Binding, Either, Frame, Reach, Region, Test, When
from flake8_no_xrt.reading.scopes import Changes, join, unwind
from flake8_no_xrt.reading.statements import End, Statements


class Branching(Statements):
    """The walk of one model, as far as ``if``, ``while``, ``for``, ``with`` and ``match``."""

    def _if(self, node: ast.If, reach: Reach) -> tuple[Reach, bool, int]:
        """Walk an ``if`` with all its ``elif``; the reach of what follows is narrowed where a side leaves.

        Also gives the number of its last test, which decides on what follows.
        """
        start = reach
        ends: list[Changes] = []
        open_ends: list[Reach] = []
        some_left = False
        while True:
            chains = len(self.model.chains)
            self.expressions.walk(node.test, self.scope, reach)
            reach = self._used(reach, reach, chains)
            yes, no = (Reach(reach, When(node.test, outcome)) for outcome in (True, False))
            body = Region(yes, reach, node.body)
            orelse = Region(no, reach, node.orelse) if node.orelse else None
            self.model.regions.append(body)
            if all(only_deletes(statement) for statement in node.body):
                self.model.cleaning.add(node.test)
            own = len(self.model.tests)
            self.model.tests.append(Test(node.test, reach, self.scope, "if", body, orelse))
            end, left, changes = self._branch(node.body, yes, body)
            if not left:
                ends.append(changes)
                open_ends.append(end)
            some_left = some_left or left
            if orelse is not None:
                self.model.regions.append(orelse)
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                node, reach = node.orelse[0], no
                continue
            break
        end, left, changes = self._branch(node.orelse, no, orelse) if node.orelse else (no, False, {})
        if not left:
            ends.append(changes)
            open_ends.append(end)
        some_left = some_left or left
        join(self.scope, ends)
        if not open_ends:
            return start, True, own
        if not some_left:
            return start, False, own
        return (open_ends[0] if len(open_ends) == 1 else Reach(start, Either(tuple(open_ends)))), False, own

    def _while(self, node: Any, reach: Reach) -> End:
        self.expressions.walk(node.test, self.scope, reach)
        inside = Reach(reach, When(node.test, True))
        body = Region(inside, reach, node.body)
        self.model.regions.append(body)
        self.model.tests.append(Test(node.test, reach, self.scope, "while", body))
        _, _, changes = self._branch(node.body, inside, body)
        join(self.scope, [{}, changes])
        _, _, changes = self._branch(node.orelse, reach)
        join(self.scope, [{}, changes])
        return reach, False

    def _for(self, node: Any, reach: Reach) -> End:
        self.expressions.walk(node.iter, self.scope, reach)
        mark = len(self.scope.trail)
        self._assign(node.target, None, reach)
        self.suite(node.body, reach)
        join(self.scope, [{}, unwind(self.scope, mark)])
        _, _, changes = self._branch(node.orelse, reach)
        join(self.scope, [{}, changes])
        return reach, False

    def _with(self, node: Any, reach: Reach) -> End:
        handler = None
        chains = len(self.model.chains)
        for item in node.items:
            self.expressions.walk(item.context_expr, self.scope, reach)
            handler = expected_failures(item.context_expr) or handler
            if item.optional_vars is not None:
                self._assign(item.optional_vars, None, reach)
        reach = self._used(reach, reach, chains)
        if handler is None:
            return self.suite(node.body, reach)
        outer, self.expressions.frame = self.frame, Frame([handler], self.frame)
        _, _, changes = self._branch(node.body, reach)
        self.expressions.frame = outer
        join(self.scope, [{}, changes])
        return reach, False

    def _match(self, node: Any, reach: Reach) -> End:
        self.expressions.walk(node.subject, self.scope, reach)
        ends: list[Changes] = []
        open_ends: list[Reach] = []
        rest, some_left, complete = reach, False, False
        for case in node.cases:
            outcome, wildcard = _singleton(case.pattern)
            mark = len(self.scope.trail)
            for part in ast.walk(case.pattern):
                for name in (getattr(part, "name", None), getattr(part, "rest", None)):
                    if isinstance(name, str):
                        self._bind(Binding(name, rest))
                if isinstance(part, ast.MatchValue):
                    self.expressions.walk(part.value, self.scope, rest)
                elif isinstance(part, ast.MatchClass):
                    self.expressions.walk(part.cls, self.scope, rest)
                elif isinstance(part, ast.MatchMapping):
                    for key in part.keys:
                        self.expressions.walk(key, self.scope, rest)
            inside = rest if outcome is None else Reach(rest, When(node.subject, outcome))
            if case.guard is not None:
                self.expressions.walk(case.guard, self.scope, inside)
                inside = Reach(inside, When(case.guard, True))
            region = Region(inside, reach, case.body)
            self.model.regions.append(region)
            end, left = self.suite(case.body, inside, region)
            changes = unwind(self.scope, mark)
            if not left:
                ends.append(changes)
                open_ends.append(end)
            some_left = some_left or left
            if case.guard is None:
                complete = complete or wildcard
                rest = rest if outcome is None else Reach(rest, When(node.subject, not outcome))
            elif wildcard:
                rest = Reach(rest, When(case.guard, False))
        if not complete:
            ends.append({})
            open_ends.append(rest)
        join(self.scope, ends)
        if not open_ends:
            return reach, True
        return (Reach(reach, Either(tuple(open_ends))) if some_left else reach), False


def _singleton(pattern: ast.pattern) -> tuple[bool | None, bool]:
    """The truth value a pattern stands for, if it is ``True`` or ``False``; and whether it matches anything."""
    if isinstance(pattern, ast.MatchSingleton) and isinstance(pattern.value, bool):
        return pattern.value, False
    return None, isinstance(pattern, ast.MatchAs) and pattern.pattern is None
