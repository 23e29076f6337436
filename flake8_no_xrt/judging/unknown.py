"""Names that no release has, that start later than the floor, or that are not bound where they are used."""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.releases import ABSENT, NOTHING, Releases
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.reading.resolve import ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import ImportedName, State
    from flake8_no_xrt.reading.resolve import Resolver


class Unknown:
    """Answers for one model."""

    def __init__(self, resolver: Resolver, options: Options) -> None:
        self.resolver = resolver
        self.options = options

    def imported(self, imported: ImportedName, reach: Releases) -> Verdict | None:
        """The verdict on an import that nothing else is to be said about.

        Silent in a ``try`` that catches the failure: then the code knows.
        """
        kind = "name" if imported.name else "module"
        if imported.frame is not None and (
            imported.frame.catching("module") or imported.frame.catching(kind)  # type: ignore[arg-type]
        ):
            return None
        parts = imported.module.split(".")
        for size in range(2, len(parts) + 1):
            module = ".".join(parts[:size])
            verdict = self.attribute(module, reach, imported.name if module == imported.module else "")
            if verdict is not None or not names.is_module(module):
                return verdict
        return self.attribute(imported.path, reach) if imported.name not in ("", "*") else None

    def attribute(self, path: str, reach: Releases, wanted: str = "") -> Verdict | None:
        """The verdict on a name of a module, used where the module lives.

        ``wanted`` is the name that was to come from it, where the name is a module's.
        """
        module, _, name = path.rpartition(".")
        if not reach or not names.is_module(module) or (name.startswith("__") and name.endswith("__")):
            return None
        lives = names.lives(path) - ABSENT
        if not lives:
            close = _close(path, reach, "" if wanted == "*" else wanted)
            hint = f": did you mean {close}?" if close else ""
            return Verdict("XRT601", f"{path} exists in no torch_xla release{hint}", path)
        early = reach & lives.older()
        if self.options.floor_stated and early:
            entry = catalogue.lookup(path)
            if entry is not None and entry.broken(reach):
                return None
            return Verdict(
                "XRT602",
                f"{path} starts in torch_xla {lives.first}, this also runs on {early}: guard it or raise the floor",
                path,
            )
        return None

    def unbound(self) -> Iterator[tuple[Verdict, ast.Name]]:
        """The names that are bound by torch_xla imports only, on none of the releases that reach their use."""
        model = self.resolver.model
        bound: dict[int, Releases | None] = {}
        for chain in model.chains:
            node = chain.base
            if not isinstance(node, ast.Name) or not (bindings := self.resolver.bindings(node)):
                continue
            if id(bindings) not in bound:
                bound[id(bindings)] = self._imported_on(bindings)
            where = bound[id(bindings)]
            if where is None:
                continue
            reach = self.resolver.reach(chain.reach) & self.options.target
            if reach and not reach & where:
                fact = (
                    f"{node.id} is not bound here: it is imported on torch_xla {where - ABSENT}, this runs on {reach}"
                )
                yield Verdict("XRT603", fact, node.id), node

    def _imported_on(self, bindings: State) -> Releases | None:
        """Where torch_xla imports bind a name; None if anything else binds it too."""
        bound = NOTHING
        for binding in bindings:
            if binding.path is None or not ours(binding.path):
                return None
            bound |= self.resolver.reach(binding.reach)
        return bound


def _close(path: str, reach: Releases, wanted: str = "") -> str | None:
    """A name that a misspelt or misplaced one may mean: public, and alive on all of ``reach``.

    ``wanted`` is the name that was to come from a module that does not exist.
    """
    module, _, name = path.rpartition(".")
    siblings = [child for child in names.modules() if child.rpartition(".")[0] == module]
    near = [f"{module}.{member}" for member in names.members(module)] + siblings
    similar = difflib.get_close_matches(
        name, [_last(sibling) for sibling in near if _offered(sibling, reach)], cutoff=0.7
    )
    if wanted:
        similar = [sibling for sibling in similar if _offered(f"{module}.{sibling}.{wanted}", reach)]
    if similar:
        return f"{module}.{similar[0]}"
    same = [other for other in names.modules() if _offered(f"{other}.{wanted or name}", reach)]
    return f"{same[0]}.{wanted or name}" if len(same) == 1 else None


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _offered(path: str, reach: Releases) -> bool:
    """Whether a name may be suggested: public, alive, not given up, and not just imported by many modules."""
    name = _last(path)
    if "._" in path or not reach - ABSENT <= names.lives(path) or name in _borrowed():
        return False
    entry = catalogue.lookup(path)
    return entry is None or not entry.broken(reach)


@lru_cache(maxsize=1)
def _borrowed() -> frozenset[str]:
    """The names that several modules have: imports of theirs (``os``, ``torch``, ``xm``), not what they are for."""
    counts = Counter(name for module in names.modules() for name in names.members(module))
    modules = {_last(path) for path in names.modules()}
    return frozenset(name for name, count in counts.items() if count > 3 and name not in modules)
