"""Defaults that turn a lost name into a world of one."""
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr

# MESSAGE: torch_xla.core.xla_model.xrt_world_size, the loss of which is hidden here, was removed in torch_xla 2.7: use torch_xla.runtime.world_size, which takes no argument
n = getattr(xm, "xrt_world_size", lambda: 1)()  # XRT405: 17
rank = getattr(xm, 'get_ordinal', None)  # XRT405: 20


def world():
    size = 1
    if hasattr(xm, "xrt_world_size"):  # XRT405: 20
        size = xm.xrt_world_size()
    return size


def report(log):
    if hasattr(xm, "get_ordinal"):  # XRT405: 20
        log.info("rank %s", xm.get_ordinal())
