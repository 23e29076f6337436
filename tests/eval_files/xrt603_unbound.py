# OPTIONS: --xrt-torch-xla=">=1.13"
"""A name bound on other releases than those where it is used."""
from my_project.flags import _XLA_GREATER_EQUAL_2_1

if _XLA_GREATER_EQUAL_2_1:
    from torch_xla._internal import tpu
    from torch_xla import runtime as xr


def version():
    if _XLA_GREATER_EQUAL_2_1:
        return tpu.version()
    # MESSAGE: tpu is not bound here: it is imported on torch_xla 2.1 and later, this runs on 2.0 and before
    return tpu.version() + 1  # XRT603: 12


def chips():
    if not _XLA_GREATER_EQUAL_2_1:
        from torch_xla.experimental import tpu as old
    else:
        return old.num_available_devices()  # XRT603: 16
    return old.num_local_processes()


def size():
    # Bound on some of the releases that come here: not this code's matter.
    return xr.world_size()


def rebound():
    if _XLA_GREATER_EQUAL_2_1:
        from torch_xla._internal import tpu as hardware
    else:
        hardware = None
    if not _XLA_GREATER_EQUAL_2_1:
        return hardware
    return hardware.version()
