"""Public names that went with XRT."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional

import torch_xla
import torch_xla.core.xla_model as xm
from torch_xla import XRT_SERVER_REGEX as pattern  # XRT103: 23
from torch_xla import server_is_alive, stablehlo  # XRT103: 23

if TYPE_CHECKING:
    from torch_xla.core.xla_model import CollectiveContext  # XRT103: 42

# MESSAGE: torch_xla.server_is_alive was removed in torch_xla 2.1: delete it, PJRT starts no server of its own
if not torch_xla.server_is_alive():  # XRT103: 8
    print(torch_xla.XRT_RUN_SERVER_PROCESS, pattern, server_is_alive())  # XRT103: 11


def reduce(value, context: xm.CollectiveContext):  # XRT103: 28
    return value, context


def gather(value, context: "xm.CollectiveContext") -> "Optional[xm.DeviceContext]":  # XRT103: 28
    return value, context


def again(context: CollectiveContext) -> CollectiveContext:
    return context


class Reducer:
    context: Optional["xm.CollectiveContext"] = None  # XRT103: 23
    devices: "xm.DeviceContext"
