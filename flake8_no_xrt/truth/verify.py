"""Which of the replacements that the catalogue offers exist in one torch_xla: the table of ``flake8-no-xrt verify``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.truth.replacements import Replacement, is_name, offered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flake8_no_xrt.truth.installed import Installed
    from flake8_no_xrt.truth.library import Library

# The module that registers each rendezvous scheme, at import.
SCHEMES = {"xla://": "torch_xla.distributed.xla_backend", "pjrt://": "torch_xla.experimental.pjrt_backend"}


class Row(NamedTuple):
    """One replacement: whether it exists, where it was seen (or why it is missing), and what it replaces."""

    name: str
    exists: bool
    seen: str
    instead_of: tuple[str, ...]


class Table(NamedTuple):
    """The rows for one torch_xla. ``source`` says what was looked at: files, the recorded names, or an import."""

    version: str
    source: str
    rows: tuple[Row, ...]

    @property
    def missing(self) -> list[Row]:
        """The rows of replacements that do not exist."""
        return [row for row in self.rows if not row.exists]

    def as_json(self) -> dict[str, Any]:
        """The table as plain data, for ``json.dumps``."""
        rows = [{**row._asdict(), "instead_of": list(row.instead_of)} for row in self.rows]
        return {"torch_xla": self.version, "source": self.source, "missing": len(self.missing), "replacements": rows}

    def as_text(self) -> str:
        """The table as text: a line for each module, then one for each replacement that is missing."""
        modules: dict[str, list[Row]] = {}
        for row in self.rows:
            modules.setdefault(row.name.rpartition(".")[0] or row.name, []).append(row)
        width = max(len(module) for module in modules)
        lines = [f"torch_xla {self.version}, {self.source}", "", f"{'replacements in':{width}}  exist  missing"]
        for module, rows in sorted(modules.items()):
            there = sum(row.exists for row in rows)
            lines.append(f"{module:{width}}  {there:5}  {len(rows) - there:7}")
        lines += ["", *(f"missing: {row.name}, {row.seen}" for row in self.missing)]
        lines.append(f"{len(self.rows) - len(self.missing)} of {len(self.rows)} replacements exist")
        return "\n".join(lines)


def recorded(version: str, release: str) -> Table:
    """The table for a release, from the recorded names."""
    rows = [_row(one, release in one.lives, "recorded") for one in offered(release)]
    return Table(version, "from the recorded names", tuple(rows))


def installed(found: Installed) -> Table:
    """The table for an installed torch_xla, from its files."""
    rows = [_read(one, found) for one in offered(found.release)]
    return Table(found.version, f"read in {found.folder}", tuple(rows))


def imported(found: Installed, errors: Mapping[str, str | None]) -> Table:
    """The table for an installed torch_xla that was imported; ``errors`` has None for each name that was there.

    What is no name, such as ``xla://``, is read from the files.
    """
    rows = []
    for one in offered(found.release):
        if one.name in errors:
            error = errors[one.name]
            rows.append(Row(one.name, error is None, error or "imported", one.instead_of))
        else:
            rows.append(_read(one, found))
    return Table(found.version, f"imported from {found.folder}", tuple(rows))


def to_import(release: str) -> list[str]:
    """The names that :func:`imported` wants to know about."""
    return [one.name for one in offered(release) if is_name(one.name)]


def registers(library: Library, scheme: str) -> bool:
    """Whether the module of a scheme such as ``xla://`` registers it, read from its file."""
    module = SCHEMES[scheme]
    if not library.imports(module):
        return False
    wanted = scheme.removesuffix("://")
    handed = [
        node.args[0]
        for node in ast.walk(ast.parse(library.source(module)))
        if isinstance(node, ast.Call) and node.args and _called(node) == "register_rendezvous_handler"
    ]
    return any(isinstance(first, ast.Constant) and first.value == wanted for first in handed)


def _called(node: ast.Call) -> str:
    """The last part of what is called: ``f`` for ``a.f()`` and for ``f()``."""
    return ast.unparse(node.func).rpartition(".")[2]


def _read(one: Replacement, found: Installed) -> Row:
    if one.name in SCHEMES:
        return _row(one, registers(found.library, one.name), f"registered by {SCHEMES[one.name]}")
    if not is_name(one.name):
        return _row(one, found.release in one.lives, "recorded")
    place = found.library.find(one.name)
    return _row(one, place is not None, f"{place.file}:{place.line}" if place else "")


def _row(one: Replacement, exists: bool, seen: str) -> Row:
    return Row(one.name, exists, seen if exists else f"which torch_xla has on {one.lives}", one.instead_of)
