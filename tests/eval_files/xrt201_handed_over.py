"""An environment handed over in pieces: copies, nested displays, commands put together."""

import copy
import os
import subprocess


def test_item(monkeypatch):
    monkeypatch.setitem(os.environ, "XRT_WORKERS", "localservice;0;grpc://localhost:51011")  # XRT201: 37
    monkeypatch.setitem({}, "XRT_WORKERS", "localservice;0;grpc://localhost:51011")


env = copy.deepcopy(os.environ)
env["XRT_TPU_CONFIG"] = "localservice;0;localhost:51011"  # XRT201: 5
env = os.environ.copy()
env["XRT_TPU_CONFIG"] = "localservice;0;localhost:51011"  # XRT201: 5
env = copy.deepcopy({})
env["PATH"] = "/bin"

JOBS = {
    "train": {"env": {"XRT_TPU_CONFIG": "localservice;0;localhost:51011"}, "command": "train.py"},  # XRT201: 23
    "label": {"names": {"XRT_TPU_CONFIG": "the old device table"}},
}


def chosen(new):
    variable = "PJRT_DEVICE" if new else "XRT_DEVICE_MAP"  # GAP: XRT202
    key = "XRT_DEVICE_MAP"
    key = "XRT_WORKERS"  # XRT202: 11
    return os.environ[key], os.environ[variable]


prefix = ["env", "XRT_WORKERS=localservice;0"]  # XRT201: 18
subprocess.run(prefix + ["python3", "train.py"])
subprocess.run("XRT_TPU_CONFIG=" + "x python3 train.py", shell=True)  # XRT201: 16
print(prefix + ["XRT_WORKERS=localservice;0"])

if "XRT_TPU_CONFIG" in os.environ.keys():  # XRT202: 4
    print("old")
if "XRT_TPU_CONFIG" in {}.keys():
    print("old")
