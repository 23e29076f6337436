"""Configuration for ruff: the table as entries of TID251 (banned-api).

ruff compares an import with the dotted parts of an entry, and an attribute with the whole of it. A name in a
module that is an entry itself would be reported twice at an import, so a module at fault stands alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from flake8_no_xrt.rules.heading import heading
from flake8_no_xrt.rules.table import Row, table

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options

# The first release that knows extend-banned-api. An older one refuses the whole file, this way with a clear word.
EXTEND_SINCE = "0.16.8"
_SETTINGS = "flake8-tidy-imports"


def entries(options: Options, *, advice: bool = False) -> list[Row]:
    """The rows that become entries; with ``advice`` also names that still work, and XRT9xx."""
    made = table(options.target, advice=advice)
    return sorted([*made.modules, *made.names])


def configuration(options: Options, *, extend: bool = False, advice: bool = False) -> str:
    """A configuration file. ``extend`` uses extend-banned-api, which a project's own banned-api does not replace."""
    key = "extend-banned-api" if extend else "banned-api"
    lines = heading(options, f"Banned names for ruff{f' {EXTEND_SINCE} and later' if extend else ''}", advice=advice)
    if extend:
        lines += [f'required-version = ">={EXTEND_SINCE}"', ""]
    lines += [
        "[lint]",
        'extend-select = ["TID251"]',
        "# Keeps `# noqa: XRT401` alive under RUF100.",
        'external = ["XRT"]',
        "",
        f"[lint.{_SETTINGS}.{key}]",
    ]
    lines += [f"{_string(row.name)}.msg = {_string(row.text)}" for row in entries(options, advice=advice)]
    return "\n".join(lines) + "\n"


def inline(options: Options, *, advice: bool = False) -> str:
    """The value for ruff's ``--config``, which adds the table to whatever configuration a project has.

    It leaves ``external`` alone: what is given here would replace the project's own.
    """
    banned = ", ".join(
        f"{_string(row.name)} = {{msg = {_string(row.text)}}}" for row in entries(options, advice=advice)
    )
    return f'lint.extend-select = ["TID251"]\nlint.{_SETTINGS}.extend-banned-api = {{{banned}}}\n'


def _string(text: str) -> str:
    """A basic string of TOML, which for these texts is one of JSON."""
    return json.dumps(text, ensure_ascii=False)
