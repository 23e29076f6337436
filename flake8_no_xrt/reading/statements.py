"""The walk through simple statements: what binds a name, what is imported, what leaves."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.reading.expressions import Expressions
from flake8_no_xrt.reading.leaving import leaves_for_good
from flake8_no_xrt.reading.model import (
    Binding,
    Frame,
    ImportedName,
    Installed,
    Model,
    Passed,
    Place,
    Reach,
    Region,
    Scope,
    Test,
    Used,
    When,
)
from flake8_no_xrt.reading.scopes import Changes, bind, put, unwind

# Where a suite ends, and whether control never gets there.
End = tuple[Reach, bool]


class Statements(ABC):
    """The walk of one model, as far as simple statements go. ``scope`` is the one the walk is in."""

    def __init__(self, model: Model, loose: frozenset[str]) -> None:
        self.model = model
        self.expressions = Expressions(model, loose)
        self.scope: Scope = model.module

    @abstractmethod
    def suite(self, body: list[ast.stmt], reach: Reach, region: Region | None = None) -> End:
        """Walk a suite. ``region`` collects what runs whenever the suite is entered."""

    @property
    def frame(self) -> Frame | None:
        """The innermost ``try`` body around the walk."""
        return self.expressions.frame

    def _branch(self, body: list[ast.stmt], reach: Reach, region: Region | None = None) -> tuple[Reach, bool, Changes]:
        """Walk a suite whose bindings may or may not happen."""
        mark = len(self.scope.trail)
        end, left = self.suite(body, reach, region)
        return end, left, unwind(self.scope, mark)

    def _simple(self, statement: ast.stmt, reach: Reach, region: Region | None) -> End:
        chains = len(self.model.chains)
        imports = len(self.model.imports)
        after = reach
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            after = self._import(statement, reach)
        elif isinstance(statement, ast.Assign):
            self.expressions.walk(statement.value, self.scope, reach)
            for target in statement.targets:
                self._assign(target, statement.value, reach)
        elif isinstance(statement, ast.AnnAssign):
            self.expressions.annotation(statement.annotation, self.scope, reach)
            self.expressions.walk(statement.value, self.scope, reach)
            if statement.value is not None or self.scope.kind == "function":
                self._assign(statement.target, statement.value, reach)
        elif isinstance(statement, ast.AugAssign):
            self.expressions.walk(statement.value, self.scope, reach)
            self.model.unions.append((statement, Place(statement.value, reach, self.frame, self.scope)))
            if isinstance(statement.target, ast.Name):
                self.expressions.note(statement.target, self.scope)
            else:
                self.expressions.walk(statement.target, self.scope, reach)
        elif isinstance(statement, ast.Delete):
            for target in statement.targets:
                self._delete(target, reach)
        elif isinstance(statement, (ast.Global, ast.Nonlocal)):
            self._declare(statement)
        elif isinstance(statement, ast.Return):
            self.expressions.walk(statement.value, self.scope, reach)
            self.scope.returns.append((statement.value, reach))
        elif isinstance(statement, ast.Assert):
            self.expressions.walk(statement.test, self.scope, reach)
            self.expressions.walk(statement.msg, self.scope, Reach(reach, When(statement.test, False)))
            self.model.tests.append(Test(statement.test, reach, self.scope, "assert"))
            after = Reach(reach, When(statement.test, True))
        else:
            for child in ast.iter_child_nodes(statement):
                self.expressions.walk(child, self.scope, reach)
            if type(statement).__name__ == "TypeAlias":
                self._bind(Binding(statement.name.id, reach))  # type: ignore[attr-defined]
        if region is not None:
            region.chains.extend(chain for chain in self.model.chains[chains:] if chain.reach is reach)
            region.imports.extend(self.model.imports[imports:])
        return self._used(after, reach, chains), leaves_for_good(statement, self.scope)

    def _used(self, after: Reach, reach: Reach, since: int) -> Reach:
        """The reach once the chains noted since then have been evaluated."""
        chains = tuple(chain.node for chain in self.model.chains[since:] if chain.reach is reach and not chain.lazy)
        if not chains:
            return after
        return Reach(after, Used(chains, self.frame is not None and self.frame.catching("attribute") is not None))

    def _import(self, statement: ast.Import | ast.ImportFrom, reach: Reach) -> Reach:
        after = reach
        if isinstance(statement, ast.Import):
            named = [(alias, alias.name, "") for alias in statement.names]
        elif statement.level or statement.module is None:
            for alias in statement.names:
                self._bind(Binding(alias.asname or alias.name, reach))
            return reach
        else:
            named = [(alias, statement.module, alias.name) for alias in statement.names]
        for alias, module, name in named:
            imported = ImportedName(alias, statement, module, name, reach, self.frame, self.scope)
            bound = after
            if module == ROOT or module.startswith(f"{ROOT}."):
                caught = self.frame is not None and self.frame.catching("name" if name else "module") is not None
                after = Reach(after, Passed(module if name == "*" else imported.path) if caught else Installed())
                # Where the failure is caught, what is behind the import runs only where it went well.
                bound = after if caught else bound
            if name == "*":
                self.model.stars.append(imported)
            else:
                self._bind(_import_binding(imported, bound))
            self.model.imports.append(imported)
        return after

    def _bind(self, binding: Binding) -> None:
        bind(self.scope, binding)

    def _assign(self, target: ast.expr, value: ast.expr | None, reach: Reach) -> None:
        if isinstance(target, ast.Name):
            binding = Binding(target.id, reach, value=value)
            if value is not None:
                self.model.assigns.append((binding, Place(value, reach, self.frame, self.scope)))
            self._bind(binding)
        elif isinstance(target, (ast.Tuple, ast.List)):
            values: list[ast.expr | None] = [None] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                values = list(value.elts)
            for part, part_value in zip(target.elts, values, strict=True):
                self._assign(part, part_value, reach)
        elif isinstance(target, ast.Starred):
            self._assign(target.value, None, reach)
        else:
            if value is not None and isinstance(target, ast.Subscript):
                self.model.stored[target] = value
            self.expressions.walk(target, self.scope, reach)

    def _delete(self, target: ast.expr, reach: Reach) -> None:
        if isinstance(target, ast.Name):
            if target.id not in self.scope.outer:
                self.scope.bindings.setdefault(target.id, [])
                put(self.scope, target.id, ())
        elif isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self._delete(part, reach)
        else:
            self.expressions.walk(target, self.scope, reach)

    def _declare(self, statement: ast.Global | ast.Nonlocal) -> None:
        for name in statement.names:
            owner = self.model.module
            if isinstance(statement, ast.Nonlocal):
                outer = self.scope.parent
                while outer is not None and not (outer.kind == "function" and name in outer.bindings):
                    outer = outer.parent
                owner = outer or owner
            if owner is not self.scope:
                self.scope.outer[name] = owner


def _import_binding(imported: ImportedName, reach: Reach) -> Binding:
    alias = imported.node
    if imported.name:
        return Binding(alias.asname or alias.name, reach, path=imported.path)
    if alias.asname:
        return Binding(alias.asname, reach, path=imported.module)
    return Binding(alias.name.partition(".")[0], reach, path=alias.name.partition(".")[0], imported=alias.name)
