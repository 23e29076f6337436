"""A definition in the file beats what its name suggests."""
import os

import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr

_XLA_GREATER_EQUAL_2_1 = os.environ.get("USE_NEW_API") == "1"


def using_pjrt():
    return "PJRT_DEVICE" in os.environ


def size():
    if _XLA_GREATER_EQUAL_2_1:
        return xr.world_size()
    return xm.xrt_world_size()  # XRT401: 12


def rank():
    if using_pjrt():
        return xr.global_ordinal()
    return xm.get_ordinal()  # XRT401: 12
