"""A star import hides what it binds; one of the names is gone."""
import os
from torch_xla.core.xla_env_vars import *

device = os.environ.get(PJRT_DEVICE, "CPU")
host = int(os.environ.get(HOST_ORDINAL, "0"))  # XRT101: 27
