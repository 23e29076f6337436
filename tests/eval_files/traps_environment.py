"""Variables of other programs, and ways to make sure that a variable is not there."""
import os
from os import environ as env
from unittest import mock

import pytest

# Other run-times are called XRT too; only whole known names count.
os.environ["XRT_INI_PATH"] = "conf/xrt.ini"
os.environ.setdefault("XRT_VERBOSITY", "5")
env["XRT_COMPOSITOR_COMPUTE"] = "1"
rows = os.environ.get("XRT_MIRROR_MAX_ROWS_IN_MEMORY"), os.environ.get("XRT_SESSION_H"), env["XRT_PAGE_ID"]
hack = os.getenv("XRT_HACK_UNSECURE_LOADING_XCLBIN"), os.environ.get("XILINX_XRT"), "XRT_TOOLS_NEXTGEN" in env
skip = os.environ.get("XLA_SKIP_XRT_TESTS"), os.environ.get("XRT_MASTER_ALLOW_SAME_TASKS")
close = os.environ.get("XRT_TPU_CONFIGS"), os.environ.get("MY_XRT_TPU_CONFIG"), os.environ.get("xrt_tpu_config")
prefix = [name for name in os.environ if name.startswith("XRT_")]

# Deleting is not using.
os.environ.pop("XRT_TPU_CONFIG", None)
env.pop("XRT_WORKERS")
del os.environ["XRT_DEVICE_MAP"]
os.unsetenv("XRT_LOCAL_WORKER")
assert "XRT_TPU_CONFIG" not in os.environ
if "XRT_TPU_CONFIG" not in env:
    print("clean")

# Lists of names, rename tables, options and words.
STALE = ("XRT_TPU_CONFIG", "XRT_WORKERS")
KEEP = {"PATH", "XRT_TORCH_DIST_ROOT"}
FORWARDED = ["XRT_MESH_SERVICE_ADDRESS"]
RENAMED = {"XRT_TPU_CONFIG": "PJRT_DEVICE"}
print("XRT_TPU_CONFIG", "is gone")
settings = {}
settings["XRT_TPU_CONFIG"] = "from a file"
settings.get("XRT_WORKERS")
known = "XRT_WORKERS" in STALE
for name in STALE:
    os.environ.pop(name, None)


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    for name in ("XRT_TPU_CONFIG", "XRT_WORKERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("XRT_DEVICE_MAP", raising=False)
    monkeypatch.setenv("XRT_LOG", "debug")
    with mock.patch.dict(os.environ, {"XRT_INI_PATH": "a"}):
        yield


def own(environ, getenv):
    return environ["XRT_TPU_CONFIG"], getenv("XRT_WORKERS")
