"""What the files of a run take from each other: a name that another file imports is not removed."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")


class Taken:
    """The module-level names that other files of a run use, by the path of the file that has them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._modules: dict[str, set[str]] = defaultdict(set)
        for path in paths:
            parts = _parts(path)
            for start in range(len(parts)):
                self._modules[".".join(parts[start:])].add(path)
        self._by_user: dict[str, set[tuple[str, str]]] = {}

    def read(self, path: str, text: str) -> None:
        """Note what one file takes from the others; a file that is read again is noted anew.

        A file that does not parse takes nothing that could be told.
        """
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self._by_user[path] = set()
            return
        taken: set[tuple[str, str]] = set()
        whole: set[str] = set()
        attributes: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for home in self._homes(path, node.module or "", node.level):
                    taken.update((home, alias.name) for alias in node.names)
                for alias in node.names:
                    whole |= self._homes(path, f"{node.module or ''}.{alias.name}".strip("."), node.level)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    whole |= self._homes(path, alias.name, 0)
            elif isinstance(node, ast.Attribute):
                attributes.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _DOTTED.fullmatch(node.value):
                # A target of mock.patch, an entry point, a lazy import.
                module, _, name = node.value.rpartition(".")
                taken.update((home, name) for home in self._homes(path, module, 0))
        taken.update((home, name) for home in whole for name in attributes)
        self._by_user[path] = {(home, name) for home, name in taken if home != path}

    def kept(self, path: str) -> frozenset[str]:
        """The names of a file that others take; all of them are ``*`` if one takes everything."""
        return frozenset(name for taken in self._by_user.values() for home, name in taken if home == path)

    def users_first(self, paths: Iterable[str]) -> list[str]:
        """The paths in an order in which who takes from a file comes before it; circles are cut somewhere."""
        waiting = dict.fromkeys(paths)
        users = {
            path: {user for user, taken in self._by_user.items() for home, _ in taken if home == path}
            for path in waiting
        }
        ordered: list[str] = []
        while waiting:
            free = [path for path in waiting if not users[path] & waiting.keys() - {path}] or [next(iter(waiting))]
            ordered += free
            for path in free:
                del waiting[path]
        return ordered

    def _homes(self, path: str, module: str, level: int) -> set[str]:
        if level:
            parts = list(PurePath(path).parent.parts)
            base = parts[: len(parts) - level + 1]
            module = ".".join([*(part for part in base if part not in (".", "/")), *([module] if module else [])])
        return self._modules.get(module, set())


def _parts(path: str) -> list[str]:
    parts = [part for part in PurePath(path).with_suffix("").parts if part not in (".", "..", "/")]
    return parts[:-1] if parts and parts[-1] == "__init__" else parts


def broken_imports(before: Mapping[str, str], after: Mapping[str, str], taken: Taken) -> list[str]:
    """The names that files of a run lost although another file takes them, as ``path: name``.

    ``before`` and ``after`` are the texts of the files that may have changed, ``taken`` what all files take now.
    """
    lost = []
    for path, text in after.items():
        if text != before[path]:
            gone = _top_level(before[path]) - _top_level(text)
            lost += [f"{path}: {name}" for name in sorted(taken.kept(path) & gone)]
    return lost


def _top_level(text: str) -> set[str]:
    """The names a module binds anywhere but in its functions and classes."""
    found: set[str] = set()
    todo: list[ast.AST] = [ast.parse(text)]
    while todo:
        for node in ast.iter_child_nodes(todo.pop()):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.alias):
                found.add(node.asname or node.name.partition(".")[0])
            elif isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Store):
                    found.add(node.id)
            elif not isinstance(node, ast.Lambda):
                todo.append(node)
    return found
