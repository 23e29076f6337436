"""Sharding from its experimental address; the new one starts a release after the default target."""
import numpy as np
# MESSAGE: torch_xla.experimental.xla_sharding was removed in torch_xla 2.5: use torch_xla.distributed.spmd (from torch_xla 2.2 on)
import torch_xla.experimental.xla_sharding as xs  # XRT303: 8
from torch_xla.experimental import xla_sharded_tensor  # XRT303: 36
from torch_xla.experimental.xla_sharded_tensor import XLAShardedTensor  # XRT303: 55
from torch_xla.experimental.xla_sharding import Mesh, mark_sharding as shard  # XRT303: 49, XRT303: 55

mesh = Mesh(np.arange(4), (2, 2), ("data", "model"))


def place(tensor, spec: "xs.ShardingSpec") -> XLAShardedTensor:
    xs.mark_sharding(tensor, mesh, ("data", None))
    shard(tensor, mesh, spec)
    # MESSAGE: torch_xla.experimental.xla_sharding.wrap_as_sharded_tensor was removed in torch_xla 2.5: use torch_xla.distributed.spmd.xla_sharding.wrap_as_sharded_tensor (from torch_xla 2.2 on)
    return xs.wrap_as_sharded_tensor(tensor), xla_sharded_tensor  # XRT303: 12
