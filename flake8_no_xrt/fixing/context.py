"""What a planner is given: one file, parsed and judged, and the questions that several planners ask."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.bindings import binders, importers
from flake8_no_xrt.fixing.source import Source
from flake8_no_xrt.judging.check import judge

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.check import Judged
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import Binding, ImportedName, Reach
    from flake8_no_xrt.reading.resolve import Resolver


class Context:
    """One file in one round. Raises SyntaxError (or ValueError) if the text is no Python."""

    def __init__(self, text: str, options: Options, kept: frozenset[str] = frozenset()) -> None:
        self.source = Source(text)
        self.options = options
        self.kept = kept  # module-level names that other files take from this one
        self.tree = ast.parse(text)
        self.judged: Judged = judge(self.tree, self.source.lines, options)
        self.resolver: Resolver = self.judged.resolver

    def reach(self, reach: Reach) -> Releases:
        """The releases of the target on which a place can run."""
        return self.resolver.reach(reach) & self.options.target

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The parent of every node."""
        found: dict[ast.AST, ast.AST] = {}
        todo: list[ast.AST] = [self.tree]
        while todo:
            node = todo.pop()
            for child in ast.iter_child_nodes(node):
                found[child] = node
                todo.append(child)
        return found

    @cached_property
    def importers(self) -> dict[Binding, ImportedName]:
        """The import behind each binding that comes from one."""
        return importers(self.resolver.model)

    @cached_property
    def binders(self) -> dict[str, list[ast.AST]]:
        """The nodes that bind, delete or declare each name, in any scope."""
        return binders(self.tree)

    @cached_property
    def read_names(self) -> frozenset[str]:
        """Every name that is read anywhere in the file."""
        return frozenset(
            node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        )

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement around a node, or the node itself if it is one."""
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def suite(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements that a statement stands in."""
        parent = self.parents[statement]
        for field in ("body", "orelse", "finalbody"):
            suite = getattr(parent, field, None)
            if isinstance(suite, list) and statement in suite:
                return suite
        raise AssertionError("a statement stands in a suite")

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Every identifier in the file, whatever it is: a name outside this set is free everywhere."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            for field in ("id", "attr", "arg", "name", "asname", "rest"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    found.update(value.split("."))
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                found.update(node.names)
        return frozenset(found)
