"""What an importable torch_xla says about the catalogue. Run by ``tools/verify_live.py`` in each environment.

Prints one JSON object as its last line: the replacements imported and called, the names said gone looked for, the
pairs of old and new names compared, and the shims that the library itself ships. Nothing is judged here.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import platform
import subprocess
import sys
import types
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from live_calls import NOT_CALLED, Bench, single, spmd

from flake8_no_xrt.facts import names
from flake8_no_xrt.truth import live
from flake8_no_xrt.truth.library import Library
from flake8_no_xrt.truth.replacements import entries, gone, is_name, offered, successors


class Called(NamedTuple):
    """What came of a call: the answer in short, or the error; ``done`` is False where nothing was called."""

    done: bool
    answer: str = ""
    error: str = ""


def short(value: object) -> str:
    """A repr of one line, without addresses, of at most 80 characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 and " at 0x" not in text else f"a {type(value).__name__}"


def call(way: Any, target: Any) -> Called:
    """Call a target the way the table says."""
    try:
        return Called(True, short(way(target)))
    except Exception as error:  # noqa: BLE001 - whatever the library raises is the finding
        return Called(True, "", f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")


def replacements(release: str, results: dict[str, Called]) -> list[dict[str, Any]]:
    """One row a replacement that the catalogue offers and the data says is there."""
    errors = live.look(one.name for one in offered(release) if is_name(one.name))
    rows = []
    for one in offered(release):
        if release not in one.lives:
            continue
        result = results.get(one.name, Called(False))
        row: dict[str, Any] = {"name": one.name, "instead_of": list(one.instead_of)}
        row["imports"] = errors.get(one.name) if is_name(one.name) else None
        row["called"] = result.done
        row["error"] = result.error
        row["answer"] = result.answer
        if not result.done:
            row["why"] = NOT_CALLED.get(one.name) or _not_callable(one.name)
        rows.append(row)
    return rows


def _not_callable(name: str) -> str:
    """Why there is nothing to call, empty if there is."""
    target = live.get(name) if is_name(name) else None
    if isinstance(target, types.ModuleType):
        return "a module"
    return "" if callable(target) and not isinstance(target, type(Any)) else f"a value: {short(target)}"


def signature(target: Any) -> str:
    """The signature of a function or class, its annotations left out, or what it is if it has none."""
    try:
        found = inspect.signature(target)
    except (TypeError, ValueError):
        return type(target).__name__
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def pairs(release: str, ways: dict[str, Any] | None, results: dict[str, Called]) -> list[dict[str, Any]]:
    """One row a pair of names that both exist: how the old one relates to the new one.

    With ``ways``, only the pairs whose new name it can call; the old one is then called the same way.
    """
    rows = []
    for entry, name in successors(release):
        if ways is not None and name not in ways:
            continue
        old, new = live.get(entry.name), live.get(name)
        wraps = getattr(old, "__wrapped__", None) is new
        row: dict[str, Any] = {"old": entry.name, "new": name, "rewrite": entry.advice.rewrite}
        row["relation"] = "the same object" if old is new else "wraps it" if wraps else "another"
        row["old_signature"], row["new_signature"] = signature(old), signature(new)
        row["optional_only"] = _optional_only(old) and _optional_only(new)
        row["calls"] = entry.advice.calls
        row["answers"] = None
        if ways and old is not new and not results[name].error:
            again = call(ways[name], old)
            row["answers"] = "same" if again == results[name] else "other"
        rows.append(row)
    return rows


def _optional_only(target: Any) -> bool:
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return False
    required = [one for one in found if one.default is one.empty]
    return all(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in required)


def shims(release: str) -> list[dict[str, Any]]:
    """The library's own word: every catalogued function that wraps another one of torch_xla."""
    rows = []
    for entry in entries():
        located = names.locate(entry.name)
        if located is None or located.is_module or release not in entry.lives or entry.name.count(".") < 2:
            continue
        if live.look([entry.name])[entry.name]:
            continue  # bound under a condition that does not hold here
        target = live.get(entry.name)
        wrapped = getattr(target, "__wrapped__", None)
        if not isinstance(target, types.FunctionType) or wrapped is None or not _deprecates(target):
            continue
        rows.append({"old": entry.name, "wraps": _full_name(wrapped), "candidates": list(entry.advice.to)})
    return rows


def _deprecates(target: types.FunctionType) -> bool:
    """Whether the wrapper is the one of torch_xla.experimental.deprecation, not a cache or a check."""
    return Path(target.__code__.co_filename).parts[-2:] == ("experimental", "deprecation.py")


def _full_name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def part(release: str, make: Any) -> dict[str, Any]:
    """Call the replacements of one table, and compare the pairs whose new name is in it. The order is the table's."""
    told = {one.name for one in offered(release) if release in one.lives} | {new for _, new in successors(release)}
    ways = make(Bench())
    results = {name: call(way, live.get(name) if is_name(name) else name) for name, way in ways.items() if name in told}
    return {"results": results, "pairs": pairs(release, ways, results)}


def apart(mode: str) -> dict[str, Any]:
    """The part of a process of its own: SPMD has to be chosen before anything else, and stays."""
    done = subprocess.run([sys.executable, __file__, mode], check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    """Look at everything and print it; with a mode, only its part."""
    os.environ.setdefault("PJRT_DEVICE", "CPU")
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    installed = str(live.get("torch_xla.__version__"))
    release = ".".join(installed.split(".")[:2])
    if sys.argv[1:]:
        print(json.dumps(part(release, {"single": single, "spmd": spmd}[sys.argv[1]])))
        return 0
    results: dict[str, Called] = {}
    relations: list[dict[str, Any]] = []
    for found in (apart("single"), apart("spmd")):
        results |= {name: Called(*result) for name, result in found["results"].items()}
        relations += found["pairs"]
    done = {(row["old"], row["new"]) for row in relations}
    relations += [row for row in pairs(release, None, results) if (row["old"], row["new"]) not in done]
    report = {
        "torch_xla": installed,
        "torch": version("torch"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "replacements": replacements(release, results),
        "gone": [{"name": entry.name, "error": live.look([entry.name])[entry.name]} for entry in gone(release)],
        "pairs": sorted(relations, key=lambda row: (row["old"], row["new"])),
        "shims": shims(release),
        "names": imported(release),
    }
    print(json.dumps(report))
    return 0


def imported(release: str) -> dict[str, Any]:
    """Hold every module of the names data against the imported one.

    ``lacking`` are recorded names that are not bound here, each with whether its file binds it in any case; ``extra``
    are bound and not recorded.
    """
    library = Library(Path(live.get("torch_xla").__file__).parents[1])
    lacking: list[dict[str, Any]] = []
    extra, counted, skipped = [], 0, []
    for module in names.modules():
        if release not in names.lives(module):
            continue
        try:
            found = vars(live.get(module))
        except Exception as error:  # noqa: BLE001 - an optional dependency that is not here
            skipped.append(f"{module}: {type(error).__name__}: {' '.join(str(error).split())[:120]}")
            continue
        recorded = {name for name, lives in names.members(module).items() if release in lives}
        present = {name for name in found if not (name.startswith("__") and name.endswith("__"))}
        counted += len(recorded & set(found))
        for name in recorded - set(found):
            path = f"{module}.{name}"
            if path not in library.modules():  # a submodule is bound once something imports it
                lacking.append({"name": path, "certain": library.names(module)[name].certain})
        extra += [f"{module}.{name}" for name in present - recorded]
    return {
        "found": counted,
        "lacking": sorted(lacking, key=lambda row: str(row["name"])),
        "extra": sorted(extra),
        "not_imported": skipped,
    }


if __name__ == "__main__":
    sys.exit(main())
