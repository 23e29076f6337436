"""Guards and defaults that look alike and hide nothing."""
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr


def offers_an_else():
    if hasattr(xm, "xrt_world_size"):
        size = xm.xrt_world_size()
    else:
        size = xr.world_size()
    return size


def leaves():
    if hasattr(xm, "xrt_world_size"):
        return xm.xrt_world_size()
    return xr.world_size()


def names_the_replacement():
    size = xr.world_size()
    if hasattr(xm, "xrt_world_size"):
        size = xm.xrt_world_size()
    return size


def asks_for_what_lives():
    if hasattr(xm, "is_master_ordinal"):
        print(xm.is_master_ordinal())
    return getattr(xm, "get_local_ordinal", None), getattr(xr, "world_size", lambda: 1)()


def asks_another(xm):
    if hasattr(xm, "xrt_world_size"):
        print(xm.xrt_world_size())
    return getattr(xm, "get_ordinal", None)


def asks_by_variable(name):
    return getattr(xm, name, None), hasattr(xm, name)


def has_the_replacement_as_default():
    return getattr(xm, "get_ordinal", xr.global_ordinal)()
