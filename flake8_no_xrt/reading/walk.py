"""The walk over a tree: one pass, in the order of the source, into a :class:`.Model`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.reading.expressions import parameters
from flake8_no_xrt.reading.leaving import skips
from flake8_no_xrt.reading.model import Binding, FunctionNode, Model, Reach, Region, Scope, Test, When
from flake8_no_xrt.reading.scopes import bind
from flake8_no_xrt.reading.trying import Trying

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.reading.statements import End


def read(tree: ast.AST, loose: frozenset[str]) -> Model:
    """Walk a module.

    ``loose`` are the names whose bare use is noted, since a star import may bring them.
    """
    model = Model(Scope("module", None))
    _Walk(model, loose).module(tree)
    return model


class _Walk(Trying):
    def __init__(self, model: Model, loose: frozenset[str]) -> None:
        super().__init__(model, loose)
        self._compound: dict[type[ast.stmt], Callable[[Any, Reach], End]] = {
            ast.For: self._for,
            ast.AsyncFor: self._for,
            ast.While: self._while,
            ast.With: self._with,
            ast.AsyncWith: self._with,
            ast.Try: self._try,
            ast.Match: self._match,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.ClassDef: self._class,
        }
        if hasattr(ast, "TryStar"):
            self._compound[ast.TryStar] = self._try

    def module(self, tree: ast.AST) -> None:
        self.suite(getattr(tree, "body", []), Reach(None, None))

    def suite(self, body: list[ast.stmt], reach: Reach, region: Region | None = None) -> End:
        """Walk a suite. ``region`` collects what runs whenever the suite is entered."""
        left = False
        for index, statement in enumerate(body):
            kind = type(statement)
            if isinstance(statement, ast.If):
                narrowed, leaves, test = self._if(statement, reach)
                if narrowed is not reach and index + 1 < len(body):
                    before, region = region, Region(narrowed, reach, body, index + 1)
                    self._rest(before, region, test)
                reach = narrowed
            elif kind in self._compound:
                reach, leaves = self._compound[kind](statement, reach)
                region = region if kind in (ast.With, ast.AsyncWith, ast.FunctionDef, ast.ClassDef) else None
            else:
                reach, leaves = self._simple(statement, reach, region)
            left = left or leaves
        return reach, left

    def _rest(self, before: Region | None, region: Region, number: int) -> None:
        """Note the rest of a suite behind an ``if`` that may leave: the side of its test that goes on."""
        self.model.regions.append(region)
        if before is not None:
            before.rest = region
        test = self.model.tests[number]
        step = region.reach.step
        if isinstance(step, When) and step.test is test.node and not step.outcome and test.orelse is None:
            self.model.tests[number] = test._replace(orelse=region)

    def _function(self, node: Any, reach: Reach) -> End:
        inside = self._decorators(node, reach)
        arguments = node.args
        for default in (*arguments.defaults, *(value for value in arguments.kw_defaults if value is not None)):
            self.expressions.walk(default, self.scope, reach)
        inner = Scope("function", self.scope)
        for number, argument in enumerate(parameters(arguments)):
            self.expressions.annotation(argument.annotation, self.scope, reach)
            bind(inner, Binding(argument.arg, reach))
            if number == 0 and self.scope.kind == "class":
                inner.self_name = argument.arg
        self.expressions.annotation(node.returns, self.scope, reach)
        self._type_parameters(node, inner, reach)
        self._bind(Binding(node.name, reach, function=node))
        self.model.functions[node] = inner
        self._inside(inner, node.body, inside)
        return reach, False

    def _class(self, node: Any, reach: Reach) -> End:
        inside = self._decorators(node, reach)
        inner = Scope("class", self.scope)
        self._type_parameters(node, inner, reach)
        for base in (*node.bases, *node.keywords):
            self.expressions.walk(base, self.scope, reach)
        self._inside(inner, node.body, inside)
        self._bind(Binding(node.name, reach))
        return reach, False

    def _inside(self, inner: Scope, body: list[ast.stmt], reach: Reach) -> None:
        outer, self.scope = self.scope, inner
        frame, self.expressions.frame = self.frame, None if inner.kind == "function" else self.frame
        end, left = self.suite(body, reach)
        if not left:
            inner.returns.append((None, end))
        self.scope, self.expressions.frame = outer, frame

    def _decorators(self, node: FunctionNode | ast.ClassDef, reach: Reach) -> Reach:
        inside = reach
        for decorator in node.decorator_list:
            self.expressions.walk(decorator, self.scope, reach)
            skip = skips(decorator)
            if skip is not None:
                test, skipped_if = skip
                assert isinstance(decorator, ast.Call)  # nothing else skips
                skipping = Test(test, reach, self.scope, "skip", decorator=decorator, skips=skipped_if)
                self.model.tests.append(skipping)
                inside = Reach(inside, When(test, not skipped_if))
        return inside

    def _type_parameters(self, node: ast.AST, inner: Scope, reach: Reach) -> None:
        for parameter in getattr(node, "type_params", ()):
            bind(inner, Binding(parameter.name, reach))
