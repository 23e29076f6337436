"""Running the command in this process, as tests do."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

from flake8_no_xrt.command.main import main

BROKEN = "import torch_xla.core.xla_model as xm\n\nn = xm.xrt_world_size()\n"
SAID = (
    "XRT401 torch_xla.core.xla_model.xrt_world_size was removed in torch_xla 2.7: "
    "use torch_xla.runtime.world_size, which takes no argument"
)


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(capsys, *arguments: object, stdin: bytes | None = None) -> Done:
    """The exit code and the output of the command with these arguments."""
    capsys.readouterr()
    before = sys.stdin
    if stdin is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        code = main([str(argument) for argument in arguments])
    finally:
        sys.stdin = before
    return Done(code, *capsys.readouterr())
