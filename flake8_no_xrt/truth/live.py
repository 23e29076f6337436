"""The one part that imports torch_xla: to see that names are there.

:func:`look_apart` does it in a process of its own, since a torch_xla that does not fit its torch can end the process
that imports it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts.names import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable


class BrokenError(RuntimeError):
    """The installed torch_xla cannot be imported at all."""


def get(path: str) -> Any:
    """The object of a dotted name: the deepest module that imports, then attributes.

    Raises ImportError or AttributeError, as code that uses the name would, and whatever the import raises.
    """
    parts = path.split(".")
    found: Any = importlib.import_module(parts[0])
    for depth, part in enumerate(parts[1:], start=2):
        module = ".".join(parts[:depth])
        # A submodule wins over an attribute of that name, as for ``import a.b``.
        if hasattr(found, "__path__") and _is_module(module):
            found = importlib.import_module(module)
        else:
            found = getattr(found, part)
    return found


def _is_module(name: str) -> bool:
    return name in sys.modules or importlib.util.find_spec(name) is not None


def look(paths: Iterable[str]) -> dict[str, str | None]:
    """Import each name, here: None where that works, else the error."""
    return {path: _error(path) for path in paths}


def _error(path: str) -> str | None:
    try:
        get(path)
    except Exception as error:  # noqa: BLE001 - an import runs foreign code: whatever it raises is the answer
        return f"{type(error).__name__}: {error}"
    return None


def look_apart(paths: Iterable[str]) -> dict[str, str | None]:
    """Do the same in a process of its own. Raises BrokenError if torch_xla itself does not import there."""
    # The child looks where this process looks, and not in the current folder, which may be a checkout of torch_xla.
    start = f"import sys; sys.path[:] = {sys.path!r}; from flake8_no_xrt.truth.live import main; main()"
    command = [sys.executable, "-c", start, *paths]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - this very module
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"the process ended with status {done.returncode}"])[-1]
        raise BrokenError(f"torch_xla cannot be imported: {last}")
    answer: dict[str, str | None] = json.loads(done.stdout.splitlines()[-1])
    return answer


def main() -> None:
    """Be the process of its own: print what was found for the names on the command line."""
    importlib.import_module(ROOT)
    print(json.dumps(look(sys.argv[1:])))  # noqa: T201 - the answer
