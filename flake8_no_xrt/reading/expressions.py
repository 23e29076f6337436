"""The walk through expressions: notes what may matter, with the reach it has. Iterative, so any depth will do."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts.advice import WATCHED
from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.reading.model import Binding, Chain, Frame, Model, Place, Reach, Region, Scope, Test, When
from flake8_no_xrt.reading.scopes import bind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The last name of a called thing, for the calls that are looked at.
CALLS = frozenset(
    {
        *("getattr", "hasattr", "setattr", "delattr", "patch", "object", "multiple", "dict"),
        *("import_module", "__import__", "find_spec", "importorskip"),
        *("getenv", "getenvb", "getenv_as", "putenv", "get", "setdefault", "update", "setenv", "setitem"),
        *("system", "popen", "run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput"),
        *("execv", "execve", "execvp", "execvpe", "spawn", "init_process_group"),
    }
)
_KEYWORDS = frozenset({"env", "environ", "env_vars", "init_method", "nprocs"})
_BASES = (ast.Name, ast.Call, ast.Subscript, ast.NamedExpr, ast.IfExp, ast.BoolOp)

Item = tuple[ast.AST, Scope, Reach, bool]


def last_name(node: ast.expr) -> str:
    """The last name of ``a.b.c`` or ``c``, empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: ast.AST | None) -> str | None:
    """The text of a string (or bytes) literal, None for anything else."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return node.value
        if isinstance(node.value, bytes):
            return node.value.decode("latin-1")
    return None


class Expressions:
    """Walks expressions for one model. ``frame`` is the innermost ``try`` body around the walk."""

    def __init__(self, model: Model, loose: frozenset[str]) -> None:
        self.model = model
        self.loose = loose  # names that a star import may bring and that are worth a report
        self.frame: Frame | None = None
        self._handlers: dict[type[ast.AST], Callable[..., None]] = {
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Constant: self._nothing,
            ast.Subscript: self._subscript,
            ast.Compare: self._compare,
            ast.Dict: self._dict,
            ast.List: self._list,
            ast.Tuple: self._list,
            ast.Lambda: self._lambda,
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.DictComp: self._comprehension,
            ast.IfExp: self._ternary,
            ast.BoolOp: self._operands,
            ast.NamedExpr: self._walrus,
        }

    def walk(self, node: ast.AST | None, scope: Scope, reach: Reach) -> None:
        """Walk one expression (or target) that stands in ``scope`` and runs on ``reach``."""
        if node is None:
            return
        todo: list[Item] = [(node, scope, reach, False)]
        handlers = self._handlers
        while todo:
            item, scope, reach, lazy = todo.pop()
            handler = handlers.get(type(item))
            if handler is not None:
                handler(item, scope, reach, lazy, todo)
            else:
                todo.extend([(child, scope, reach, lazy) for child in ast.iter_child_nodes(item)][::-1])

    def annotation(self, node: ast.AST | None, scope: Scope, reach: Reach) -> None:
        """Walk an annotation, reading the ones that are strings; what is found stands where the string starts."""
        if node is None:
            return
        for part in ast.walk(node):
            text = text_of(part)
            if text is not None and "." in text:
                for parsed in _parsed(text, part):
                    self.walk(parsed, scope, reach)
        self.walk(node, scope, reach)

    # -- one method a kind of node, by the table above -----------------------------------------------
    def _nothing(self, *_: object) -> None:
        """There is nothing in it."""

    def _name(self, node: Any, scope: Scope, reach: Reach, *_: object) -> None:
        if isinstance(node.ctx, ast.Load):
            self.note(node, scope)
            if node.id in self.loose:
                self.model.loads.append(Place(node, reach, self.frame, scope))

    def note(self, node: ast.Name, scope: Scope) -> None:
        """Write down what a name is bound to at this point."""
        while scope.kind == "block":
            if node.id in scope.bindings:
                break
            assert scope.parent is not None  # a block is never outermost
            scope = scope.parent
        self.model.names[node] = (scope, scope.env.get(node.id))

    def _attribute(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            base = base.value
        if isinstance(base, _BASES) and not self._opaque(base, node, scope):
            self.model.chains.append(Chain(node, base, reach, self.frame, scope, lazy))
        todo.append((base, scope, reach, lazy))

    def _opaque(self, base: ast.expr, node: ast.Attribute, scope: Scope) -> bool:
        """Whether a chain starts at a local name that is certainly no module: a parameter, a loop variable."""
        if not isinstance(base, ast.Name) or scope.kind == "block":
            return False
        if base.id == scope.self_name and node.value is not base:
            return False
        state = scope.env.get(base.id)
        return bool(state) and all(
            binding.path is None and binding.value is None and binding.name for binding in state or ()
        )

    def _call(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        if (
            last_name(node.func) in CALLS
            or any(keyword.arg in _KEYWORDS for keyword in node.keywords)
            or (isinstance(node.func, ast.Name) and _speaks(node))
        ):
            self.model.calls.append(Place(node, reach, self.frame, scope))
        todo.extend((keyword.value, scope, reach, lazy) for keyword in reversed(node.keywords))
        todo.extend((argument, scope, reach, lazy) for argument in reversed(node.args))
        todo.append((node.func, scope, reach, lazy))

    def _subscript(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        if isinstance(node.slice, (ast.Constant, ast.Name)):
            self.model.subscripts.append(Place(node, reach, self.frame, scope))
        todo.append((node.slice, scope, reach, lazy))
        todo.append((node.value, scope, reach, lazy))

    def _compare(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        if any(isinstance(operator, (ast.In, ast.NotIn)) for operator in node.ops):
            self.model.compares.append(Place(node, reach, self.frame, scope))
        todo.extend((part, scope, reach, lazy) for part in reversed(node.comparators))
        todo.append((node.left, scope, reach, lazy))

    def _dict(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        if any(text_of(key) in WATCHED or isinstance(key, ast.Name) for key in node.keys):
            self.model.dicts.append(Place(node, reach, self.frame, scope))
        if any(isinstance(value, ast.Dict) for value in node.values):
            self.model.nested.append(node)
        todo.extend((value, scope, reach, lazy) for value in reversed(node.values))
        todo.extend((key, scope, reach, lazy) for key in reversed(node.keys) if key is not None)

    def _list(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        if any(text_of(element) == "-m" for element in node.elts):
            self.model.lists.append(Place(node, reach, self.frame, scope))
        todo.extend((element, scope, reach, lazy) for element in reversed(node.elts))

    def _lambda(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        inner = Scope("block", scope)
        for argument in parameters(node.args):
            _claim(inner, argument.arg, reach)
        todo.append((node.body, inner, reach, True))
        todo.extend((default, scope, reach, lazy) for default in node.args.defaults)
        todo.extend((default, scope, reach, lazy) for default in node.args.kw_defaults if default is not None)

    def _comprehension(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        inner = Scope("block", scope)
        items: list[Item] = []
        for number, generator in enumerate(node.generators):
            items.append((generator.iter, inner if number else scope, reach, lazy))
            for target in ast.walk(generator.target):
                if isinstance(target, ast.Name):
                    _claim(inner, target.id, reach)
            for test in generator.ifs:
                items.append((test, inner, reach, lazy))
                self.model.tests.append(Test(test, reach, inner, "filter"))
                reach = Reach(reach, When(test, True))
        results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        items.extend((result, inner, reach, lazy) for result in results)
        todo.extend(reversed(items))

    def _ternary(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        sides = []
        for side, outcome in ((node.body, True), (node.orelse, False)):
            narrowed = Reach(reach, When(node.test, outcome))
            sides.append(Region(narrowed, reach, [], expression=side))
            todo.append((side, scope, narrowed, lazy))
        self.model.regions.extend(sides)
        self.model.tests.append(Test(node.test, reach, scope, "ternary", sides[0], sides[1]))
        todo.append((node.test, scope, reach, lazy))

    def _operands(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        items: list[Item] = []
        for value in node.values:
            items.append((value, scope, reach, lazy))
            self.model.tests.append(Test(value, reach, scope, "operand"))
            reach = Reach(reach, When(value, isinstance(node.op, ast.And)))
        todo.extend(reversed(items))

    def _walrus(self, node: Any, scope: Scope, reach: Reach, lazy: bool, todo: list[Item]) -> None:
        bind(scope, Binding(node.target.id, reach, value=node.value))
        todo.append((node.value, scope, reach, lazy))


def parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    """All parameters of a function, in order."""
    yield from arguments.posonlyargs
    yield from arguments.args
    if arguments.vararg:
        yield arguments.vararg
    yield from arguments.kwonlyargs
    if arguments.kwarg:
        yield arguments.kwarg


def _speaks(node: ast.Call) -> bool:
    """Whether a call under some other name is given what matters here."""
    if len(node.args) > 2:  # as spawn has it, under another name
        return True
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(text is not None and (text in WATCHED or text.startswith(ROOT)) for text in map(text_of, given))


def _claim(scope: Scope, name: str, reach: Reach) -> None:
    binding = Binding(name, reach)
    scope.bindings.setdefault(name, []).append(binding)
    scope.env[name] = (binding,)


def _parsed(text: str, place: ast.AST) -> Iterator[ast.expr]:
    try:
        expression = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # a string that is no annotation
    for node in ast.walk(expression):
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(node, field):
                setattr(node, field, getattr(place, field))
    yield expression
