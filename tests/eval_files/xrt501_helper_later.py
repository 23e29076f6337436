# OPTIONS: --xrt-torch-xla=">=2.7"
"""The same helper with a higher floor: one region, nested tests and all."""
import torch_xla.core.xla_model as xm
from my_project.flags import _XLA_GREATER_EQUAL_2_1, _XLA_GREATER_EQUAL_2_5


def _using_pjrt() -> bool:
    if _XLA_GREATER_EQUAL_2_5:
        return True
    if _XLA_GREATER_EQUAL_2_1:  # XRT501: 5
        from torch_xla import runtime as xr

        return xr.using_pjrt()

    from torch_xla.experimental import pjrt

    return pjrt.using_pjrt()


def size():
    if hasattr(xm, "xrt_world_size"):
        n = xm.xrt_world_size()  # XRT501: 9
    else:
        import torch_xla.runtime as xr

        n = xr.world_size()
    return n
