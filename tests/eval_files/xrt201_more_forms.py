"""Environments put together in less usual ways."""
import os
import subprocess
import sys
from os import environ
from unittest.mock import patch

COMMAND = [sys.executable, "train.py"]

subprocess.run(COMMAND, env=os.environ | {"XRT_WORKERS": "localservice:0"})  # XRT201: 43
subprocess.run(COMMAND, env=dict(os.environ, **{"XRT_DEVICE_MAP": "CPU:0"}))  # XRT201: 49
subprocess.run(COMMAND, env={"PATH": environ["PATH"], "XRT_LOCAL_WORKER": "w:0"})  # XRT201: 55
os.environ["XRT_TPU_CONFIG"] += ";1"  # XRT201: 12
for os.environ["XRT_HOST_ORDINAL"] in "01":  # XRT201: 16
    subprocess.run(COMMAND)
os.environ["A"], os.environ["XRT_SHARD_ORDINAL"] = "1", "2"  # XRT201: 29

# A dictionary of the program's own, with the same words.
table = {"XRT_WORKERS": "localservice:0", "PJRT_DEVICE": "TPU"}
subprocess.run(COMMAND, cwd={"XRT_WORKERS": "."}["XRT_WORKERS"])
print(dict(table, XRT_DEVICE_MAP="CPU:0"), {**table, "XRT_LOCAL_WORKER": "w:0"})


@patch.dict("os.environ", {"PJRT_DEVICE": "CPU", "XRT_MESH_SERVICE_ADDRESS": "a:1"}, clear=True)  # XRT201: 50
def test_environment(monkeypatch):
    monkeypatch.setenv(name="XRT_TORCH_DIST_ROOT", value="a")  # XRT201: 29
    with patch.dict(table, {"XRT_WORKERS": "b"}):
        assert "PJRT_DEVICE" in environ


def test_launcher(run, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setitem(table, "XRT_WORKERS", "c")
    run(env="XRT_WORKERS")
