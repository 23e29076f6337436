"""World size and rank, in every position an expression can stand in."""
import functools

import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr

# MESSAGE: torch_xla.core.xla_model.xrt_world_size was removed in torch_xla 2.7: use torch_xla.runtime.world_size, which takes no argument
size = xm.xrt_world_size()  # XRT401: 8
# MESSAGE: torch_xla.core.xla_model.get_ordinal was removed in torch_xla 2.7: use torch_xla.runtime.global_ordinal, which takes no argument
rank = xm.get_ordinal(defval=0)  # XRT401: 8
# MESSAGE: torch_xla.core.xla_model.parse_xla_device was removed in torch_xla 2.7: use torch_xla._internal.utils.parse_xla_device (from torch_xla 2.5 on), which is private
kind, index = xm.parse_xla_device("xla:0")  # XRT401: 15
reference = xm.get_ordinal  # XRT401: 13
pairs = list(map(xm.parse_xla_device, ["xla:0", "xla:1"]))  # XRT401: 18
text = f"rank {xm.get_ordinal()} of {size}"  # XRT401: 16
lazy = functools.partial(xm.xrt_world_size, 1)  # XRT401: 26
wrapper = lambda: xm.xrt_world_size() - xm.get_ordinal()  # XRT401: 19, XRT401: 41
table = {xm.get_ordinal(): xm.xrt_world_size()}  # XRT401: 10, XRT401: 28
shard = list(range(100))[xm.get_ordinal() :: xr.world_size()]  # XRT401: 26


def share(rows, count=xm.xrt_world_size()):  # XRT401: 23
    if xm.get_ordinal() == 0 and xm.get_local_ordinal() == 0:  # XRT401: 8
        print("sharing")
    return rows[: len(rows) // count]


@functools.lru_cache(maxsize=xm.xrt_world_size())  # XRT401: 30
def cached(row):
    while xm.get_ordinal() > row:  # XRT401: 11
        row += 1
    return [row * xm.xrt_world_size() for _ in range(row)]  # XRT401: 19


class Sampler:
    replicas = xm.xrt_world_size()  # XRT401: 16

    def __init__(self, rank=None):
        self.rank = xm.get_ordinal() if rank is None else rank  # XRT401: 21
        self.device = xm.xla_device()

    async def sync(self):
        async with self.device.lock(xm.get_ordinal()):  # XRT401: 37
            yield xm.xrt_world_size()  # XRT401: 19
        assert xm.is_master_ordinal()
        del xm.get_ordinal  # XRT401: 13
