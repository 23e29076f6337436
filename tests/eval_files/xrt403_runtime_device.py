"""A device from the runtime module."""
import torch
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
from torch_xla.runtime import xla_device  # XRT403: 31

# MESSAGE: torch_xla.runtime.xla_device was removed in torch_xla 2.8: use torch_xla.device (from torch_xla 2.3 on), which takes an index only
device = xr.xla_device()  # XRT403: 10
tensors = torch.ones(2, device=xr.xla_device(1)), torch.ones(2, device=xla_device())  # XRT403: 32
living = xm.xla_device(), torch_xla.core.xla_model.xla_device
