"""A tree and options to findings: the one answer that plugin, command, editor and tests share."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import ENV_CONSTANTS, MOVED
from flake8_no_xrt.facts.releases import Releases
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.judging.dead import dead_code
from flake8_no_xrt.judging.forms import FormUse, forms
from flake8_no_xrt.judging.losses import Losses
from flake8_no_xrt.judging.places import Places
from flake8_no_xrt.judging.unknown import Unknown
from flake8_no_xrt.reading.environment import Environment, EnvironmentUse, ShellModule
from flake8_no_xrt.reading.model import Chain, ImportedName, Place, Region, Test
from flake8_no_xrt.reading.resolve import Resolver, living, ours
from flake8_no_xrt.reading.strings import StringUse, string_uses
from flake8_no_xrt.reading.walk import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.judging.findings import Finding, Verdict
    from flake8_no_xrt.judging.never import NeverRun
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.resolve import Origins

# What a finding comes from: an import, an attribute, a string, a variable, a form, dead code, or just a place.
Cause: TypeAlias = (
    "ImportedName | Attribute | StringUse | EnvironmentUse | ShellModule | FormUse | Region | Test"
    " | NeverRun | Place[Any] | ast.expr"
)


def check(tree: ast.AST, lines: Sequence[str], options: Options) -> list[Finding]:
    """The findings of a module, in the order of the source.

    ``lines`` are the lines the tree was parsed from; they are needed to count columns in characters.
    """
    return [found.finding for found in judge(tree, lines, options).found]


def judge(tree: ast.AST, lines: Sequence[str], options: Options) -> Judged:
    """As :func:`check`, with what each finding comes from, for those who want to change it."""
    resolver = Resolver(read(tree, loose_names()), options.guards)
    checker = _Checker(resolver, Places(lines), options)
    found = list(checker.findings())
    found += checker.dead(found)
    one_each: dict[tuple[int, int, str], Found] = {}
    for item in found:
        one_each.setdefault((item.finding.line, item.finding.column, item.finding.name), item)
    return Judged(resolver, sorted(one_each.values(), key=lambda item: item.finding))


@lru_cache(maxsize=1)
def loose_names() -> frozenset[str]:
    """The catalogued names that a star import can bring."""
    modules = [ENV_CONSTANTS, *MOVED, "torch_xla", "torch_xla.core.xla_model", "torch_xla.runtime"]
    return frozenset(
        name for module in modules for name in names.members(module) if catalogue.lookup(f"{module}.{name}")
    )


class Attribute(NamedTuple):
    """The attribute of a chain that a finding is about."""

    chain: Chain
    node: ast.Attribute


class Found(NamedTuple):
    """A finding and its cause: what the reading wrote down of it."""

    finding: Finding
    cause: Cause


class Judged(NamedTuple):
    """All findings of a module, and the resolver that answers about its names."""

    resolver: Resolver
    found: list[Found]


class _Checker:
    def __init__(self, resolver: Resolver, places: Places, options: Options) -> None:
        self.resolver = resolver
        self.model = resolver.model
        self.places = places
        self.options = options
        self.strings = list(string_uses(resolver))
        self.losses = Losses(resolver, options, self.strings)
        self.unknown = Unknown(resolver, options)
        # Modules imported without an alias, whose import was reported: a chain through them is not news.
        self.reported: set[str] = set()
        self._own: dict[str, int] | None = None
        self._faulty: set[tuple[ast.stmt, str]] = set()

    def findings(self) -> Iterator[Found]:
        for imported in self.model.imports:
            if ours(imported.module):
                yield from self._import(imported)
        for chain, origins, attributes in self.resolver.tracked():
            yield from self._chain(chain, origins, attributes)
        yield from self._star_names()
        for use in self.strings:
            yield from self._string(use)
        yield from self._environment()
        for form in forms(self.resolver, self.options):
            yield Found(self.places.finding(form.verdict, form.node), form)
        for verdict, node in self.losses.guards():
            yield Found(self.places.finding(verdict, node), node)
        for verdict, node in self.unknown.unbound():
            yield Found(self.places.finding(verdict, node), node)

    def dead(self, found: list[Found]) -> Iterator[Found]:
        """The dead code, beside what was found: a test that is itself at fault is not also constant."""
        if not self.options.floor_stated:
            return
        faults = [(item.finding.line, item.finding.column) for item in found]
        for verdict, cause in dead_code(self.resolver, self.options):
            if isinstance(cause, Region):
                finding = self.places.span(verdict, cause.first, cause.last)
            else:
                finding = self.places.finding(verdict, cause.node)
                span = (finding.line, finding.column), (finding.end_line, finding.end_column)
                if any(span[0] <= fault < span[1] for fault in faults):
                    continue
            yield Found(finding, cause)

    def _judge(self, path: str, reach: Releases) -> Verdict | None:
        newest = reach.last == self.options.target.last
        return verdicts.name(path, reach, self.options.deprecated, living=newest)

    # -- imports ---------------------------------------------------------------------------------------
    def _import(self, imported: ImportedName) -> Iterator[Found]:
        reach = self.resolver.reach(imported.reach) & self.options.target
        if not reach or self.losses.caught(imported):
            return
        if imported.name in ("", "*"):
            verdict = self._module(imported.module, reach)
            if verdict is not None and not imported.node.asname:
                self.reported.add(imported.module)
        else:
            verdict = self._judge(imported.path, reach) or self._module(imported.module, reach)
        if verdict is None:
            verdict = self.unknown.imported(imported, reach)
            if verdict is not None and verdict.name != imported.path:
                # The module is at fault, not one name after the other.
                if (imported.statement, verdict.name) in self._faulty:
                    return
                self._faulty.add((imported.statement, verdict.name))
        if verdict is not None:
            yield Found(self.places.finding(verdict, imported.node), imported)

    def _module(self, path: str, reach: Releases) -> Verdict | None:
        """The verdict on a module or on the first package around it that is at fault."""
        parts = path.split(".")
        for size in range(2, len(parts) + 1):
            verdict = self._judge(".".join(parts[:size]), reach)
            if verdict is not None:
                return verdict
        return None

    # -- chains ----------------------------------------------------------------------------------------
    def _chain(self, chain: Chain, origins: Origins, attributes: list[ast.Attribute]) -> Iterator[Found]:
        reach = self.resolver.reach(chain.reach) & self.options.target
        if not reach:
            return
        for path, bound in origins.items():
            found = self._follow(path, reach & bound, attributes)
            if found is None:
                continue
            verdict, node, fails = found
            if fails and self.losses.attribute_caught(chain, verdict):
                return
            yield Found(self.places.attribute(verdict, node), Attribute(chain, node))
            return

    def _follow(
        self, path: str, reach: Releases, attributes: list[ast.Attribute]
    ) -> tuple[Verdict, ast.Attribute, bool] | None:
        """Follow attributes from a module: the first one there is something to say about.

        ``reach`` is where the module's import was reached, whether or not it went well. The last value says
        whether the attribute itself fails (rather than an import that has been reported).
        """
        alive = reach & living(path)
        behind = path if self._judge(path, reach) else None
        for node in attributes:
            if not names.is_module(path):
                return None
            full = f"{path}.{node.attr}"
            entry = catalogue.lookup(full)
            if behind is not None:
                if entry is not None and _differs(behind, entry, node.attr, reach):
                    verdict = self._judge(full, reach)
                    return (verdict, node, False) if verdict else None
            elif full in self.reported:
                behind = full
            elif self._stored().get(full, node.lineno) >= node.lineno:
                verdict = self._judge(full, alive) if entry else self.unknown.attribute(full, alive)
                if verdict is not None:
                    return verdict, node, True
            alive &= names.lives(full)
            path = full
        return None

    def _stored(self) -> dict[str, int]:
        """The names that the file itself puts into a module of torch_xla, and the line from which they are there."""
        if self._own is None:
            stores = [(use.path, use.node.lineno - 1) for use in self.strings if use.kind == "set"]
            for chain in self.model.chains:
                if isinstance(chain.node.ctx, ast.Store):
                    stores += [(path, chain.node.lineno - 1) for path in self.resolver.origins(chain.node)]
            self._own = {}
            for path, line in sorted(stores):
                self._own.setdefault(path, line)
        return self._own

    def _star_names(self) -> Iterator[Found]:
        """Names that nothing but a star import can have bound."""
        stars = [imported for imported in self.model.stars if ours(imported.module)]
        if not stars:
            return
        for place in self.model.loads:
            node = place.node
            if self.resolver.bindings(node):
                continue
            reach = self.resolver.reach(place.reach) & self.options.target
            paths = [f"{imported.module}.{node.id}" for imported in stars if imported.module not in self.reported]
            brought = Releases(0)
            for path in paths:
                brought |= names.lives(path)
            verdict = next(filter(None, (self._judge(path, reach) for path in paths)), None)
            if verdict is not None and not reach <= brought:
                yield Found(self.places.finding(verdict, node), place)

    # -- strings ---------------------------------------------------------------------------------------
    def _string(self, use: StringUse) -> Iterator[Found]:
        reach = self.resolver.reach(use.place.reach) & self.options.target & use.bound
        verdict: Verdict | None = None
        if use.kind == "launcher":
            verdict = verdicts.launcher(use.path, reach)
        elif use.kind == "default":
            verdict = self.losses.default(use, reach)
        elif use.kind == "module":
            caught = self.losses.module_caught(use.place, use.path)
            verdict = None if caught else self._module(use.path, reach)
        elif use.kind == "path":
            verdict = self._dotted(use.path, reach)
        elif use.kind == "attribute":
            verdict = self._asked(use, reach)
            if verdict is not None and self.losses.attribute_caught(use.place, verdict):
                verdict = None
        if verdict is not None:
            yield Found(self.places.finding(verdict, use.node), use)

    def _asked(self, use: StringUse, reach: Releases) -> Verdict | None:
        """The verdict on an attribute asked for by name; silent behind a module whose import was reported."""
        module = use.path.rpartition(".")[0]
        if module in self.reported or self._judge(module, reach):
            return None
        if self._stored().get(use.path, use.node.lineno) < use.node.lineno:
            return None
        alive = reach & living(module)
        return self._judge(use.path, alive) or self.unknown.attribute(use.path, alive)

    def _dotted(self, path: str, reach: Releases) -> Verdict | None:
        """The verdict on a target such as ``mock.patch``'s: the first part at fault, but with the member's advice."""
        located = names.locate(path)
        assert located is not None  # it is ours
        return (
            self._judge(located.name, reach)
            or self._module(located.name, reach)
            or self.unknown.attribute(located.name, reach & living(located.name.rpartition(".")[0]))
        )

    # -- environment -----------------------------------------------------------------------------------
    def _environment(self) -> Iterator[Found]:
        environment = Environment(self.resolver)
        for use in environment.uses():
            reach = use.reach & self.options.target
            verdict = verdicts.setting(use.name, use.value, use.handling, reach, self.options.deprecated)
            if verdict is not None:
                yield Found(self.places.finding(verdict, use.node), use)
        for run in environment.launchers():
            verdict = verdicts.launcher(run.module, run.reach & self.options.target)
            if verdict is not None:
                yield Found(self.places.finding(verdict, run.node), run)


def _differs(behind: str, entry: catalogue.Entry, attribute: str, reach: Releases) -> bool:
    """Whether a name's advice is another than what the reported import of its module leads to."""
    module = catalogue.lookup(behind)
    if module is None or module.advice is entry.advice:
        return False
    theirs, own = catalogue.offer(module.advice, reach), catalogue.offer(entry.advice, reach)
    if theirs is None or own is None:
        return theirs is not own
    return own.name != f"{theirs.name}.{attribute}" or entry.advice.calls not in ("", module.advice.calls)
