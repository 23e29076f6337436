"""Variables that are read though nobody sets them."""
import os
import os as system
from os import environ, getenv
from os import getenv as lookup

import pytest

# MESSAGE: environment variable XRT_TPU_CONFIG is ignored since torch_xla 2.1: use PJRT_DEVICE=TPU instead
has_tpu = "XRT_TPU_CONFIG" in os.environ  # XRT202: 11
# MESSAGE: environment variable XRT_HOST_ORDINAL is ignored since torch_xla 2.1: use torch_xla.runtime.host_index()
host = int(os.environ.get("XRT_HOST_ORDINAL", 0))  # XRT202: 27
workers = os.environ["XRT_WORKERS"]  # XRT202: 22
rank = getenv("XRT_SHARD_ORDINAL")  # XRT202: 15
size = os.getenv("XRT_SHARD_WORLD_SIZE", "1")  # XRT202: 18
local = lookup(key="XRT_SHARD_LOCAL_ORDINAL")  # XRT202: 20
device = system.environ.get('XRT_MULTI_PROCESSING_DEVICE')  # XRT202: 29
settings = os.environ
mapped = settings.get("XRT_DEVICE_MAP") or environ.get("PJRT_DEVICE")  # XRT202: 23

if environ.get("XRT_TORCH_DIST_ROOT") is not None:  # XRT202: 16
    print("old")


@pytest.mark.skipif("XRT_WORKERS" in os.environ, reason="old runtime")  # XRT202: 21
def test_new_runtime():
    assert os.environ.get("PJRT_DEVICE") in {"CPU", "TPU"}
    assert [key for key in ("TPU_NUM_DEVICES",) if key in os.environ]
