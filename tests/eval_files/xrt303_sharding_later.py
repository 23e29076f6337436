# OPTIONS: --xrt-torch-xla=">=2.2"
"""With a target that the new address covers, it is offered as it stands."""
# MESSAGE: torch_xla.experimental.xla_sharding was removed in torch_xla 2.5: use torch_xla.distributed.spmd
import torch_xla.experimental.xla_sharding as xs  # XRT303: 8
import torch_xla.distributed.spmd as spmd

mesh = xs.Mesh, spmd.Mesh
