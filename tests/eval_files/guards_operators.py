"""Guards as parts of expressions."""
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
from lightning.fabric.accelerators.xla import _XLA_GREATER_EQUAL_2_1 as NEW
from my_project.flags import VERBOSE

n = xr.world_size() if NEW else xm.xrt_world_size()
n = xm.xrt_world_size() if NEW else xr.world_size()  # XRT401: 5
n = xm.xrt_world_size() if not NEW else xr.world_size()

alone = NEW or xm.xrt_world_size() == 1
alone = NEW and xm.xrt_world_size() == 1  # XRT401: 17
alone = not NEW and xm.xrt_world_size() == 1
alone = not NEW or xm.xrt_world_size() == 1  # XRT401: 20
alone = (not NEW and VERBOSE) and xm.xrt_world_size() == 1
alone = (not NEW or VERBOSE) and xm.xrt_world_size() == 1  # XRT401: 34

if NEW and VERBOSE:
    size = xr.world_size()
else:
    # Not verbose, but new: the old name is gone all the same.
    size = xm.xrt_world_size()  # XRT401: 12

if NEW or VERBOSE:
    size = xr.world_size()
else:
    size = xm.xrt_world_size()

if not (NEW or VERBOSE):
    size = xm.xrt_world_size()

if bool(VERBOSE) and not NEW:
    size = xm.xrt_world_size()

old = [xm.xrt_world_size() for _ in range(2) if not NEW]
new = [xm.xrt_world_size() for _ in range(2) if NEW]  # XRT401: 8
sizes = {name: xm.get_ordinal() for name in "ab" if VERBOSE if not NEW}
lazy = (xm.get_ordinal() for name in "ab" if VERBOSE)  # XRT401: 9

while not NEW:
    print(xm.get_ordinal())
    break
while NEW:
    print(xm.get_ordinal())  # XRT401: 11
    break

lookup = lambda: xr.world_size() if NEW else xm.xrt_world_size()


def asserted():
    assert not NEW
    return xm.xrt_world_size()


def asserted_new():
    assert NEW, "needs torch_xla 2.1"
    return xm.xrt_world_size()  # XRT401: 12


def matched(kind):
    match kind:
        case "size" if not NEW:
            return xm.xrt_world_size()
        case "rank" if NEW:
            return xm.get_ordinal()  # XRT401: 20
        case _:
            return None


def walrus():
    if (new := NEW) and VERBOSE:
        return xm.get_ordinal(), new  # XRT401: 16
    return None
