"""One torch_xla on disk, as a whole: which modules import, which names they have, and where those come from.

The folder (or the wheel, opened with :class:`zipfile.Path`) is read, never imported. Optional dependencies are
taken to be there: what is asked is what the release has, not what a machine lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.truth.bindings import Binding, Contents, read

if TYPE_CHECKING:
    import zipfile
    from pathlib import Path

    Folder = Path | zipfile.Path


class Place(NamedTuple):
    """Where a name ends after every re-export: ``defined`` is its full name there.

    ``how`` is what stands at ``file`` and ``line``; ``external`` is what another package defines.
    """

    name: str
    how: Literal["module", "function", "class", "value", "registered", "external"]
    defined: str
    file: str
    line: int


class Library:
    """The package torch_xla in ``folder``, the folder that holds ``torch_xla/`` (site-packages, or a wheel).

    Raises FileNotFoundError if there is no torch_xla in it, and SyntaxError, when a file is first needed, if it
    cannot be read as Python.
    """

    def __init__(self, folder: Folder) -> None:
        self._files: dict[str, tuple[Folder, bool]] = {}
        self._walk(folder / ROOT, ROOT)
        if ROOT not in self._files:
            raise FileNotFoundError(f"no package {ROOT} in {folder}")
        self._contents: dict[str, Contents] = {}
        self._names: dict[str, dict[str, Binding]] = {}
        self._imports: dict[str, bool] = {}

    def _walk(self, folder: Folder, package: str) -> None:
        init = folder / "__init__.py"
        if not init.is_file():
            return
        self._files[package] = (init, True)
        entries: list[Folder] = list(folder.iterdir())
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                self._walk(entry, f"{package}.{entry.name}")
            elif entry.name.endswith(".py") and entry.name != "__init__.py":
                self._files[f"{package}.{entry.name.removesuffix('.py')}"] = (entry, False)

    # -- what there is -----------------------------------------------------------------------------------
    @property
    def version(self) -> str | None:
        """What ``torch_xla/version.py`` says, None if it says nothing that can be read."""
        module = f"{ROOT}.version"
        if module not in self._files:
            return None
        for line in self.source(module).splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "__version__":
                return value.strip().strip("'\"")
        return None

    def modules(self) -> list[str]:
        """Every module there is a file for, whether or not it can be imported."""
        return list(self._files)

    def names(self, module: str) -> dict[str, Binding]:
        """The names of a module: those it binds, star imports included, and its submodules.

        Raises KeyError if there is no such module.
        """
        if module not in self._names:
            contents = self.contents(module)
            self._names[module] = found = dict(contents.names)
            for star in contents.stars:
                if star in self._files and star != module:
                    found.update(self._star(star))
            prefix = f"{module}."
            for other in self._files:
                if other.startswith(prefix) and "." not in other[len(prefix) :]:
                    found.setdefault(other[len(prefix) :], Binding("import", 0, other))
        return self._names[module]

    def _star(self, module: str) -> dict[str, Binding]:
        exported = self.contents(module).exported
        return {
            name: Binding("import", binding.line, f"{module}:{name}", binding.certain)
            for name, binding in self.names(module).items()
            if (name in exported if exported is not None else not name.startswith("_"))
        }

    def contents(self, module: str) -> Contents:
        """What the file of a module binds by itself. Raises KeyError, SyntaxError."""
        if module not in self._contents:
            self._contents[module] = read(self.source(module), module, self._files[module][1])
        return self._contents[module]

    def source(self, module: str) -> str:
        """The text of a module. Raises KeyError if there is no such module."""
        return self._files[module][0].read_text(encoding="utf-8")

    def imports(self, module: str) -> bool:
        """Whether a module can be imported as far as torch_xla's own names decide it."""
        if module not in self._files:
            return False
        if module not in self._imports:
            # Modules that import each other in a ring are taken to work while one of them is being asked.
            self._imports[module] = True
            parent = module.rpartition(".")[0]
            self._imports[module] = (not parent or self.imports(parent)) and all(
                self._has(need, module) for need in self.contents(module).needs
            )
        return self._imports[module]

    def _has(self, need: str, module: str) -> bool:
        """Whether something that the import of ``module`` evaluates exists."""
        if ":" in need:
            source, _, name = need.partition(":")
            if not _own(source):
                return True
            inner = f"{source}.{name}"
            # A package's own binding wins over a submodule that nothing has imported yet.
            if source in self._files and name in self.contents(source).names:
                return source == module or self.imports(source)
            return self.imports(inner) if inner in self._files else self.find(inner) is not None
        head, _, rest = need.partition(".")
        if head == ROOT and need in self._files:
            return self.imports(need)
        binding = self.contents(module).names.get(head)
        if binding is None or binding.kind != "import" or not rest:
            return head != ROOT or need == ROOT
        return self._chain_exists(binding.target.replace(":", "."), rest)

    def _chain_exists(self, base: str, rest: str) -> bool:
        if not _own(base):
            return True
        for part in rest.split("."):
            if base not in self._files:
                return True  # an attribute of an object: not for this reader to say
            if part not in self.names(base):
                return False
            base = f"{base}.{part}"
        return True

    # -- where a name comes from ---------------------------------------------------------------------------
    def find(self, path: str) -> Place | None:
        """Where the module or module-level name ``path`` comes from, None if this torch_xla lacks it.

        Every re-export is followed: a name imported from a module of torch_xla that lacks it is not there.
        """
        return self._find(path, path, frozenset())

    def _find(self, asked: str, path: str, seen: frozenset[str]) -> Place | None:
        if path in seen:
            return None
        seen |= {path}
        module, _, name = path.rpartition(".")
        own = self.contents(module).names.get(name) if module in self._files else None
        if path in self._files and (own is None or own.target in (path, f"{module}:{name}")):
            return Place(asked, "module", path, self._file(path), 1) if self.imports(path) else None
        if module not in self._files or name not in self.names(module) or not self.imports(module):
            return None
        binding = self.names(module)[name]
        here = Place(asked, "external", path, self._file(module), binding.line)
        if binding.kind == "registered":
            head, _, rest = binding.target.partition(".")
            source = self.contents(module).names.get(head)
            target = f"{source.target.replace(':', '.')}.{rest}" if source else binding.target
            there = self._find(asked, target, seen)
            return there and here._replace(how="registered", defined=there.defined)
        if binding.kind != "import":
            return here._replace(how=binding.kind)
        target = binding.target.replace(":", ".")
        if not _own(target):
            return here._replace(defined=target)
        return self._find(asked, target, seen)

    def _file(self, module: str) -> str:
        file, is_package = self._files[module]
        parts = [*module.split("."), file.name] if is_package else [*module.split(".")[:-1], file.name]
        return "/".join(parts)


def _own(path: str) -> bool:
    return path == ROOT or path.startswith(f"{ROOT}.")
