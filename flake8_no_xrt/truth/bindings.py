"""The names that the module level of one Python file binds, read with ``ast``."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["function", "class", "value", "import", "registered"]
# Calls that bind the name of what they are handed: register_deprecated(module, function) of
# torch_xla.experimental.deprecation does setattr(module, function.__name__, ...).
REGISTRARS = {"register_deprecated"}


class Binding(NamedTuple):
    """One name of a module.

    ``target`` is, for an import, what is imported, as ``module:name`` or ``module``; for a registered alias the
    expression it forwards to, as written. Otherwise it is empty. ``certain`` is False where a condition, a ``try``
    or a call of a function decides whether the name is bound.
    """

    kind: Kind
    line: int
    target: str = ""
    certain: bool = True


class Contents(NamedTuple):
    """What one file binds: its names, the modules it star-imports, and ``__all__`` where it is a literal.

    ``needs`` lists what the file cannot be imported without: imports that no ``try`` or ``if`` guards, written
    like :attr:`Binding.target`, and attribute chains that are evaluated while importing, as written.
    """

    names: dict[str, Binding]
    stars: tuple[str, ...]
    exported: frozenset[str] | None
    needs: tuple[str, ...]


def read(source: str, module: str, is_package: bool) -> Contents:
    """Read the source of ``module``. Raises SyntaxError if it is no Python."""
    reader = _Reader(module if is_package else module.rpartition(".")[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as invalid escapes: the files are not ours
        tree = ast.parse(source)
    reader.block(tree.body, guarded=False)
    return Contents(reader.names, tuple(reader.stars), reader.exported, tuple(dict.fromkeys(reader.needs)))


class _Reader:
    def __init__(self, package: str) -> None:
        self.package = package
        self.names: dict[str, Binding] = {}
        self.stars: list[str] = []
        self.exported: frozenset[str] | None = None
        self.needs: list[str] = []
        self.lists: dict[str, list[ast.expr]] = {}
        self.certain = True

    def block(self, body: list[ast.stmt], guarded: bool) -> None:
        for statement in body:
            self.certain = not guarded
            self.statement(statement, guarded)

    def statement(self, node: ast.stmt, guarded: bool) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    self.bind(alias.asname or alias.name.split(".")[0], "import", node, _imported(alias))
                    self.need(alias.name, guarded)
            case ast.ImportFrom():
                self.import_from(node, guarded)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.bind(node.name, "function", node)
                self.globals_of(node)
                self.expressions([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults], guarded)
            case ast.ClassDef():
                self.bind(node.name, "class", node)
                self.expressions([*node.decorator_list, *node.bases], guarded)
            case ast.Delete():
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.names.pop(target.id, None)
            case ast.Assign():
                for target in node.targets:
                    self.targets(target, node)
                self.exports(node)
                self.expressions([node.value], guarded)
            case ast.AnnAssign() | ast.AugAssign() if node.value is not None:
                self.targets(node.target, node)
                self.expressions([node.value], guarded)
            case ast.Expr():
                self.expressions([node.value], guarded)
            case _:
                self.compound(node, guarded)

    def compound(self, node: ast.stmt, guarded: bool) -> None:
        """Blocks: what runs only under a condition is guarded."""
        match node:
            case ast.If() | ast.While():
                self.expressions([node.test], guarded)
                self.block([*node.body, *node.orelse], guarded=True)
            case ast.For() | ast.AsyncFor():
                self.targets(node.target, node)
                self.expressions([node.iter], guarded)
                self.block([*node.body, *node.orelse], guarded)
                self.registered(node)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    self.expressions([item.context_expr], guarded)
                    if item.optional_vars is not None:
                        self.targets(item.optional_vars, node)
                self.block(node.body, guarded)
            case ast.Try():
                # The name of a caught exception is deleted when its handler ends: it is not bound.
                handled = [statement for handler in node.handlers for statement in handler.body]
                self.block([*node.body, *handled, *node.orelse], guarded=True)
                self.block(node.finalbody, guarded)
            case ast.Match():
                self.expressions([node.subject], guarded)
                for case in node.cases:
                    for pattern in ast.walk(case.pattern):
                        name = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
                        if name:
                            self.bind(name, "value", node)
                    self.block(case.body, guarded=True)
            case _:
                pass

    def bind(self, name: str, kind: Kind, node: ast.stmt, target: str = "") -> None:
        before = self.names.get(name)
        certain = self.certain or (before is not None and before.certain)
        self.names[name] = Binding(kind, node.lineno, target, certain)

    def targets(self, target: ast.expr, node: ast.stmt) -> None:
        for inner in ast.walk(target):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                self.bind(inner.id, "value", node)

    def import_from(self, node: ast.ImportFrom, guarded: bool) -> None:
        module = node.module or ""
        if node.level:
            parts = self.package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1])
            module = f"{base}.{module}" if module else base
        for alias in node.names:
            if alias.name == "*":
                self.stars.append(module)
                self.need(module, guarded)
            else:
                self.bind(alias.asname or alias.name, "import", node, f"{module}:{alias.name}")
                self.need(f"{module}:{alias.name}", guarded)

    def need(self, what: str, guarded: bool) -> None:
        if not guarded:
            self.needs.append(what)

    def exports(self, node: ast.Assign) -> None:
        if not isinstance(node.value, ast.List | ast.Tuple):
            return
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.lists[target.id] = node.value.elts
        values = [item.value for item in node.value.elts if isinstance(item, ast.Constant)]
        if "__all__" in self.lists and self.lists["__all__"] is node.value.elts and len(values) == len(node.value.elts):
            self.exported = frozenset(value for value in values if isinstance(value, str))

    def expressions(self, nodes: list[ast.expr] | list[ast.expr | None], guarded: bool) -> None:
        """Walrus names, and the chains that are evaluated here: not the bodies of lambdas."""
        for node in (inner for outer in nodes if outer is not None for inner in _evaluated(outer)):
            if isinstance(node, ast.NamedExpr):
                self.names[node.target.id] = Binding("value", node.lineno, certain=self.certain)
            elif isinstance(node, ast.Attribute) and (chain := _chain(node)):
                self.need(chain, guarded)

    def globals_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function that says ``global x`` and assigns it binds ``x`` once it is called."""
        declared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in declared:
                self.names.setdefault(node.id, Binding("value", node.lineno, certain=False))

    def registered(self, loop: ast.For | ast.AsyncFor) -> None:
        """``for alias in aliases: register_deprecated(this_module, alias)``: the names of what is listed."""
        if not isinstance(loop.target, ast.Name):
            return
        for call in (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, ast.Call)):
            handed = [argument.id for argument in call.args if isinstance(argument, ast.Name)]
            if isinstance(call.func, ast.Name) and call.func.id in REGISTRARS and loop.target.id in handed:
                for item in self.listed(loop.iter):
                    if chain := _chain(item):
                        name = chain.rpartition(".")[2]
                        self.names[name] = Binding("registered", item.lineno, chain)

    def listed(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.Name):
            return self.lists.get(node.id, [])
        return node.elts if isinstance(node, ast.List | ast.Tuple) else []


def _imported(alias: ast.alias) -> str:
    """``import a.b`` binds ``a``, ``import a.b as c`` binds ``a.b``."""
    return alias.name if alias.asname else alias.name.split(".")[0]


def _chain(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Lambda):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _evaluated(child)
