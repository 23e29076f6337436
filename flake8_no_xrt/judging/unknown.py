"""Names that no release has, that start later than the floor, or that are not bound where they are used."""

from __future__ import annotations

import ast
import difflib
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.releases import ABSENT, Releases
from flake8_no_xrt.judging.findings import Verdict
from flake8_no_xrt.reading.resolve import living, ours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.reading.model import ImportedName
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
            verdict = self._path(module, reach)
            if verdict is not None or not names.is_module(module):
                return verdict
        return self._path(imported.path, reach) if imported.name not in ("", "*") else None

    def attribute(self, path: str, reach: Releases) -> Verdict | None:
        """The verdict on an attribute of a module, used where the module lives."""
        return self._path(path, reach)

    def _path(self, path: str, reach: Releases) -> Verdict | None:
        module, _, name = path.rpartition(".")
        if not reach or not names.is_module(module) or (name.startswith("__") and name.endswith("__")):
            return None
        lives = names.lives(path) - ABSENT
        if not lives:
            close = _close(module, name)
            hint = f": did you mean {close}?" if close else ""
            return Verdict("XRT601", f"{path} exists in no torch_xla release{hint}", path)
        early = reach - lives - lives.newer_than_one_of(lives)
        early = Releases(early.mask & ((lives.mask & -lives.mask) - 1)) - ABSENT
        if self.options.floor_stated and early:
            entry = catalogue.lookup(path)
            if entry is not None and entry.broken(reach):
                return None
            return Verdict(
                "XRT602",
                f"{path} starts in torch_xla {lives.first}: the stated floor {self.options.target.first} lacks it",
                path,
            )
        return None

    def unbound(self) -> Iterator[tuple[Verdict, ast.Name]]:
        """The names that are bound by torch_xla imports only, on none of the releases that reach their use."""
        model = self.resolver.model
        done: set[ast.Name] = set()
        for chain in model.chains:
            node = chain.base
            if not isinstance(node, ast.Name) or node in done:
                continue
            done.add(node)
            bindings = self.resolver.bindings(node)
            if not bindings or not all(binding.path and ours(binding.path) for binding in bindings):
                continue
            reach = self.resolver.reach(chain.reach) & self.options.target
            bound = Releases(0)
            for binding in bindings:
                bound |= self.resolver.reach(binding.reach)
            if reach and not reach & bound:
                where = ", ".join(sorted({str((self.resolver.reach(b.reach) - ABSENT)) for b in bindings}))
                yield (
                    Verdict(
                        "XRT603",
                        f"{node.id} is not bound here: it is imported on torch_xla {where}, this runs on {reach}",
                        node.id,
                    ),
                    node,
                )


def _close(module: str, name: str) -> str | None:
    """The most similar name there is, first in the same module, then among all modules."""
    members = [f"{module}.{member}" for member in names.members(module) if not member.startswith("__")]
    siblings = [path for path in names.modules() if path.rpartition(".")[0] == module]
    match = difflib.get_close_matches(f"{module}.{name}", [*members, *siblings], n=1, cutoff=0.85)
    if match:
        return match[0]
    same = [path for path in names.modules() if living(f"{path}.{name}") and name in names.members(path)]
    public = [path for path in same if "._" not in path]
    return f"{public[0]}.{name}" if len(public) == 1 else None
