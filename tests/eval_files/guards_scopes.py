"""A guard holds for what is defined under it."""
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
from my_project.flags import _XLA_GREATER_EQUAL_2_1, registry

if _XLA_GREATER_EQUAL_2_1:

    def size():
        return xr.world_size()

    def rank():
        return xm.get_ordinal()  # XRT401: 16

else:

    def size():
        return xm.xrt_world_size()

    rank = xm.get_ordinal


if not _XLA_GREATER_EQUAL_2_1:

    @registry.add(xm.get_ordinal)
    class Old:
        size = xm.xrt_world_size

        def rank(self, default=xm.get_ordinal):
            return [xm.get_ordinal() for _ in range(default())]


def outer():
    if _XLA_GREATER_EQUAL_2_1:
        return None

    def inner():
        return xm.get_ordinal()

    return inner, lambda: xm.xrt_world_size()


def nested(kind):
    if kind:
        if not _XLA_GREATER_EQUAL_2_1:
            while kind:
                with kind:
                    kind = xm.get_ordinal()
        else:
            kind = xm.get_ordinal()  # XRT401: 20
    return kind


def sequential():
    if not _XLA_GREATER_EQUAL_2_1:
        size = xm.xrt_world_size()
    # The test is over: this runs on every release.
    return size, xm.get_ordinal()  # XRT401: 18


def loop_else(steps):
    for step in steps:
        if step:
            break
    else:
        if _XLA_GREATER_EQUAL_2_1:
            return None
        print(xm.get_ordinal())
    return xm.get_ordinal()  # XRT401: 12
