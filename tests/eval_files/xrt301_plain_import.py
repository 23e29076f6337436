"""A module imported by its whole name: the import is the cause, whatever the chains say."""
import sys
from typing import TYPE_CHECKING

import torch_xla.experimental.pjrt  # XRT301: 8

if TYPE_CHECKING:
    from torch_xla.experimental import pjrt as typed  # XRT301: 40

rank = torch_xla.experimental.pjrt.global_ordinal()
names = torch_xla.experimental.custom_kernel, torch_xla.runtime


def size(runtime: "typed" = None):
    return torch_xla.experimental.pjrt.world_size(), runtime


def broadcast(module):
    torch_xla.experimental.pjrt.broadcast_master_param(module)  # XRT301: 5


def test_size(monkeypatch, stub):
    from torch_xla.experimental import pjrt, tpu  # XRT301: 40, XRT302: 46

    monkeypatch.setattr(pjrt, "world_size", lambda: 2)
    monkeypatch.setattr(tpu, "version", lambda: 4)
    monkeypatch.setitem(sys.modules, "torch_xla.experimental", stub)
    assert size()[0] == 2
