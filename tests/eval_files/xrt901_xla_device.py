# OPTIONS: --xrt-torch-xla=">=2.3" --xrt-deprecated
"""A device by the deprecated function."""
import torch_xla
import torch_xla.core.xla_model as xm
from torch_xla.core.xla_model import xla_device  # XRT901: 38

# MESSAGE: torch_xla.core.xla_model.xla_device is deprecated since torch_xla 2.8: use torch_xla.device, which takes an index only
device = xm.xla_device()  # XRT901: 10
devices = device, xla_device(1), torch_xla.device()
# The successor starts with 2.4, after the floor.
xm.mark_step()
# Alive and well.
xm.get_local_ordinal(), xm.is_master_ordinal(), xm.rendezvous("end")
