"""The constant that went away and came back as somebody else."""
import os

import torch_xla.core.xla_env_vars as xenv
from torch_xla.core.xla_env_vars import LOCAL_WORLD_SIZE, WORLD_SIZE  # XRT105: 59

# MESSAGE: torch_xla.core.xla_env_vars.WORLD_SIZE was removed in torch_xla 2.1 and came back in 2.2 with another value: use torch_xla.runtime.world_size()
n = int(os.environ[xenv.WORLD_SIZE])  # XRT105: 20
n = int(os.environ.get(WORLD_SIZE, 1)) // int(os.environ[LOCAL_WORLD_SIZE])
n = int(os.environ["WORLD_SIZE"])
n = getattr(xenv, "WORLD_SIZE")  # XRT105: 19
