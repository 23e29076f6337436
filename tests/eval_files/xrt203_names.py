"""Constants that hold the name of a dead variable."""
import os
from typing import Final

# MESSAGE: environment variable XRT_TPU_CONFIG is ignored since torch_xla 2.1: use PJRT_DEVICE=TPU instead
TPU_ENV = "XRT_TPU_CONFIG"  # XRT203: 11
WORKERS_ENV: Final = "XRT_WORKERS"  # XRT203: 22
DEVICE_ENV = "PJRT_DEVICE"
INI_ENV = "XRT_INI_PATH"


class Keys:
    ORDINAL = "XRT_SHARD_ORDINAL"  # XRT203: 15
    LOG = "XRT_LOG"


# One report, at the definition.
config = os.environ.get(TPU_ENV), os.environ.get(Keys.ORDINAL), os.environ[DEVICE_ENV], os.getenv(INI_ENV)
os.environ[WORKERS_ENV] = "localservice:0"
