"""Patching the launcher's insides."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp
from torch_xla.distributed.xla_multiprocessing import PreForkConfig, spawn  # XRT104: 55
# MESSAGE: torch_xla.distributed.xla_multiprocessing._mp_start_fn was removed in torch_xla 2.1: delete it, it was a private part of the XRT launcher
from torch_xla.distributed.xla_multiprocessing import _mp_start_fn as start  # XRT104: 55

xmp._setup_torch_distributed()  # XRT104: 1
config = xmp._pre_fork_setup(4)  # XRT104: 10
group = xm._get_torch_dist_group([[0, 1]])  # XRT104: 9
torch_xla._setup_grpc()  # XRT104: 1

# Private, but there: not a matter of XRT.
torch_xla._setup_xla_flags()
state = torch_xla._XLAC._xla_get_default_device(), xm._DEVICE_CONTEXTS, start, spawn, PreForkConfig, config, group
