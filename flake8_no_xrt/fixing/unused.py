"""Names that edits leave without a use: their imports, flags and helpers go with the last use."""

from __future__ import annotations

import ast
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from flake8_no_xrt.fixing.aliases import drop_aliases
from flake8_no_xrt.fixing.change import Change, Hold, for_tools
from flake8_no_xrt.fixing.edits import Edit, clash
from flake8_no_xrt.fixing.effects import has_effect
from flake8_no_xrt.fixing.gone import Gone, spoken
from flake8_no_xrt.fixing.suites import remove_definition, remove_statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.reading.model import Scope

# All names of a module are taken, by a star import.
EVERYTHING = "*"


class Bound(NamedTuple):
    """A binding that can be taken out: an alias of an import, an assignment to one name, or a function."""

    node: ast.alias | ast.stmt
    statement: ast.stmt


Name: TypeAlias = "tuple[Scope, str]"
Edits: TypeAlias = "tuple[Edit, ...]"


def cleaned(context: Context, edits: Edits, *, unsafe: bool) -> Edits:
    """The edits, with those that take out what they leave without a use.

    Module-level names that other files use stay. Flags and helpers of a module may be used by files
    that nobody knows of, so they go with ``unsafe`` only; imports are nobody else's business.
    """
    return _Unused(context, unsafe=unsafe).cleaned(edits)


class _Names:
    """The names of one file: where they are used, what binds them, which of them strings speak of."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.uses: dict[Name, list[ast.Name]] = {}
        self.bound: dict[Name, list[Bound]] = {}
        self.spoken = spoken(context.tree)
        self._read()

    def _read(self) -> None:
        model = self.context.resolver.model
        for node, (scope, _) in model.names.items():
            owner = _owner(scope, node.id)
            if owner is not None:
                self.uses.setdefault((owner, node.id), []).append(node)
        for imported in model.imports:
            alias = imported.node
            name = alias.asname or (alias.name if imported.name else alias.name.partition(".")[0])
            self._bind(imported.scope, name, Bound(alias, imported.statement))
        for statement in ast.walk(self.context.tree):
            if isinstance(statement, ast.ImportFrom) and statement.level:
                home = self._scope(statement)
                for alias in statement.names:
                    self._bind(home, alias.asname or alias.name, Bound(alias, statement))
        for binding, place in model.assigns:
            statement = self.context.statement(place.node)
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is place.node:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                if len(targets) == 1 and isinstance(targets[0], ast.Name):
                    self._bind(place.scope, binding.name, Bound(statement, statement))
        for function, inner in model.functions.items():
            if inner.parent is not None and isinstance(function, ast.FunctionDef) and not function.decorator_list:
                self._bind(inner.parent, function.name, Bound(function, function))

    def _scope(self, statement: ast.stmt) -> Scope | None:
        """The scope of an import from this package: the reading notes what it binds, but not the statement."""
        model = self.context.resolver.model
        node: ast.AST = statement
        while node in self.context.parents:
            node = self.context.parents[node]
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return model.functions.get(node)
            if isinstance(node, ast.ClassDef):
                return None
        return model.module

    def _bind(self, scope: Scope | None, name: str, bound: Bound) -> None:
        while scope is not None and scope.kind == "block":
            scope = scope.parent
        if scope is not None:
            self.bound.setdefault((scope.outer.get(name, scope), name), []).append(bound)


@lru_cache(maxsize=1)
def _names(context: Context) -> _Names:
    """The names of a file, read once for all of its fixes."""
    return _Names(context)


class _Unused:
    def __init__(self, context: Context, *, unsafe: bool) -> None:
        self.context = context
        self.unsafe = unsafe
        names = _names(context)
        self.uses, self.bound, self.spoken = names.uses, names.bound, names.spoken

    def cleaned(self, edits: Edits) -> Edits:
        everything = tuple(sorted(set(edits)))
        tried: set[Name] = set()
        while True:
            gone = Gone(self.context.source, everything)
            fresh = [name for name in self.uses if name not in tried and self._left(name, gone)]
            if not fresh:
                return everything
            tried.update(fresh)
            everything = self._without(fresh, gone, everything)

    def _left(self, name: Name, gone: Gone) -> bool:
        """Whether a name has lost its last use and can be taken out."""
        scope, text = name
        bound = self.bound.get(name, [])
        if not bound or len(bound) != len(scope.bindings.get(text, ())) or scope.kind == "class":
            return False
        if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in self.context.binders.get(text, ())):
            return False
        here = [item.node for item in bound if not gone.holds(item.node)]
        # What a helper calls itself does not count.
        own = {node for item in here if isinstance(item, ast.FunctionDef) for node in ast.walk(item)}
        uses = [node for node in self.uses[name] if node not in own]
        lost = [node for node in uses if gone.holds(node)]
        if not here or not lost or len(lost) < len(uses) or text in self.spoken or text in gone.words:
            return False
        if scope.kind != "module":
            return True
        if text in self.context.kept or EVERYTHING in self.context.kept:
            return False
        return self.unsafe or all(isinstance(node, ast.alias) for node in here)

    def _without(self, names: list[Name], gone: Gone, edits: Edits) -> Edits:
        aliases: dict[ast.stmt, list[ast.alias]] = {}
        removed: list[ast.stmt] = []
        for name in names:
            for bound in self.bound[name]:
                if gone.holds(bound.node):
                    continue
                if isinstance(bound.node, ast.alias):
                    aliases.setdefault(bound.statement, []).append(bound.node)
                elif not self._acts(bound.statement):
                    removed.append(bound.statement)
        for statement, dropped in aliases.items():
            assert isinstance(statement, (ast.Import, ast.ImportFrom))
            if all(alias in dropped or gone.holds(alias) for alias in statement.names):
                removed.append(statement)
            else:
                edits = self._added(edits, partial(drop_aliases, statement=statement, dropped=dropped))
        for statement in removed:
            imports = isinstance(statement, (ast.Import, ast.ImportFrom))
            if imports and (edit := self._succeeded(statement, edits)):
                edits = tuple(sorted({*edits, edit}))
                continue
            if imports and self._commented(statement):
                continue  # what tidies up afterwards keeps the comment
            out = remove_definition if isinstance(statement, ast.FunctionDef) else remove_statement
            edits = self._added(edits, partial(out, statement=statement), imports=imports)
        return edits

    def _commented(self, statement: ast.stmt) -> bool:
        """Whether a comment for people stands in a statement or behind it."""
        source = self.context.source
        comments = source.comments(source.start(statement), source.line_end(source.end(statement) - 1))
        return any(not for_tools(comment.text) for comment in comments)

    def _succeeded(self, statement: ast.stmt, edits: Edits) -> Edit | None:
        """The deletion of an import behind which another fix puts one: its suite does not become empty."""
        source = self.context.source
        start = source.line_start(source.start(statement))
        end = source.line_end(source.end(statement) - 1)
        if not source.alone(statement) or source.comments(start, end) or not source.text[:end].endswith(("\n", "\r")):
            return None
        edit = Edit(start, end, "")
        follows = any(one.start == one.end == end for one in edits)
        return edit if follows and not clash([edit], edits) else None

    def _added(self, edits: Edits, plan: Callable[[Change], None], *, imports: bool = False) -> Edits:
        """The edits with more of them, if they can be made together; else the proof will tell what is missing."""
        change = Change(self.context)
        try:
            plan(change)
            more = change.edits()
        except Hold:
            return edits
        inside = [edit for edit in more if not any(_within(edit, other) for other in edits)]
        swallowed = [edit for edit in edits if any(_within(edit, other) for other in inside)]
        if imports and any(edit.start == edit.end for edit in swallowed):
            # What another fix puts beside an import would go with the blank lines behind it.
            return edits
        rest = [edit for edit in edits if edit not in swallowed]
        if change.doubts and not self.unsafe:
            return edits
        return edits if clash(inside, rest) else tuple(sorted({*rest, *inside}))

    def _acts(self, statement: ast.stmt) -> bool:
        value = getattr(statement, "value", None)
        return isinstance(value, ast.expr) and has_effect(self.context, value)


def _within(edit: Edit, other: Edit) -> bool:
    """Whether an edit lies within what another deletes."""
    if edit.start == edit.end:
        # What is put in at the edge of a deletion stays.
        return not other.text and other.start < edit.start < other.end
    return not other.text and other.start <= edit.start and edit.end <= other.end and edit != other


def _owner(scope: Scope, name: str) -> Scope | None:
    """The scope whose name is meant by a use in ``scope``; None for a builtin."""
    start: Scope | None = scope
    here = start
    while here is not None:
        if name in here.outer and here is start:
            return here.outer[name]
        if name in here.bindings and here.kind != "block" and (here.kind != "class" or here is start):
            return here
        if name in here.bindings and here.kind == "block":
            return None  # the variable of a comprehension or a lambda
        here = here.parent
    return None
