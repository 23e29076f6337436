"""The walk through ``try``: where its handlers are entered, and what they offer instead."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.reading.branching import Branching
from flake8_no_xrt.reading.expressions import last_name
from flake8_no_xrt.reading.model import Binding, Catches, Either, Frame, Handler, ImportedName, Raised, Reach, Region
from flake8_no_xrt.reading.scopes import Changes, join, merge, put, unwind

if TYPE_CHECKING:
    from flake8_no_xrt.reading.statements import End


class Trying(Branching):
    """The walk of one model, as far as ``try``."""

    def _try(self, node: Any, reach: Reach) -> End:
        handlers = [Handler(catches(clause.type)) for clause in node.handlers]
        outer = self.frame
        self.expressions.frame = Frame(handlers, outer) if handlers else outer
        imports, chains = len(self.model.imports), len(self.model.chains)
        mark = len(self.scope.trail)
        end, left = self.suite(node.body, reach)
        raising = (
            tuple(self.model.imports[imports:]),
            tuple((chain.node, chain.reach) for chain in self.model.chains[chains:]),
        )
        plain = all(
            isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass)) or _is_chain(statement)
            for statement in node.body
        )
        self.expressions.frame = outer
        if node.orelse:
            end, orelse_left = self.suite(node.orelse, end)
            left = left or orelse_left
        tried = unwind(self.scope, mark)
        ends, open_ends = ([], []) if left else ([tried], [end])
        for clause, handler in zip(node.handlers, handlers, strict=True):
            entered = self._entered(handler, reach, raising, plain)
            changes, clause_end, clause_left = self._handler(clause, handler, entered, reach, tried)
            if not clause_left:
                ends.append(changes)
                open_ends.append(clause_end)
        join(self.scope, ends)
        if open_ends:
            after, left = open_ends[0] if len(open_ends) == 1 else Reach(reach, Either(tuple(open_ends))), False
        else:
            after, left = reach, True
        _, final_left = self.suite(node.finalbody, reach)
        return after, left or final_left

    def _entered(
        self,
        handler: Handler,
        reach: Reach,
        raising: tuple[tuple[ImportedName, ...], tuple[tuple[ast.expr, Reach], ...]],
        plain: bool,
    ) -> Reach:
        """The reach of a handler: where something in the body raises what it catches, if that can be told."""
        imports, chains = raising
        caught = handler.catches
        if not (caught.module or caught.attribute) or (caught.other and not plain):
            return reach
        imports = imports if caught.module else ()
        chains = chains if caught.attribute else ()
        return Reach(reach, Raised(imports, chains, caught)) if imports or chains else reach

    def _handler(
        self, clause: ast.ExceptHandler, handler: Handler, entered: Reach, reach: Reach, tried: Changes
    ) -> tuple[Changes, Reach, bool]:
        mark = len(self.scope.trail)
        for name, state in tried.items():
            put(self.scope, name, merge([self.scope.env.get(name), state]))
        self.expressions.walk(clause.type, self.scope, reach)
        if clause.name:
            self._bind(Binding(clause.name, entered))
        handler.reach = entered
        region = Region(entered, reach, clause.body, certain=not handler.catches.other)
        self.model.regions.append(region)
        bound = len(self.scope.trail)
        imports, chains = len(self.model.imports), len(self.model.chains)
        end, left = self.suite(clause.body, entered, region)
        handler.bound = [
            binding
            for name in dict.fromkeys(name for name, _ in self.scope.trail[bound:])
            for binding in self.scope.env.get(name) or ()
            if binding not in (tried.get(name) or ())
        ]
        handler.imports = self.model.imports[imports:]
        handler.chains = self.model.chains[chains:]
        return unwind(self.scope, mark), end, left


def catches(kind: ast.expr | None) -> Catches:
    """What an ``except`` clause catches, by the names of the exceptions."""
    if kind is None:
        return Catches.of({"BaseException"})
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    # What is no name may be any exception.
    return Catches.of({last_name(part) or "BaseException" for part in parts})


def _is_chain(statement: ast.stmt) -> bool:
    """Whether a statement only looks something up and keeps it."""
    if not isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) or statement.value is None:
        return False
    value: ast.expr = statement.value
    while isinstance(value, ast.Attribute):
        value = value.value
    return isinstance(value, (ast.Name, ast.Constant))
