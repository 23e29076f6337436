"""The walk through statements: one pass over a tree, in the order of the source, into a :class:`.Model`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.reading.expressions import Expressions, last_name, parameters
from flake8_no_xrt.reading.leaving import expected_failures, leaves_for_good, only_deletes, skips
from flake8_no_xrt.reading.model import (
    Binding,
    Catches,
    Either,
    Frame,
    FunctionNode,
    Handler,
    ImportedName,
    Installed,
    Model,
    Passed,
    Place,
    Raised,
    Reach,
    Region,
    Scope,
    Test,
    Used,
    When,
)
from flake8_no_xrt.reading.scopes import Changes, bind, join, merge, put, unwind

if TYPE_CHECKING:
    from collections.abc import Callable

# Where a suite ends, and whether control never gets there.
End = tuple[Reach, bool]


def read(tree: ast.AST, loose: frozenset[str]) -> Model:
    """Walk a module.

    ``loose`` are the names whose bare use is noted, since a star import may bring them.
    """
    model = Model(Scope("module", None))
    _Statements(model, loose).module(tree)
    return model


class _Statements:
    def __init__(self, model: Model, loose: frozenset[str]) -> None:
        self.model = model
        self.expressions = Expressions(model, loose)
        self.scope = model.module
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

    # -- suites ----------------------------------------------------------------------------------------
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

    def _branch(self, body: list[ast.stmt], reach: Reach, region: Region | None = None) -> tuple[Reach, bool, Changes]:
        """Walk a suite whose bindings may or may not happen."""
        mark = len(self.scope.trail)
        end, left = self.suite(body, reach, region)
        return end, left, unwind(self.scope, mark)

    # -- simple statements -----------------------------------------------------------------------------
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

    @property
    def frame(self) -> Frame | None:
        return self.expressions.frame

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

    # -- compound statements ---------------------------------------------------------------------------
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
        final_end, final_left = self.suite(node.finalbody, reach)
        del final_end
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

    # -- definitions -----------------------------------------------------------------------------------
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


def _import_binding(imported: ImportedName, reach: Reach) -> Binding:
    alias = imported.node
    if imported.name:
        return Binding(alias.asname or alias.name, reach, path=imported.path)
    if alias.asname:
        return Binding(alias.asname, reach, path=imported.module)
    return Binding(alias.name.partition(".")[0], reach, path=alias.name.partition(".")[0], imported=alias.name)


def catches(kind: ast.expr | None) -> Catches:
    """What an ``except`` clause catches, by the names of the exceptions."""
    if kind is None:
        return Catches(module=True, name=True, attribute=True, other=True)
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    names = {last_name(part) for part in parts}
    broad = bool(names & {"Exception", "BaseException", ""})
    return Catches(
        module=broad or bool(names & {"ImportError", "ModuleNotFoundError"}),
        name=broad or "ImportError" in names,
        attribute=broad or "AttributeError" in names,
        other=broad or bool(names - {"ImportError", "ModuleNotFoundError", "AttributeError"}),
    )


def _is_chain(statement: ast.stmt) -> bool:
    """Whether a statement only looks something up and keeps it."""
    if not isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) or statement.value is None:
        return False
    value: ast.expr = statement.value
    while isinstance(value, ast.Attribute):
        value = value.value
    return isinstance(value, (ast.Name, ast.Constant))


def _singleton(pattern: ast.pattern) -> tuple[bool | None, bool]:
    """The truth value a pattern stands for, if it is ``True`` or ``False``; and whether it matches anything."""
    if isinstance(pattern, ast.MatchSingleton) and isinstance(pattern.value, bool):
        return pattern.value, False
    return None, isinstance(pattern, ast.MatchAs) and pattern.pattern is None
