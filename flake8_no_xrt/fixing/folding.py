"""What becomes of code when the outcome of a test in it is known."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.change import Hold
from flake8_no_xrt.fixing.clauses import else_clause, if_clause, if_end, is_elif
from flake8_no_xrt.fixing.effects import has_effect
from flake8_no_xrt.fixing.operands import operands, ternary, ungroup
from flake8_no_xrt.fixing.suites import (
    leaves,
    refuse_what_matters,
    release,
    remove_rest,
    remove_statement,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flake8_no_xrt.fixing.change import Change


class Folding:
    """Folds tests into one change. ``known`` are the constant operands of the file, with their outcomes."""

    def __init__(self, change: Change, known: Mapping[ast.expr, bool]) -> None:
        self.change = change
        self.context = change.context
        self.source = change.context.source
        self.known = dict(known)

    # -- expressions -------------------------------------------------------------------------------------
    def test(self, node: ast.expr, outcome: bool) -> None:
        """Get rid of an expression whose outcome is known."""
        parent = self.context.parents[node]
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
            self.test(parent, not outcome)
        elif isinstance(parent, ast.BoolOp):
            self.known[node] = outcome
            self.operands(parent)
        elif isinstance(parent, ast.IfExp) and node is parent.test:
            self.ternary(parent, outcome)
        elif isinstance(parent, ast.If):
            self.statement(parent, outcome)
        elif isinstance(parent, ast.While):
            self.loop(parent, outcome)
        elif isinstance(parent, ast.Assert) and node is parent.test:
            if not outcome:
                raise Hold("the assertion always fails")
            self.drop(node)
            self._comments_between(parent, node)
            remove_statement(self.change, parent)
        elif isinstance(parent, ast.comprehension) and node in parent.ifs:
            self._filter(node, outcome)
        elif isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "bool":
            self.test(parent, outcome)
        else:
            self.drop(node)
            self.change.doubt("the value is put in place of what gave it")
            self.change.replace(self.source.start(node), self.source.end(node), str(outcome))

    def operands(self, node: ast.BoolOp) -> None:
        """Drop the constant operands of ``and`` or ``or``; all of it, if they decide it."""
        neutral = isinstance(node.op, ast.And)
        decisive = not neutral
        spans = operands(self.source, node)
        outcomes = [self.known.get(value) for value in node.values]
        deciding = outcomes.index(decisive) if decisive in outcomes else None
        if deciding is not None:
            for value in node.values[:deciding]:
                if has_effect(self.context, value):
                    raise Hold("an operand before the constant one may have an effect")
            if not self._asked(node) and any(outcome is None for outcome in outcomes[:deciding]):
                self.change.doubt("the value may have been another false or true one")
            self.test(node, decisive)
            return
        kept = [index for index, outcome in enumerate(outcomes) if outcome is None]
        for value, outcome in zip(node.values, outcomes, strict=True):
            if outcome is not None:
                self.drop(value)
        if not kept:
            self.test(node, neutral)
            return
        if kept[-1] != len(spans) - 1 and not self._asked(node):
            self.change.doubt("the value may have been another true or false one")
        for index in range(len(spans)):
            if index in kept:
                continue
            if index < kept[-1]:
                self.change.delete(spans[index].start, spans[index + 1].start)
            else:
                self.change.delete(spans[index - 1].end, spans[index].end)
        if len(kept) == 1:
            ungroup(self.change, node, node.values[kept[0]], spans[kept[0]])

    def ternary(self, node: ast.IfExp, outcome: bool) -> None:
        """Keep one side of a ternary."""
        self.drop(node.test)
        value, _, other = ternary(self.source, node)
        if outcome:
            self.change.delete(value.end, other.start)
            self.change.delete(other.start, other.end, dead=True)
        else:
            self.change.delete(value.start, value.end, dead=True)
            self.change.delete(value.end, other.start)
        ungroup(self.change, node, node.body if outcome else node.orelse, value if outcome else other)

    def _filter(self, node: ast.expr, outcome: bool) -> None:
        if not outcome:
            raise Hold("the comprehension is always empty")
        self.drop(node)
        tokens = [token for token in self.source.tokens if token.text.strip() and not token.text.startswith("#")]
        first = next(index for index, token in enumerate(tokens) if token.start >= self.source.start(node))
        last = next(index for index, token in enumerate(tokens) if token.end >= self.source.end(node))
        while tokens[first - 1].text == "(":
            first, last = first - 1, last + 1
        self.change.delete(tokens[first - 2].end, tokens[last].end)

    def _asked(self, node: ast.expr) -> bool:
        """Whether an expression is only asked whether it is true."""
        parent = self.context.parents[node]
        if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            return node is parent.test
        if isinstance(parent, ast.BoolOp):
            return self._asked(parent)
        if isinstance(parent, ast.comprehension):
            return node in parent.ifs
        return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)

    def drop(self, test: ast.expr) -> None:
        """A test is not evaluated any more."""
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(test)):
            raise Hold("the test binds a name")
        if has_effect(self.context, test):
            self.change.doubt("evaluating the test may have an effect")

    def _comments_between(self, statement: ast.stmt, node: ast.expr) -> None:
        if self.source.comments(self.source.start(statement), self.source.end(node)):
            self.change.doubt("a comment would be lost")

    # -- statements --------------------------------------------------------------------------------------
    def statement(self, node: ast.If, outcome: bool) -> None:
        """Keep one side of an ``if`` or ``elif``, and what follows it as far as control still gets there."""
        self.drop(node.test)
        indent = self.source.indent(self.source.start(node))
        inner = is_elif(self.source, node)
        own = if_clause(self.source, node)
        following = node.orelse[0] if node.orelse and is_elif(self.source, node.orelse[0]) else None
        head = self._head(node)
        ends = self._ends(head, node, outcome)
        refuse_what_matters(self.change, node.orelse if outcome else node.body)
        if outcome:
            if node.orelse:
                start = if_clause(self.source, following).start if isinstance(following, ast.If) else None
                start = else_clause(self.source, node.body, node.orelse).start if start is None else start
                self.change.delete(own.end, start)
                self.change.delete(start, if_end(self.source, node), dead=True)
            if inner:
                self.change.replace(own.keyword, own.behind, "else:")
            else:
                release(self.change, own, indent)
        elif isinstance(following, ast.If):
            self.change.delete(own.start, own.end, dead=True)
            if not inner:
                start = self.source.start(following)
                self.change.replace(start, start + len("elif"), "if")
        elif node.orelse:
            self.change.delete(own.start, own.end, dead=True)
            if not inner:
                part = else_clause(self.source, node.body, node.orelse)
                if not self.source.text[own.end : part.start].strip():
                    self.change.delete(own.end, part.start)
                release(self.change, part, indent)
        elif inner:
            self.change.delete(own.start, own.end, dead=True)
        else:
            remove_statement(self.change, node)
        suite = self.context.suite(head)
        index = suite.index(head)
        if ends and index + 1 < len(suite):
            remove_rest(self.change, suite, index + 1)

    def _head(self, node: ast.If) -> ast.If:
        """The ``if`` that an ``elif`` belongs to."""
        while is_elif(self.source, node):
            parent = self.context.parents[node]
            assert isinstance(parent, ast.If)
            node = parent
        return node

    def _ends(self, head: ast.If, settled: ast.If, outcome: bool) -> bool:
        """Whether control never comes past an ``if`` once one of its tests is settled."""
        here = head
        while True:
            if here is settled and outcome:
                return leaves(here.body)
            if here is not settled and not leaves(here.body):
                return False
            if not (here.orelse and is_elif(self.source, here.orelse[0])):
                return bool(here.orelse) and leaves(here.orelse)
            following = here.orelse[0]
            assert isinstance(following, ast.If)
            here = following

    def loop(self, node: ast.While, outcome: bool) -> None:
        """Remove a loop that is never entered, or let one that always goes on say so."""
        self.drop(node.test)
        if outcome:
            self.change.replace(self.source.start(node.test), self.source.end(node.test), "True")
        elif node.orelse:
            part = else_clause(self.source, node.body, node.orelse)
            refuse_what_matters(self.change, node.body)
            self.change.delete(self.source.line_start(self.source.start(node)), part.start, dead=True)
            release(self.change, part, self.source.indent(self.source.start(node)))
        else:
            remove_statement(self.change, node)
