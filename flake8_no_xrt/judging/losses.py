"""Failures that somebody takes care of, and defaults that hide one.

A failure is taken care of where its handler offers something else; a handler, a default or a ``hasattr`` guard
that offers nothing hides the loss.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.reading.expressions import last_name
from flake8_no_xrt.reading.resolve import living, ours

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Verdict
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import Binding, Chain, Handler, ImportedName, Place, Reach, Region, Scope
    from flake8_no_xrt.reading.resolve import Resolver
    from flake8_no_xrt.reading.strings import StringUse


class Losses:
    """Answers for one model."""

    def __init__(self, resolver: Resolver, options: Options, strings: Sequence[StringUse]) -> None:
        self.resolver = resolver
        self.options = options
        self.strings = strings
        self._used: dict[Scope, set[str]] | None = None

    # -- handlers --------------------------------------------------------------------------------------
    def caught(self, imported: ImportedName) -> bool:
        """Whether the failure of an import leads to something that works."""
        if imported.frame is None:
            return False
        kind = "name" if imported.name and names.lives(imported.module) >= self._reach(imported.reach) else "module"
        handler = imported.frame.catching(kind)  # type: ignore[arg-type]
        return handler is not None and self._offers(handler)

    def attribute_caught(self, use: Chain | Place[Any], verdict: Verdict) -> bool:
        """Whether a missing attribute leads to something that works; for a name not known here, to anything."""
        handler = use.frame.catching("attribute") if use.frame else None
        return handler is not None and (verdict.code.startswith("XRT6") or self._offers(handler))

    def module_caught(self, place: Place[Any], path: str) -> bool:
        """Whether the failure to import a module by name leads to something that works."""
        handler = place.frame.catching("module") if place.frame else None
        return handler is not None and ours(path) and self._offers(handler)

    def _offers(self, handler: Handler) -> bool:
        """Whether a handler gives something that works where it is entered, not just ``None`` or nothing."""
        if handler.expected:
            return True
        if handler.reach is None:
            return False
        reach = self._reach(handler.reach)
        if any(self._works(binding, reach) for binding in handler.bound):
            return True
        alive = [imported for imported in handler.imports if ours(imported.module) and reach <= living(imported.path)]
        return bool(alive) or any(self._lives(chain.node, reach) for chain in handler.chains)

    def _works(self, binding: Binding, reach: Releases) -> bool:
        if binding.path is not None:
            return not ours(binding.path) or reach <= living(binding.path)
        if binding.value is not None:
            return not isinstance(binding.value, ast.Constant)
        return binding.function is not None

    def _lives(self, node: ast.expr, reach: Releases) -> bool:
        origins = self.resolver.origins(node)
        return any(ours(path) and reach <= living(path) & bound for path, bound in origins.items())

    def _reach(self, reach: Reach) -> Releases:
        return self.resolver.reach(reach) & self.options.target

    # -- hidden losses ---------------------------------------------------------------------------------
    def default(self, use: StringUse, reach: Releases) -> Verdict | None:
        """The verdict on ``getattr(module, "name", default)``: silent where a replacement is named nearby."""
        call = use.place.node
        if call in self._questions or not self._hides(use.path, use.place.scope):
            return None
        return verdicts.hidden(use.path, reach)

    def guards(self) -> Iterator[tuple[Verdict, ast.expr]]:
        """The verdicts on ``hasattr`` guards whose other side offers nothing."""
        questions = {use.place.node: use for use in self.strings if use.kind == "question"}
        if not questions:
            return
        for test in self.resolver.model.tests:
            if test.kind not in ("if", "ternary"):
                continue
            for part in _conjuncts(test.node):
                use = questions.get(part)
                if use is None or _offers_anything(test.orelse):
                    continue
                if self._hides(use.path, use.place.scope):
                    verdict = verdicts.hidden(use.path, self._reach(use.place.reach) & use.bound)
                    if verdict is not None:
                        yield verdict, use.node

    @cached_property
    def _questions(self) -> set[ast.expr]:
        """The ``getattr`` calls that are asked whether they gave None, or are themselves a test."""
        asked: set[ast.expr] = set()
        for test in self.resolver.model.tests:
            if test.kind in ("operand", "filter"):
                continue
            for part in _conjuncts(test.node):
                node = part
                if (
                    isinstance(node, ast.Compare)
                    and len(node.ops) == 1
                    and isinstance(node.ops[0], (ast.Is, ast.IsNot))
                ):
                    node = node.left
                if isinstance(node, ast.Call) and last_name(node.func) == "getattr":
                    asked.add(node)
        return asked

    def _hides(self, path: str, scope: Scope) -> bool:
        """Whether a name has replacements and none of them is named in the same function."""
        entry = catalogue.lookup(path)
        if entry is None or not entry.advice.to:
            return False
        used = self._named_in(scope)
        return not any(name.removesuffix("()") in used for name in entry.advice.to)

    def _named_in(self, scope: Scope) -> set[str]:
        if self._used is None:
            self._used = {}
            for imported in self.resolver.model.imports:
                if ours(imported.module):
                    self._used.setdefault(_function_of(imported.scope), set()).add(imported.path)
            for chain in self.resolver.model.chains:
                paths = [path for path in self.resolver.origins(chain.node) if ours(path)]
                self._used.setdefault(_function_of(chain.scope), set()).update(paths)
        return self._used.get(_function_of(scope), set())


def _offers_anything(side: Region | None) -> bool:
    """Whether the other side of a test does anything: for a ternary, more than give a constant."""
    return side is not None and not isinstance(side.expression, ast.Constant)


def _function_of(scope: Scope) -> Scope:
    while scope.kind == "block" and scope.parent is not None:
        scope = scope.parent
    return scope


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    """The operands of ``and``, through ``not``: the parts a test asks."""
    parts, todo = [], [node]
    while todo:
        part = todo.pop()
        if isinstance(part, ast.BoolOp) and isinstance(part.op, ast.And):
            todo.extend(part.values)
        else:
            parts.append(part)
    return parts
