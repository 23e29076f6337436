"""Environment variables in the places where a string is one: set, read, tested, or handed to a process.

A variable counts by its whole name, never by a prefix: other programs own ``XRT_INI_PATH`` and its like.
Deleting is not using.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from flake8_no_xrt.facts.advice import WATCHED
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.resolve import ENVIRON, Resolver, argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.reading.model import Place, Reach

Handling = Literal["set", "read", "named"]

_ENVIRONS = frozenset({ENVIRON, "os.environb"})
_READERS = frozenset({"getenv", "getenvb", "getenv_as"})
_SETTERS = frozenset({"putenv", "setenv"})
_PROCESS = frozenset(
    {
        *("run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput", "system", "popen"),
        *("execv", "execve", "execvp", "execvpe"),
    }
)
_DEEPEST = 3  # a dict in a dict in a dict: further nobody goes
_PROCESS_ROOTS = ("subprocess.", "os.", "asyncio.")
# A name that says that the mapping bound to it, or passed as it, is an environment.
_ENV_NAME = re.compile(r"(?:.*_)?(?:env|envs|environ|environment|env_vars|envvars|envs_dict)", re.IGNORECASE)
_SHELL = re.compile(r"(?<![\w.$/-])({})=(\S*)".format("|".join(sorted(WATCHED))))
_MODULE = re.compile(r"(?<!\S)-m[ =]+(torch_xla[\w.]*)")


class EnvironmentUse(NamedTuple):
    """A variable, how it is handled, the text it is set to (None: unknown), and the literal that names it."""

    name: str
    handling: Handling
    value: str | None
    node: ast.expr
    reach: Releases


class ShellModule(NamedTuple):
    """A module run by ``python -m`` in shell text, and the literal that holds the text."""

    module: str
    node: ast.expr
    reach: Releases


class Environment:
    """Reads one model."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self._handed: dict[ast.expr, None] = {}  # dict displays that become an environment, in order
        self._modules: list[ShellModule] = []

    def uses(self) -> Iterator[EnvironmentUse]:
        """All uses in the model, in no special order."""
        model = self.resolver.model
        for call in model.calls:
            yield from self._call(call)
        for subscript in model.subscripts:
            yield from self._subscript(subscript)
        for compare in model.compares:
            yield from self._compare(compare)
        for statement, union in model.unions:
            if isinstance(statement.op, ast.BitOr) and self._is_environ(statement.target):
                self._hand(union.node)
        yield from self._constants()
        for display in model.dicts:
            if display.node in self._handed or self._spreads_environ(display.node):
                for key, value in zip(display.node.keys, display.node.values, strict=True):
                    yield from self._use(key, "set", display.reach, value)

    def launchers(self) -> list[ShellModule]:
        """The modules that shell text starts with ``python -m``; complete once ``uses`` has run through."""
        return self._modules

    # -- the kinds of places ---------------------------------------------------------------------------
    def _use(
        self, key: ast.expr | None, handling: Handling, reach: Reach, value: ast.expr | None = None
    ) -> Iterator[EnvironmentUse]:
        if key is None:
            return
        for node, name in self._keys(key):
            if name in WATCHED:
                yield EnvironmentUse(name, handling, text_of(value), node, self.resolver.reach(reach))

    def _keys(self, key: ast.expr) -> Iterator[tuple[ast.expr, str]]:
        """The literals a key can be: itself, or what a local variable was set to.

        An upper-case constant is reported where it is defined, so it is not followed.
        """
        text = text_of(key)
        if text is not None:
            yield key, text
        elif isinstance(key, ast.Name) and not key.id.isupper():
            for binding in self.resolver.bindings(key):
                text = text_of(binding.value)
                if text is not None and binding.value is not None:
                    yield binding.value, text

    def _is_environ(self, node: ast.expr) -> bool:
        return not _ENVIRONS.isdisjoint(self.resolver.origins(node)) or text_of(node) == ENVIRON

    def _spreads_environ(self, node: ast.Dict) -> bool:
        """``{**os.environ, …}``."""
        return any(key is None and self._is_environ(value) for key, value in zip(node.keys, node.values, strict=True))

    def _hand(self, node: ast.expr | None, depth: int = 0) -> None:
        """Note that an expression becomes an environment."""
        if isinstance(node, ast.Dict):
            self._handed[node] = None
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None and depth < _DEEPEST:
                    self._hand(value, depth + 1)
        elif isinstance(node, ast.Name) and depth < _DEEPEST:
            for binding in self.resolver.bindings(node):
                self._hand(binding.value, depth + 1)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and depth < _DEEPEST:
            self._hand(node.left, depth + 1)
            self._hand(node.right, depth + 1)

    def _call(self, place: Place[ast.Call]) -> Iterator[EnvironmentUse]:
        call = place.node
        function = self.resolver.called(call)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        for keyword in call.keywords:
            if keyword.arg and _ENV_NAME.fullmatch(keyword.arg):
                self._hand(keyword.value)
        if function in _READERS:
            yield from self._use(argument(call, 0, "key"), "read", place.reach)
        elif function in _SETTERS:
            yield from self._use(argument(call, 0, "name"), "set", place.reach, argument(call, 1, "value"))
        elif function in ("get", "setdefault", "update", "__getitem__") and owner is not None:
            yield from self._method(place, call, function, owner)
        elif function == "dict":
            yield from self._dict_call(place, call, owner)
        elif function == "setitem" and call.args and self._is_environ(call.args[0]):
            yield from self._use(argument(call, 1, "name"), "set", place.reach, argument(call, 2, "value"))
        elif function in _PROCESS and self._starts_process(call.func):
            yield from self._process(place, call)

    def _method(
        self, place: Place[ast.Call], call: ast.Call, function: str, owner: ast.expr
    ) -> Iterator[EnvironmentUse]:
        if not self._is_environ(owner):
            return
        if function == "update":
            self._hand(argument(call, 0, "other"))
            self._spread(call)
            yield from self._keywords(place, call)
        else:
            handling: Handling = "set" if function == "setdefault" else "read"
            yield from self._use(argument(call, 0, "key"), handling, place.reach, argument(call, 1, "value"))

    def _dict_call(self, place: Place[ast.Call], call: ast.Call, owner: ast.expr | None) -> Iterator[EnvironmentUse]:
        """``dict(os.environ, NAME=…)`` and ``mock.patch.dict(os.environ, {…}, NAME=…)``."""
        patching = owner is not None and last_name(owner) == "patch"
        target = argument(call, 0, "in_dict")
        if target is None or not self._is_environ(target):
            return
        if patching:
            self._hand(argument(call, 1, "values"))
        self._spread(call)
        yield from self._keywords(place, call)

    def _spread(self, call: ast.Call) -> None:
        """``**{…}`` in the arguments."""
        for keyword in call.keywords:
            if keyword.arg is None:
                self._hand(keyword.value)

    def _keywords(self, place: Place[ast.Call], call: ast.Call) -> Iterator[EnvironmentUse]:
        for keyword in call.keywords:
            if keyword.arg in WATCHED:
                # A keyword is not an expression: its value stands for it, with the keyword's own start.
                node = ast.copy_location(ast.Constant(keyword.arg), keyword)
                yield EnvironmentUse(keyword.arg, "set", text_of(keyword.value), node, self.resolver.reach(place.reach))

    def _subscript(self, place: Place[ast.Subscript]) -> Iterator[EnvironmentUse]:
        node = place.node
        if isinstance(node.ctx, ast.Del) or not self._is_environ(node.value):
            return
        stored = isinstance(node.ctx, ast.Store)
        value = self.resolver.model.stored.get(node)
        yield from self._use(node.slice, "set" if stored else "read", place.reach, value)

    def _compare(self, place: Place[ast.Compare]) -> Iterator[EnvironmentUse]:
        node = place.node
        if not isinstance(node.ops[0], ast.In) or node in self.resolver.model.cleaning:
            return
        container = node.comparators[0]
        if isinstance(container, ast.Call) and last_name(container.func) == "keys" and not container.args:
            container = container.func.value if isinstance(container.func, ast.Attribute) else container
        if self._is_environ(container):
            yield from self._use(node.left, "read", place.reach)

    def _constants(self) -> Iterator[EnvironmentUse]:
        """Constants that hold a variable's name, and dict displays bound to a name that says environment."""
        for binding, place in self.resolver.model.assigns:
            if _ENV_NAME.fullmatch(binding.name):
                self._hand(place.node)
            text = text_of(place.node)
            if text in WATCHED and binding.name.isupper() and place.scope.kind in ("module", "class"):
                yield EnvironmentUse(text, "named", None, place.node, self.resolver.reach(place.reach))
        for outer in self.resolver.model.nested:
            for key, value in zip(outer.keys, outer.values, strict=True):
                name = text_of(key)
                if name is not None and isinstance(value, ast.Dict) and _ENV_NAME.fullmatch(name):
                    self._hand(value)

    # -- processes -------------------------------------------------------------------------------------
    def _starts_process(self, function: ast.expr) -> bool:
        return any(path.startswith(_PROCESS_ROOTS) for path in self.resolver.origins(function))

    def _process(self, place: Place[ast.Call], call: ast.Call) -> Iterator[EnvironmentUse]:
        """Shell text and argument lists that are handed to a process."""
        for node in call.args:
            yield from self._command(node, place.reach)

    def _command(self, node: ast.expr, reach: Reach, depth: int = 0) -> Iterator[EnvironmentUse]:
        if isinstance(node, (ast.List, ast.Tuple)) and depth < _DEEPEST:
            for element in node.elts:
                yield from self._words(element, reach, whole=True)
        elif isinstance(node, ast.Name) and depth < _DEEPEST:
            for binding in self.resolver.bindings(node):
                if binding.value is not None:
                    yield from self._command(binding.value, binding.reach, depth + 1)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and depth < _DEEPEST:
            yield from self._command(node.left, reach, depth + 1)
            yield from self._command(node.right, reach, depth + 1)
        else:
            yield from self._words(node, reach, whole=False)

    def _words(self, node: ast.expr, reach: Reach, *, whole: bool) -> Iterator[EnvironmentUse]:
        """``NAME=value`` and ``-m module`` in the literal parts of a string; ``whole``: only one word starts it."""
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        for number, part in enumerate(parts):
            text = text_of(part)
            if text is None:
                continue
            releases = self.resolver.reach(reach)
            for match in _SHELL.finditer(text):
                if not whole or (match.start() == 0 and number == 0):
                    value = match[2] if len(parts) == 1 else None
                    yield EnvironmentUse(match[1], "set", value, node, releases)
            if not whole:
                self._modules += [ShellModule(match[1], node, releases) for match in _MODULE.finditer(text)]
