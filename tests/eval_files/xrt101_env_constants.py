"""Where this process stands in its cluster, read through the constants of xla_env_vars."""
import os

import torch_xla.core.xla_env_vars as xenv
from torch_xla.utils.utils import getenv_as

# MESSAGE: torch_xla.core.xla_env_vars.HOST_ORDINAL was removed in torch_xla 2.1: use torch_xla.runtime.host_index()
node = int(os.environ.get(xenv.HOST_ORDINAL, 0))  # XRT101: 27
# MESSAGE: torch_xla.core.xla_env_vars.HOST_WORLD_SIZE was removed in torch_xla 2.1: use torch_xla.runtime.process_count(), which counts processes, not hosts
nodes = getenv_as(xenv.HOST_WORLD_SIZE, int, 1)  # XRT101: 19
# MESSAGE: torch_xla.core.xla_env_vars.TPU_CONFIG was removed in torch_xla 2.1: use PJRT_DEVICE=TPU instead
config = os.getenv(xenv.TPU_CONFIG)  # XRT101: 20
rank = int(os.environ[xenv.ORDINAL])  # XRT101: 23
local_rank = int(os.environ[xenv.LOCAL_ORDINAL])  # XRT101: 29
lives_on = os.environ.get(xenv.PJRT_DEVICE), os.environ.get(xenv.TPU_PROCESS_BOUNDS), xenv.TPUVM_MODE


def start_mesh(address, worker):
    if xenv.SERVICE_ADDRESS not in os.environ:  # XRT101: 8
        os.environ[xenv.SERVICE_ADDRESS] = address  # XRT101: 20
    os.environ.setdefault(xenv.LOCAL_WORKER, worker)  # XRT101: 27
    os.environ.pop(xenv.WORKERS, None)  # XRT101: 20
    del os.environ[xenv.DEVICE_MAP]  # XRT101: 20
    os.unsetenv(xenv.MP_DEVICE)  # XRT101: 17


def distributed_settings():
    return {
        xenv.TORCH_DIST_METHOD: "xla://",  # XRT101: 9
        xenv.TORCH_DIST_ROOT: "localhost",  # XRT101: 9
        xenv.TPU_NUM_DEVICES: "4",
    }


def test_rank(monkeypatch):
    monkeypatch.delenv(xenv.ORDINAL, raising=False)  # XRT101: 24
    monkeypatch.setenv(xenv.CLOUD_TPU_TASK_ID, "0")
