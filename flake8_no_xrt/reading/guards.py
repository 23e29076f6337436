"""Where a test may be true and where it may be false: guards as arithmetic on sets of releases.

An unknown test may be both everywhere, so it narrows nothing.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.releases import ABSENT, ALL, NOTHING, BadSpecifier, Releases
from flake8_no_xrt.reading.expressions import last_name, text_of
from flake8_no_xrt.reading.outcomes import AVAILABLE, FALSE, TRUE, UNKNOWN, USING_PJRT, Outcomes, version_outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flake8_no_xrt.reading.model import Binding, FunctionNode, State
    from flake8_no_xrt.reading.resolve import Resolver

_FLAG = re.compile(r"_*(?:TORCH_)?XLA_(?:GREATER_EQUAL|GE|GTE)_(\d+)_(\d+)(?:_(\d+))?")
_AVAILABLE = re.compile(r"_*(?:TORCH_)?XLA_AVAILABLE|_*is_torch_xla_available")
_FINDERS = frozenset({"find_spec", "module_available", "package_available", "ModuleAvailableCache"})
_VERSION_CALLS = frozenset({"Version", "parse", "parse_version", "LooseVersion", "StrictVersion"})
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.Gt: ">",
    ast.LtE: "<=",
    ast.Lt: "<",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_MIRRORED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_BY_NAME = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "eq": "==", "ne": "!="}
# Decorators that leave a helper's answer as it is.
_TRANSPARENT = frozenset({"staticmethod", "classmethod", "property", "lru_cache", "cache", "cached_property"})
_DEEPEST = 40


class Guards:
    """Evaluates the tests of one model."""

    def __init__(self, resolver: Resolver, configured: Mapping[str, Outcomes]) -> None:
        self._resolver = resolver
        self._configured = configured
        self._known: dict[ast.expr, Outcomes] = {}
        self._states: dict[int, tuple[State, Outcomes]] = {}
        self._helpers: dict[FunctionNode, Outcomes] = {}
        self._depth = 0
        self._calls: dict[str, Callable[[ast.Call], Outcomes]] = {
            "RequirementCache": self._requirement,
            "compare_version": self._compare_version,
            "compare_versions": self._compare_version,
            "hasattr": self._hasattr,
            "getattr": self._getattr,
            "bool": lambda call: self.outcomes(call.args[0]) if len(call.args) == 1 else UNKNOWN,
            **dict.fromkeys(_FINDERS, self._finder),
        }

    def outcomes(self, test: ast.expr) -> Outcomes:
        """Where a test may be true, and where false."""
        known = self._known.get(test)
        if known is None:
            if self._depth >= _DEEPEST:
                return UNKNOWN
            self._known[test] = UNKNOWN  # what a cycle through a flag sees
            self._depth += 1
            try:
                known = self._known[test] = self._evaluate(test)
            finally:
                self._depth -= 1
        return known

    def _evaluate(self, test: ast.expr) -> Outcomes:
        if isinstance(test, ast.Constant):
            return TRUE if test.value else FALSE
        if isinstance(test, ast.Name):
            return self._name(test)
        if isinstance(test, ast.Attribute):
            return self._named(self._paths(test) or [test.attr])
        if isinstance(test, ast.Call):
            return self._call(test)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.outcomes(test.operand).negated()
        if isinstance(test, ast.BoolOp):
            return self._operands(test)
        if isinstance(test, ast.Compare):
            return self._compare(test)
        if isinstance(test, ast.NamedExpr):
            return self.outcomes(test.value)
        if isinstance(test, ast.IfExp):
            chosen, body, orelse = (self.outcomes(part) for part in (test.test, test.body, test.orelse))
            return body.within(chosen.true) | orelse.within(chosen.false)
        return UNKNOWN

    def _operands(self, test: ast.BoolOp) -> Outcomes:
        parts = [self.outcomes(value) for value in test.values]
        both = isinstance(test.op, ast.And)
        true, false = (ALL, NOTHING) if both else (NOTHING, ALL)
        for part in parts:
            true = true & part.true if both else true | part.true
            false = false | part.false if both else false & part.false
        return Outcomes(true, false)

    # -- names -----------------------------------------------------------------------------------------
    def _name(self, test: ast.Name) -> Outcomes:
        if test.id in self._configured:
            return self._configured[test.id]
        bindings = self._resolver.bindings(test)
        if not bindings:
            return self._named([test.id])
        known = self._states.get(id(bindings))
        if known is None:
            found = Outcomes(NOTHING, NOTHING)
            for binding in bindings:
                found |= self._truth(binding).within(self._resolver.reach(binding.reach))
            # The state is kept as well, so that no other one gets its id.
            known = self._states[id(bindings)] = bindings, found
        return known[1]

    def _truth(self, binding: Binding) -> Outcomes:
        if binding.path is not None:
            if binding.path == names.ROOT or binding.path.startswith(f"{names.ROOT}."):
                # A module or function is true wherever the import went well.
                return Outcomes(names.lives(binding.path) - ABSENT, NOTHING)
            return self._named([binding.path])
        return self.outcomes(binding.value) if binding.value is not None else UNKNOWN

    def _paths(self, node: ast.expr) -> list[str]:
        return list(self._resolver.origins(node))

    def _named(self, paths: list[str]) -> Outcomes:
        """The outcomes of a flag that is not defined in the file, by what it is called."""
        meanings = {self._meaning(path) for path in paths}
        return meanings.pop() if len(meanings) == 1 else UNKNOWN

    def _meaning(self, path: str) -> Outcomes:
        name = path.rpartition(".")[2]
        for key in _tails(path):
            if key in self._configured:
                return self._configured[key]
        flag = _FLAG.fullmatch(name)
        if flag:
            return version_outcomes(">=" + ".".join(part for part in flag.groups() if part))
        return AVAILABLE if _AVAILABLE.fullmatch(name) else UNKNOWN

    # -- calls -----------------------------------------------------------------------------------------
    def _call(self, call: ast.Call) -> Outcomes:
        function = last_name(call.func)
        paths = self._paths(call.func)
        name = paths[0].rpartition(".")[2] if len(paths) == 1 else function
        for key in (*(tail for path in paths for tail in _tails(path)), name, function):
            if key in self._configured:
                return self._configured[key]
        local = self.definition(call.func)
        if local is not None:
            return self._helper(local)
        if name.lstrip("_") == "using_pjrt":
            return USING_PJRT
        if name in self._calls:
            return self._calls[name](call)
        return AVAILABLE if _AVAILABLE.fullmatch(name) and not call.args and not call.keywords else UNKNOWN

    def definition(self, function: ast.expr) -> FunctionNode | None:
        """The function of this file that a call goes to, if it can be told."""
        model = self._resolver.model
        if isinstance(function, ast.Name):
            bindings: tuple[Binding, ...] = self._resolver.bindings(function)
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            noted = model.names.get(function.value)
            if noted is None or noted[0].self_name != function.value.id or noted[0].parent is None:
                return None
            bindings = tuple(noted[0].parent.bindings.get(function.attr, ()))
        else:
            return None
        return bindings[0].function if len(bindings) == 1 else None

    def _helper(self, node: FunctionNode) -> Outcomes:
        """The outcomes of calling a function: the union of what it returns, each where it returns it."""
        known = self._helpers.get(node)
        if known is not None:
            return known
        self._helpers[node] = UNKNOWN
        if isinstance(node, ast.AsyncFunctionDef) or any(
            last_name(item.func if isinstance(item, ast.Call) else item) not in _TRANSPARENT
            for item in node.decorator_list
        ):
            return UNKNOWN
        scope = self._resolver.model.functions[node]
        found = Outcomes(NOTHING, NOTHING)
        for value, reach in scope.returns:
            answer = FALSE if value is None else self.outcomes(value)
            found |= answer.within(self._resolver.reach(reach))
        self._helpers[node] = found
        return found

    def _requirement(self, call: ast.Call) -> Outcomes:
        text = text_of(call.args[0] if call.args else _keyword(call, "requirement"))
        if text is None:
            return UNKNOWN
        match = re.match(r"\s*torch[-_]xla\b(.*)", text)
        if match is None:
            return UNKNOWN
        return _specified(match[1].strip()) if match[1].strip() else AVAILABLE

    def _compare_version(self, call: ast.Call) -> Outcomes:
        if len(call.args) < 3:
            return UNKNOWN
        package, how, version = call.args[:3]
        if not _is_distribution(package):
            return UNKNOWN
        operator = text_of(how) or _BY_NAME.get((self._paths(how) or [last_name(how)])[0].rpartition(".")[2], "")
        return _specified(f"{operator}{text_of(version)}") if operator and text_of(version) else UNKNOWN

    def _finder(self, call: ast.Call) -> Outcomes:
        text = text_of(call.args[0] if call.args else _keyword(call, "name"))
        if text is None or not (text == names.ROOT or text.startswith(f"{names.ROOT}.")):
            return UNKNOWN
        return Outcomes.exists(names.lives(text) if names.is_module(text) else NOTHING)

    def _hasattr(self, call: ast.Call) -> Outcomes:
        lives = self.attribute(call)
        return UNKNOWN if lives is None else Outcomes.exists(lives)

    def _getattr(self, call: ast.Call) -> Outcomes:
        return self._hasattr(call) if len(call.args) == 3 and _is_false(call.args[2]) else UNKNOWN

    def attribute(self, call: ast.Call) -> Releases | None:
        """Where the attribute that ``hasattr(module, "name")`` asks for lives; None if it is not torch_xla's."""
        if len(call.args) < 2:
            return None
        return self._member(call.args[0], text_of(call.args[1]))

    def _member(self, module: ast.expr, name: str | None) -> Releases | None:
        origins = self._resolver.origins(module)
        if name is None or not origins or not all(names.is_module(path) for path in origins):
            return None
        lives = NOTHING
        for path, bound in origins.items():
            lives |= bound & names.lives(f"{path}.{name}")
        return lives

    # -- comparisons -----------------------------------------------------------------------------------
    def _compare(self, test: ast.Compare) -> Outcomes:
        found = TRUE
        left = test.left
        for operator, right in zip(test.ops, test.comparators, strict=True):
            part = self._pair(left, operator, right)
            found = Outcomes(found.true & part.true, found.false | part.false)
            left = right
        return found

    def _pair(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> Outcomes:
        if isinstance(operator, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)) and isinstance(right, ast.Constant):
            found = UNKNOWN
            if right.value is None:
                found = self._missing(left)
            elif isinstance(right.value, bool):
                found = self.outcomes(left) if right.value else self.outcomes(left).negated()
            if found is not UNKNOWN:
                return found if isinstance(operator, (ast.Is, ast.Eq)) else found.negated()
        if isinstance(operator, (ast.In, ast.NotIn)):
            found = self._listed(left, right)
            return found if isinstance(operator, ast.In) else found.negated()
        how = _OPERATORS.get(type(operator))
        if how is None:
            return UNKNOWN
        if self._is_version(left) and (version := self._literal(right)):
            return _specified(f"{how}{version}")
        if self._is_version(right) and (version := self._literal(left)):
            return _specified(f"{_MIRRORED.get(how, how)}{version}")
        return UNKNOWN

    def _missing(self, node: ast.expr) -> Outcomes:
        """Where an expression may be None, and where it may be something else."""
        if self._depth >= _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            return self._may_be_none(node)
        finally:
            self._depth -= 1

    def _may_be_none(self, node: ast.expr) -> Outcomes:
        if isinstance(node, ast.NamedExpr):
            return self._missing(node.value)
        if isinstance(node, ast.Constant):
            return TRUE if node.value is None else FALSE
        if isinstance(node, ast.Call):
            if last_name(node.func) == "find_spec" or (last_name(node.func) == "getattr" and len(node.args) > 2):
                return self._call(node).negated()
            return UNKNOWN
        if not isinstance(node, ast.Name) or not (bindings := self._resolver.bindings(node)):
            return UNKNOWN
        found = Outcomes(NOTHING, NOTHING)
        for binding in bindings:
            if binding.value is not None:
                part = self._missing(binding.value)
            elif binding.path is not None and (binding.path + ".").startswith(f"{names.ROOT}."):
                part = Outcomes(NOTHING, names.lives(binding.path) - ABSENT)
            else:
                part = UNKNOWN
            found |= part.within(self._resolver.reach(binding.reach))
        return found

    def _listed(self, left: ast.expr, right: ast.expr) -> Outcomes:
        """``"name" in dir(module)``."""
        if isinstance(right, ast.Call) and last_name(right.func) == "dir" and len(right.args) == 1:
            lives = self._member(right.args[0], text_of(left))
            if lives is not None:
                return Outcomes.exists(lives)
        return UNKNOWN

    def _is_version(self, node: ast.expr) -> bool:
        """Whether an expression is the version of the installed torch_xla."""
        if isinstance(node, ast.Call):
            if last_name(node.func) in _VERSION_CALLS and node.args:
                return self._is_version(node.args[0])
            paths = self._paths(node.func) or [last_name(node.func)]
            return paths[0].endswith("metadata.version") and bool(node.args) and _is_distribution(node.args[0])
        if isinstance(node, ast.Attribute):
            if node.attr in ("release", "base_version", "public"):
                return self._is_version(node.value)
            return f"{names.ROOT}.__version__" in self._resolver.origins(node)
        if isinstance(node, ast.Name):
            if f"{names.ROOT}.__version__" in self._resolver.origins(node):
                return True
            values = [binding.value for binding in self._resolver.bindings(node)]
            if len(values) == 1 and values[0] is not None and self._depth < _DEEPEST:
                self._depth += 1
                try:
                    return self._is_version(values[0])
                finally:
                    self._depth -= 1
        return False

    def _literal(self, node: ast.expr) -> str | None:
        """The version that a literal, or a version made from one, stands for."""
        if isinstance(node, ast.Call) and last_name(node.func) in _VERSION_CALLS and node.args:
            return self._literal(node.args[0])
        if isinstance(node, ast.Tuple) and node.elts:
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.elts]
            return ".".join(map(str, parts)) if all(type(part) is int for part in parts) else None
        text = text_of(node)
        return text if text and re.fullmatch(r"[\w.+-]+", text) else None


def _tails(path: str) -> list[str]:
    """A dotted path and what is left of it without its first names: users may give any of them."""
    parts = path.split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]


def _specified(specifier: str) -> Outcomes:
    try:
        return version_outcomes(specifier)
    except BadSpecifier:
        # Nothing satisfies it, or it is no specifier: then nothing is known.
        return UNKNOWN


def _is_distribution(node: ast.expr) -> bool:
    return (text_of(node) or "").replace("-", "_") == names.ROOT


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
