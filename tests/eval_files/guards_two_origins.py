"""A name from the new module here and from the old one there is right in both."""
from my_project.flags import _XLA_GREATER_EQUAL_2_1

if _XLA_GREATER_EQUAL_2_1:
    from torch_xla import runtime as xr
    from torch_xla._internal import tpu
else:
    from torch_xla.experimental import pjrt as xr
    from torch_xla.experimental import tpu


def ranks():
    return xr.global_ordinal(), xr.world_size(), tpu.version()


def chips():
    if _XLA_GREATER_EQUAL_2_1:
        return tpu.num_available_chips()
    return tpu.num_logical_cores_per_chip()


def check(module):
    # The runtime lost this one; that pjrt had it up to 2.0 does not help.
    return xr.using_pjrt() and module  # XRT402: 12
