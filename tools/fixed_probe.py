"""Ask an installed lightning what it answers on one CPU process; started by tools/fixed_live.py, in another Python.

The modules to import are the arguments. One line of JSON comes out: for each question its answer, or how it failed.
"""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from collections.abc import Callable


def answer(question: Callable[[], Any]) -> str:
    """What a question gives, in one line."""
    try:
        said = repr(question())
    except Exception as error:  # noqa: BLE001 - how it fails is the answer
        said = f"{type(error).__name__}: {error}"
    return " ".join(said.split())


def part(name: str) -> Any:
    """A module of an installed package; none of them need be there where this file is checked."""
    return importlib.import_module(name)


def imported(name: str) -> Callable[[], str]:
    """The question whether a module imports."""

    def question() -> str:
        part(name)
        return "imports"

    return question


def strategy(package: str) -> Any:
    """A strategy of lightning.fabric or lightning.pytorch on the CPU device of torch_xla."""
    return part(f"lightning.{package}.strategies.xla").XLAStrategy(
        accelerator=part(f"lightning.{package}.accelerators.xla").XLAAccelerator(),
        parallel_devices=[part("torch").device("xla", 0)],
    )


def module_is_set_up() -> str:
    """Set up a module, which sends the parameters of the first process to the others."""
    model = part("torch").nn.Linear(2, 1).to(part("torch_xla").device())
    return type(strategy("fabric").setup_module(model)).__name__


def launched(package: str) -> Any:
    """What a function gives that a launcher calls in one process."""
    launcher = part(f"lightning.{package}.strategies.launchers.xla")._XLALauncher  # noqa: SLF001
    return launcher(strategy(package)).launch(lambda: "called")


def questions() -> dict[str, Callable[[], Any]]:
    """The questions, by what is asked."""
    accelerator = part("lightning.fabric.accelerators.xla").XLAAccelerator
    environment = part("lightning.fabric.plugins.environments.xla").XLAEnvironment()
    asked: dict[str, Callable[[], Any]] = {
        f"XLAEnvironment().{name}()": getattr(environment, name)
        for name in ("world_size", "global_rank", "local_rank", "node_rank")
    }
    # On a TPU the count comes from the machine's own metadata, which is asked for over the network.
    asked["XLAAccelerator.auto_device_count()"] = accelerator.auto_device_count
    asked["XLAAccelerator.get_parallel_devices(1)"] = lambda: accelerator.get_parallel_devices(1)
    asked["fabric: XLAStrategy(...).setup_module(Linear)"] = module_is_set_up
    asked["fabric: XLAStrategy(one device).setup_environment()"] = lambda: strategy("fabric").setup_environment()
    asked["pytorch: XLAStrategy(one device).setup_distributed()"] = lambda: strategy("pytorch").setup_distributed()
    for package in ("fabric", "pytorch"):
        asked[f"{package}: _XLALauncher(...).launch(function)"] = partial(launched, package)
    return asked


def main(modules: list[str]) -> None:
    """Ask everything."""
    warnings.simplefilter("ignore")
    answers = {name: answer(imported(name)) for name in modules}
    accelerator, tpu = part("lightning.fabric.accelerators.xla").XLAAccelerator, part("torch_xla._internal.tpu")
    with (
        mock.patch.object(accelerator, "is_available", return_value=True),
        mock.patch.object(tpu, "num_available_devices", return_value=4),
    ):
        answers |= {name: answer(question) for name, question in questions().items()}
    print(json.dumps(answers))


if __name__ == "__main__":
    main(sys.argv[1:])
