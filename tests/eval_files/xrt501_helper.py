# OPTIONS: --xrt-torch-xla=">=2.1"
"""The helper that a trainer keeps for all releases, and what hangs on it."""
from my_project.flags import _XLA_GREATER_EQUAL_2_1, _XLA_GREATER_EQUAL_2_5


def _using_pjrt() -> bool:
    # the function is gone in 2.5
    if _XLA_GREATER_EQUAL_2_5:
        return True
    if _XLA_GREATER_EQUAL_2_1:
        from torch_xla import runtime as xr

        return xr.using_pjrt()

    from torch_xla.experimental import pjrt  # XRT501: 5

    return pjrt.using_pjrt()


def broadcast(module):
    if _XLA_GREATER_EQUAL_2_1:
        from torch_xla.core.xla_model import broadcast_master_param
    else:
        from torch_xla.experimental.pjrt import broadcast_master_param  # XRT501: 9
    broadcast_master_param(module)
