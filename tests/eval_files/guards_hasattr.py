"""Guards that ask for the name itself, with another answer at hand."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr

n = xm.xrt_world_size() if hasattr(xm, "xrt_world_size") else xr.world_size()
n = xr.world_size() if not hasattr(xm, "xrt_world_size") else xm.xrt_world_size()
# The wrong way round.
n = xr.world_size() if hasattr(xm, "xrt_world_size") else xm.xrt_world_size()  # XRT401: 59
size = getattr(xm, "xrt_world_size", xr.world_size)()

HAS_OLD = hasattr(xm, "get_ordinal")


def rank():
    if HAS_OLD:
        return xm.get_ordinal()
    return xr.global_ordinal()


def wrong_rank():
    if not HAS_OLD:
        return xm.get_ordinal()  # XRT401: 16
    return xr.global_ordinal()


def one_asked_another_used():
    if hasattr(xm, "is_master_ordinal"):
        return xm.get_ordinal()  # XRT401: 16
    return 0


def leaves():
    if hasattr(xm, "xrt_world_size"):
        return xm.xrt_world_size()
    raise RuntimeError("ask torch_xla.runtime")


def compared_with_none():
    if getattr(xm, "xrt_world_size", None) is None:
        return xr.world_size()
    return xm.xrt_world_size()


def new_first():
    if hasattr(xr, "world_size"):
        return xr.world_size()
    return xm.xrt_world_size()


def by_module(strategy):
    if hasattr(torch_xla, "runtime"):
        strategy.size = torch_xla.runtime.world_size()
    else:
        strategy.size = xm.xrt_world_size()
