"""Rebuild the names data, ``flake8_no_xrt/facts/names.json`` and ``_universe.py``, from the wheels of torch_xla.

    python tools/build_names.py              rebuild from all wheels
    python tools/build_names.py --check      compare only; exit 1 if the files on disk differ
    python tools/build_names.py --add 2.10.0 add a release, or another patch release, to the data

The wheels are downloaded by pip into the cache folder (see ``tools/wheels.py``) and read with ast, not imported.
Releases that have no wheel keep what is recorded: no registry has wheels before 2.1, and that part was read from
the git tags v1.13.0 and v2.0.0 of pytorch/xla. Exit 2: a wheel could not be had, or its data cannot be used.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

# The helper beside this file makes the package importable from a checkout: it comes first.
from wheels import UnavailableError, fetch, open_wheel

from flake8_no_xrt.facts._universe import WHEELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flake8_no_xrt.truth.library import Library

ROOT = Path(__file__).resolve().parents[1]
NAMES = ROOT / "flake8_no_xrt" / "facts" / "names.json"
UNIVERSE = NAMES.with_name("_universe.py")
# Wheels carry a few of torch_xla's own tests. They are no API: the name torch_xla.test is listed, not what is in it.
LEFT_OUT = "torch_xla.test"

Names = dict[str, set[str]]  # module to names, of one release


class UnusableError(RuntimeError):
    """The wheels do not fit the shape of the data."""


def measure(library: Library) -> Names:
    """The modules of a library that import, each with its names."""
    kept = (name for name in library.modules() if not f"{name}.".startswith(f"{LEFT_OUT}."))
    return {name: set(library.names(name)) for name in kept if library.imports(name)}


def order(version: str) -> list[int]:
    """Sort versions and releases by number."""
    return [int(part) for part in version.split(".")]


def minor(version: str) -> str:
    """The release a version belongs to: ``2.5`` for ``2.5.1``."""
    return ".".join(version.split(".")[:2])


def per_release(measured: Mapping[str, Names]) -> dict[str, Names]:
    """Join the patch releases of each release. Raises UnusableError if two of one release differ."""
    releases: dict[str, Names] = {}
    for version, found in measured.items():
        if releases.setdefault(minor(version), found) != found:
            raise UnusableError(
                f"torch_xla {version} has other names than an earlier patch release of {minor(version)}"
            )
    return releases


def merge(recorded: dict[str, Any], measured: Mapping[str, Names]) -> dict[str, Any]:
    """The names data with the measured releases replaced or added, and all others as recorded."""
    known = recorded["releases"]
    universe = sorted({*known, *measured}, key=order)
    kept = {release: _of(recorded["modules"], known, release) for release in known if release not in measured}
    every = {**kept, **measured}
    modules = {}
    for module in sorted({module for found in every.values() for module in found}):
        living = [release for release in universe if module in every[release]]
        names = sorted({name for release in living for name in every[release][module]})
        ranges = {name: _ranges((r for r in living if name in every[r][module]), universe) for name in names}
        modules[module] = {"in": _ranges(living, universe), "names": ranges}
    return {"releases": universe, "modules": modules}


def _of(modules: dict[str, Any], known: list[str], release: str) -> Names:
    at = known.index(release)
    return {
        module: {name for name, ranges in data["names"].items() if _covers(ranges, at, known)}
        for module, data in modules.items()
        if _covers(data["in"], at, known)
    }


def _covers(ranges: str, at: int, known: list[str]) -> bool:
    spans = (part.partition("-") for part in ranges.split(","))
    return any(known.index(low) <= at <= known.index(high or low) for low, _, high in spans)


def _ranges(releases: Iterable[str], universe: list[str]) -> str:
    """``2.1,2.3-2.5``: runs of neighbours in ``universe``."""
    spans = []
    for _, run in groupby(enumerate(universe.index(release) for release in releases), lambda pair: pair[1] - pair[0]):
        indices = [index for _, index in run]
        low, high = universe[indices[0]], universe[indices[-1]]
        spans.append(low if low == high else f"{low}-{high}")
    return ",".join(spans)


def source(wheels: Iterable[str]) -> str:
    """Where the data comes from, in a sentence."""
    first, *_, last = sorted(wheels, key=order)
    return (
        f"static reading of the wheels {first} to {last} by tools/build_names.py and, for 1.13 and 2.0, of the "
        "git tags v1.13.0 and v2.0.0; patch releases have the same names as their minor release; aliases that a loop "
        "registers with setattr are included; a module is left out where its file is there but cannot be imported"
    )


def as_json(data: dict[str, Any]) -> str:
    """The text of names.json: one name a line, so that a change is a readable diff."""
    return json.dumps(data, indent=0) + "\n"


def as_universe(releases: Iterable[str], wheels: Iterable[str]) -> str:
    """The text of _universe.py."""

    def row(name: str, values: Iterable[str]) -> str:
        return f"{name} = ({', '.join(json.dumps(value) for value in values)})\n"

    return (
        '"""The torch_xla releases there are data for. Generated by tools/build_names.py: do not edit."""\n\n'
        f"{row('RELEASES', releases)}"
        "# The wheels that were read for them.\n"
        f"{row('WHEELS', wheels)}"
    )


def rebuild(recorded: dict[str, Any], read: Iterable[str], wheels: Iterable[str]) -> dict[Path, str]:
    """The texts of both files, with the versions ``read`` measured from their wheels.

    ``wheels`` is every version the data rests on. Raises UnavailableError and UnusableError.
    """
    measured = per_release({version: measure(open_wheel(fetch(version))) for version in read})
    merged = merge(recorded, measured)
    data = {"releases": merged["releases"], "source": source(wheels), "modules": merged["modules"]}
    return {NAMES: as_json(data), UNIVERSE: as_universe(data["releases"], wheels)}


def drift(old: str, new: str) -> list[str]:
    """What differs between two texts of names.json, one line a module or name."""
    before, after = (_flat(json.loads(text)) for text in (old, new))
    paths = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    lines = [f"{path}: recorded {before.get(path, 'nowhere')}, wheels {after.get(path, 'nowhere')}" for path in paths]
    return lines or (["the layout of the file differs"] if old != new else [])


def _flat(data: dict[str, Any]) -> dict[str, str]:
    flat = {"releases": ", ".join(data["releases"]), "source": data["source"]}
    for module, found in data["modules"].items():
        flat[module] = found["in"]
        flat.update({f"{module}:{name}": ranges for name, ranges in found["names"].items()})
    return flat


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Rebuild the names data from the wheels of torch_xla.")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="compare only, exit 1 if the data differs")
    choice.add_argument("--add", metavar="VERSION", help="read this version's wheel and add it to the data")
    options = parser.parse_args(arguments)
    if options.add and not re.fullmatch(r"\d+(\.\d+)+", options.add):
        print(f"build_names: {options.add!r} is not a version such as {WHEELS[-1]}", file=sys.stderr)
        return 2
    old = NAMES.read_text(encoding="utf-8")
    # A patch release of a known release has to agree with the others of it: read those as well.
    wheels = sorted({*WHEELS, *([options.add] if options.add else [])}, key=order)
    read = [version for version in wheels if not options.add or minor(version) == minor(options.add)]
    try:
        texts = rebuild(json.loads(old), read, wheels)
    except (UnavailableError, UnusableError, OSError, SyntaxError) as error:
        print(f"build_names: {error}", file=sys.stderr)
        return 2
    lines = drift(old, texts[NAMES])
    print("\n".join([*lines, f"{len(read)} wheels read, {len(lines)} differences"]))
    differ = {path: text for path, text in texts.items() if path.read_text(encoding="utf-8") != text}
    if options.check:
        print("\n".join(f"{path.relative_to(ROOT)} differs from what the wheels say" for path in differ))
        return 1 if differ else 0
    for path, text in differ.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
