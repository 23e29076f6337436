# OPTIONS: --xrt-torch-xla=">=2.2"
"""From 2.2 on the constant names torchrun's variable, and exists everywhere."""
import os

import torch_xla.core.xla_env_vars as xenv
from torch_xla.core.xla_env_vars import WORLD_SIZE

n = int(os.environ[xenv.WORLD_SIZE]), WORLD_SIZE
host = os.environ.get(xenv.HOST_ORDINAL)  # XRT101: 23
