"""What names and chains stand for, and on which releases: the evaluation of what the walk wrote down.

A name resolves to a *set* of origins, full dotted paths, each with the releases on which it is bound to that
path. An optional import with a ``None`` fallback keeps its path; two imports in two branches keep both.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.releases import ABSENT, ALL, INSTALLED, NOTHING, Releases
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.guards import Guards
from flake8_no_xrt.reading.model import (
    MANY,
    Chain,
    Either,
    ImportedName,
    Installed,
    Model,
    Passed,
    Raised,
    Reach,
    Used,
    When,
)
from flake8_no_xrt.reading.scopes import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flake8_no_xrt.reading.model import Scope, State
    from flake8_no_xrt.reading.outcomes import Outcomes

Origins = dict[str, Releases]

# A flag of a flag of a flag …: further than this nobody looks, and the recursion ends.
_DEEPEST = 40
# From so many bindings on, what they come to is kept.
_MANY_BINDINGS = 8
ENVIRON = "os.environ"
_MODULE_CALLS = frozenset({"import_module", "importorskip", "__import__"})


def ours(path: str) -> bool:
    """Whether a path starts at torch_xla."""
    return path == names.ROOT or path.startswith(f"{names.ROOT}.")


def living(path: str) -> Releases:
    """The releases in which a path can be reached: all for what is not torch_xla's."""
    if not ours(path):
        return ALL
    located = names.locate(path)
    assert located is not None  # it is ours
    return located.lives


class Resolver:
    """Answers for one model. ``guards`` are the outcomes of the flags and helpers the user named."""

    def __init__(self, model: Model, guards: Mapping[str, Outcomes]) -> None:
        self.model = model
        self.guards = Guards(self, guards)
        self.depth = 0
        self._origins: dict[ast.expr, Origins] = {}
        self._shared: dict[tuple[Scope, str, bool], State] = {}
        self._united: dict[int, tuple[State, Origins]] = {}

    # -- reach -----------------------------------------------------------------------------------------
    def reach(self, place: Reach) -> Releases:
        """The releases (and ``absent``) on which a place can run, before the target is applied."""
        pending = []
        here: Reach | None = place
        while here is not None and here.known is None:
            pending.append(here)
            here = here.parent
        for step in reversed(pending):
            around = ALL if step.parent is None or step.parent.known is None else step.parent.known
            step.known = around  # what a cycle through a flag sees
            step.known = around & self._step(step)
        assert place.known is not None  # just evaluated
        return place.known

    def _step(self, place: Reach) -> Releases:
        step = place.step
        if isinstance(step, When):
            outcomes = self.guards.outcomes(step.test)
            return outcomes.true if step.outcome else outcomes.false
        if isinstance(step, Installed):
            return INSTALLED
        if isinstance(step, Passed):
            return living(step.path) - ABSENT
        if isinstance(step, Used):
            return self._used(step)
        if isinstance(step, Raised):
            return self._raised(step)
        if isinstance(step, Either):
            ends = NOTHING
            for end in step.ends:
                ends |= self.reach(end)
            return ends
        return ALL

    def _used(self, step: Used) -> Releases:
        reach = ALL
        for chain in step.chains:
            origins = self.origins(chain)
            # A chain on what may be None proves nothing; one that is surely torch_xla's proves it installed.
            if origins and all(ours(path) for path in origins):
                reach &= INSTALLED
                if step.caught:
                    reach &= self._alive(origins)
        return reach

    def _alive(self, origins: Origins) -> Releases:
        alive = NOTHING
        for path, bound in origins.items():
            alive |= bound & living(path)
        return alive

    def _raised(self, step: Raised) -> Releases:
        raising = NOTHING
        for imported in step.imports:
            raising |= self.failing(imported, module_only=not step.catches.name) & self.reach(imported.reach)
        found = False
        for chain, reach in step.chains:
            origins = self.origins(chain)
            if origins and any(ours(path) for path in origins):
                found = True
                raising |= self.reach(reach) - self._alive(origins)
        if step.chains and not found and not step.imports:
            return ALL
        return raising

    def failing(self, imported: ImportedName, *, module_only: bool = False) -> Releases:
        """The releases on which an import fails; with ``module_only`` where a module is missing, not a name."""
        if not ours(imported.module):
            return ALL
        module = _module_lives(imported.module)
        if imported.name in ("", "*") or module_only:
            return ALL - module
        return ALL - (module & living(imported.path) - ABSENT)

    # -- names -----------------------------------------------------------------------------------------
    def bindings(self, node: ast.Name) -> State:
        """The bindings that may be what a name stands for at its place; none for a builtin or a star import."""
        noted = self.model.names.get(node)
        if noted is None:
            return ()
        scope, state = noted
        if state is not None and state is not MANY:
            return state
        # All uses of a name that cannot be told apart share one answer, however many bindings it has.
        key = (scope, node.id, state is MANY)
        if key not in self._shared:
            self._shared[key] = visible(scope, state, node.id)
        return self._shared[key]

    def origins(self, node: ast.expr) -> Origins:
        """The dotted paths an expression may stand for, each with the releases on which it does."""
        known = self._origins.get(node)
        if known is not None:
            return known
        if self.depth >= _DEEPEST:
            return {}
        self._origins[node] = {}  # what a cycle sees
        self.depth += 1
        try:
            found = self._find(node)
        finally:
            self.depth -= 1
        self._origins[node] = found
        return found

    def _find(self, node: ast.expr) -> Origins:
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        base, first = self._base(node, attributes[::-1])
        found: Origins = {}
        for path, bound in base.items():
            full = _follow(path, attributes[::-1][first:])
            if full is not None:
                found[full] = found.get(full, NOTHING) | bound
        return found

    def base(self, chain: Chain) -> tuple[Origins, list[ast.Attribute]]:
        """The origins a chain starts from, and the attributes to follow from there, first to last."""
        attributes: list[ast.Attribute] = []
        node: ast.expr = chain.node
        while isinstance(node, ast.Attribute):
            attributes.append(node)
            node = node.value
        attributes.reverse()
        origins, first = self._base(node, [attribute.attr for attribute in attributes])
        return origins, attributes[first:]

    def _base(self, node: ast.expr, attributes: list[str]) -> tuple[Origins, int]:
        """The origins of what a chain starts with, and how many of its attributes that has taken."""
        if attributes and isinstance(node, ast.Name):
            noted = self.model.names.get(node)
            if noted is not None and noted[0].self_name == node.id and noted[0].parent is not None:
                inherited = noted[0].parent.bindings.get(attributes[0], ())
                return self._bound(tuple(inherited)), 1
        return self._plain(node), 0

    def _plain(self, node: ast.expr) -> Origins:
        if isinstance(node, ast.Name):
            return self._bound(self.bindings(node))
        if isinstance(node, ast.Call):
            return self._called(node)
        if isinstance(node, ast.Subscript):
            text = text_of(node.slice)
            return {text: ALL} if text and "sys.modules" in self.origins(node.value) else {}
        if isinstance(node, ast.NamedExpr):
            return self.origins(node.value)
        if isinstance(node, ast.IfExp):
            outcomes = self.guards.outcomes(node.test)
            return _united([(self.origins(node.body), outcomes.true), (self.origins(node.orelse), outcomes.false)])
        if isinstance(node, ast.BoolOp):
            return _united([(self.origins(value), ALL) for value in node.values])
        return {}

    def _bound(self, bindings: State) -> Origins:
        if len(bindings) < _MANY_BINDINGS:
            return self._unite(bindings)
        known = self._united.get(id(bindings))
        if known is None:
            # The state is kept as well, so that no other one gets its id.
            known = self._united[id(bindings)] = bindings, self._unite(bindings)
        return known[1]

    def _unite(self, bindings: State) -> Origins:
        parts: list[tuple[Origins, Releases]] = []
        for binding in bindings:
            if binding.path is not None:
                parts.append(({binding.path: ALL}, self.reach(binding.reach)))
            elif binding.value is not None:
                parts.append((self.origins(binding.value), self.reach(binding.reach)))
        return _united(parts)

    def _called(self, node: ast.Call) -> Origins:
        function = last_name(node.func)
        if function in _MODULE_CALLS:
            return self._imported(node, function)
        if function == "getattr" and len(node.args) >= 2:
            text = text_of(node.args[1])
            if text is None:
                return {}
            found = ((_follow(path, [text]), bound) for path, bound in self.origins(node.args[0]).items())
            return {path: bound for path, bound in found if path is not None}
        if function == "copy" and isinstance(node.func, ast.Attribute):
            return {ENVIRON: ALL} if ENVIRON in self.origins(node.func.value) else {}
        if function in ("dict", "deepcopy") and node.args:
            return {ENVIRON: ALL} if ENVIRON in self.origins(node.args[0]) else {}
        return {}

    def _imported(self, node: ast.Call, function: str) -> Origins:
        text = text_of(argument(node, 0, "name"))
        if text is None or text.startswith("."):
            return {}
        if function == "__import__" and not any(keyword.arg == "fromlist" for keyword in node.keywords):
            text = text if len(node.args) > 3 else text.partition(".")[0]
        return {text: ALL}

    def called(self, node: ast.Call) -> str:
        """The name of the function that a call goes to: its own, whatever it was imported or assigned as.

        Empty for a local name that is certainly something else.
        """
        paths = self.origins(node.func)
        if len(paths) == 1:
            return next(iter(paths)).rpartition(".")[2]
        if isinstance(node.func, ast.Name):
            bindings = self.bindings(node.func)
            if bindings and all(binding.function is None for binding in bindings) and not paths:
                return ""
        return last_name(node.func)

    def tracked(self) -> Iterator[tuple[Chain, Origins, list[ast.Attribute]]]:
        """The chains that may start at torch_xla, with their origins and the attributes to follow."""
        for chain in self.model.chains:
            origins, attributes = self.base(chain)
            mine = {path: bound for path, bound in origins.items() if ours(path)}
            if mine and attributes:
                yield chain, mine, attributes


def argument(node: ast.Call, position: int, name: str) -> ast.expr | None:
    """An argument of a call by its position or its name."""
    if len(node.args) > position and not any(isinstance(item, ast.Starred) for item in node.args[: position + 1]):
        return node.args[position]
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def _module_lives(path: str) -> Releases:
    return names.lives(path) - ABSENT if names.is_module(path) else NOTHING


def _follow(path: str, attributes: list[str]) -> str | None:
    """The path behind some attributes; None where it leaves modules and their names."""
    for attribute in attributes:
        if ours(path) and not names.is_module(path):
            return None
        path = f"{path}.{attribute}"
    return path


def _united(parts: list[tuple[Origins, Releases]]) -> Origins:
    united: Origins = {}
    for origins, within in parts:
        for path, bound in origins.items():
            united[path] = united.get(path, NOTHING) | (bound & within)
    return united
