# OPTIONS: --xrt-torch-xla=">=1.13,<2.7"
"""A target that ends before the loss: only what is missing, or deprecated with a replacement everywhere, counts."""
import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
from lightning_utilities.core.imports import RequirementCache

# Alive on every release of the target, and the replacement is not there on the first ones.
size = xm.xrt_world_size()
host = xenv.HOST_ORDINAL  # XRT101: 8

if RequirementCache("torch_xla<2.1"):
    host = xenv.HOST_ORDINAL
    from torch_xla.distributed import xla_dist

if RequirementCache("torch_xla>=2.5"):
    # MESSAGE: torch_xla.core.xla_model.get_ordinal is deprecated since torch_xla 2.5 and removed in 2.7: use torch_xla.runtime.global_ordinal, which takes no argument
    rank = xm.get_ordinal()  # XRT401: 12
