# OPTIONS: --xrt-torch-xla=">=2.1,<2.7"
"""Deprecated but alive, and the replacement lives on the whole target."""
import torch_xla.core.xla_model as xm
from torch_xla.experimental import xla_sharding as xs  # XRT303: 36

# MESSAGE: torch_xla.core.xla_model.xrt_world_size is deprecated since torch_xla 2.5 and removed in 2.7: use torch_xla.runtime.world_size, which takes no argument
size = xm.xrt_world_size()  # XRT401: 8
# The private replacement of this one starts with 2.5.
kind = xm.parse_xla_device("xla:0")
xs.Mesh
