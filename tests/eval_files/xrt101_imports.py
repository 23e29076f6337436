"""Every way the constants come into a module."""
import os

import torch_xla
import torch_xla as tx
import torch_xla.core.xla_env_vars
from torch_xla import core
from torch_xla.core import xla_env_vars
from torch_xla.core import xla_env_vars as xenv
from torch_xla.core.xla_env_vars import HOST_ORDINAL as HO, PJRT_DEVICE  # XRT101: 41
from torch_xla.core.xla_env_vars import (
    CPU_NUM_DEVICES,
    DEVICE_MAP,  # XRT101: 5
    GPU_NUM_DEVICES,
    LOCAL_WORKER as worker_name,  # XRT101: 5
)

print(xenv.TPU_CONFIG, xla_env_vars.WORKERS)  # XRT101: 7, XRT101: 24
rank = torch_xla.core.xla_env_vars.ORDINAL  # XRT101: 8
rank = tx.core.xla_env_vars.ORDINAL  # XRT101: 8
rank = core.xla_env_vars.ORDINAL  # XRT101: 8

# The imports above are reported, what they bound is not reported again.
where = os.environ.get(HO), os.environ.get(DEVICE_MAP), os.environ.get(worker_name)
alive = os.environ.get(PJRT_DEVICE), os.environ.get(CPU_NUM_DEVICES), os.environ.get(GPU_NUM_DEVICES)
