# OPTIONS: --xrt-torch-xla=">=2.1"
"""Code for when torch_xla is not installed is alive whatever the floor."""
from importlib.util import find_spec

from lightning_utilities.core.imports import RequirementCache
from my_project.flags import _XLA_GREATER_EQUAL_2_1

_XLA_AVAILABLE = RequirementCache("torch_xla")

try:
    import torch_xla.core.xla_model as xm
except ImportError:
    xm = None

if find_spec("torch_xla") is None:
    runtime = None
else:
    import torch_xla.runtime as runtime


class Accelerator:
    def __init__(self):
        if not _XLA_AVAILABLE:
            raise ModuleNotFoundError(str(_XLA_AVAILABLE))

    @staticmethod
    def devices():
        if not _XLA_AVAILABLE:
            return 0
        return runtime.global_device_count()

    @staticmethod
    def rank():
        if xm is None:
            return 0
        return runtime.global_ordinal()


def size():
    if _XLA_GREATER_EQUAL_2_1:
        import torch_xla.runtime as xr

        return xr.world_size()
    return 1


def is_available():
    try:
        import torch_xla
    except ImportError:
        return False
    return torch_xla is not None
