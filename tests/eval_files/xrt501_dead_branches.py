# OPTIONS: --xrt-torch-xla=">=2.1"
"""Branches for releases below the floor."""
import torch_xla
import torch_xla.core.xla_model as xm
from lightning_utilities.core.imports import RequirementCache
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.1")

if NEW:
    import torch_xla.runtime as xr
else:
    # MESSAGE: dead code, lines 14 to 15 run on torch_xla 2.0 and before only, outside the target: remove it
    from torch_xla.experimental import pjrt as xr  # XRT501: 5
    xr.set_device_type("TPU")

if not NEW:
    print("old")  # XRT501: 5


def size():
    if RequirementCache("torch_xla>=2.1"):
        return xr.world_size()
    count = xm.xrt_world_size()  # XRT501: 5
    print("old release")
    return count


def rank():
    if not NEW:
        raise RuntimeError("needs torch_xla 2.1")  # XRT501: 9
    return xr.global_ordinal()


def hosts():
    return xr.process_count() if NEW else xm.xrt_world_size()  # XRT501: 43


def kinds(kind):
    if kind == "tpu":
        return 1
    elif RequirementCache("torch_xla<2.1"):
        return 2  # XRT501: 9
    else:
        return 3


def tried():
    try:
        from torch_xla import runtime
    except ImportError:
        from torch_xla.experimental import pjrt as runtime  # XRT501: 9
    return runtime


def later():
    # Alive: 2.1 to 2.4 are supported.
    if RequirementCache("torch_xla>=2.5"):
        return True
    return xr.using_pjrt()
