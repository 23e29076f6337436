"""Variables that are set for nobody."""
import os
import subprocess
import sys
from os import environ, putenv
from os import environ as env
from unittest import mock

# MESSAGE: environment variable XRT_TPU_CONFIG is ignored since torch_xla 2.1: use PJRT_DEVICE=TPU instead
os.environ["XRT_TPU_CONFIG"] = "localservice;0;localhost:51011"  # XRT201: 12
# MESSAGE: environment variable XRT_HOST_ORDINAL is ignored since torch_xla 2.1: delete it, PJRT numbers its processes itself
os.environ.setdefault("XRT_HOST_ORDINAL", "0")  # XRT201: 23
environ['XRT_WORKERS'] = "localservice:0;grpc://localhost:40934"  # XRT201: 9
env["XRT_DEVICE_MAP"] = "CPU:0;/job:localservice/replica:0/task:0/device:XLA_CPU:0"  # XRT201: 5
os.putenv("XRT_LOCAL_WORKER", "c_localservice:0")  # XRT201: 11
putenv("XRT_START_LOCAL_SERVER", "0")  # XRT201: 8
os.environ.update({
    "XRT_MESH_SERVICE_ADDRESS": "localhost:53957",  # XRT201: 5
    "PJRT_DEVICE": "TPU",
    "XRT_SHARD_WORLD_SIZE": "8",  # XRT201: 5
})
os.environ.update(XRT_SHARD_ORDINAL="0", TPU_NUM_DEVICES="4")  # XRT201: 19
os.environ |= {"XRT_SHARD_LOCAL_ORDINAL": "0"}  # XRT201: 16
os.environ.update([("PJRT_DEVICE", "CPU")])


def run(script):
    child = {**os.environ, "XRT_MULTI_PROCESSING_DEVICE": "TPU:0"}  # XRT201: 28
    subprocess.run([sys.executable, script], env=child, check=True)
    subprocess.run([sys.executable, script], env={"XRT_TORCH_DIST_METHOD": "xla://"})  # XRT201: 51
    subprocess.Popen([sys.executable, script], env=dict(os.environ, XRT_TORCH_DIST_ROOT="a"))  # XRT201: 69
    bare = {"XRT_GRPC_COMPRESSION": "gzip"}  # XRT201: 13
    subprocess.check_call([sys.executable, script], env=bare)
    copied = os.environ.copy()
    copied["XRT_HOST_WORLD_SIZE"] = "2"  # XRT201: 12
    return subprocess.check_output([sys.executable, script], env=copied)


def test_launch(monkeypatch):
    monkeypatch.setenv("XRT_MESH_MAX_MSGSIZE", "1")  # XRT201: 24
    with mock.patch.dict(os.environ, {"XRT_MESH_CONNECT_WAIT": "3"}, clear=True):  # XRT201: 39
        assert run("train.py")
    with mock.patch.dict("os.environ", {"XRT_SPLIT_CHAINED_EXEC": "1"}):  # XRT201: 41
        assert run("train.py")


@mock.patch.dict(os.environ, XRT_MAX_TENSORS_PARTITION="1")  # XRT201: 30
def test_partition():
    os.environ["XRT_GRPC_COMPRESSION_LEVEL"] = os.environ["XRT_GRPC_MULTISTREAM"] = "1"  # XRT201: 16, XRT201: 59
