# OPTIONS: --xrt-torch-xla=">=2.1"
"""The same where torch_xla is optional: only what uses it is dead."""
from lightning.fabric.accelerators.xla import _XLA_AVAILABLE
from lightning_utilities.core.imports import RequirementCache
from my_project.flags import _XLA_GREATER_EQUAL_2_1

if _XLA_GREATER_EQUAL_2_1:
    from torch_xla import runtime as xr
else:
    xr = None

if _XLA_GREATER_EQUAL_2_1:
    from torch_xla._internal import tpu
else:
    from torch_xla.experimental import tpu  # XRT501: 5

_INSTALLED = RequirementCache("torch_xla")
if _INSTALLED and _XLA_GREATER_EQUAL_2_1:
    import torch_xla.runtime as runtime
elif _INSTALLED:
    from torch_xla.experimental import pjrt as runtime  # XRT501: 5
else:
    runtime = None


def world():
    if not _XLA_AVAILABLE:
        return 1
    if _XLA_GREATER_EQUAL_2_1:
        return xr.world_size()
    return 1  # XRT501: 5


def local():
    if _XLA_GREATER_EQUAL_2_1:
        return xr.local_ordinal()
    return 0


def node(env):
    if _XLA_GREATER_EQUAL_2_1:
        return xr.host_index()
    import torch_xla.core.xla_env_vars as xenv  # XRT501: 5
    from torch_xla.utils.utils import getenv_as

    return getenv_as(xenv.HOST_ORDINAL, int, 0)


def chips():
    return tpu.num_available_chips()
