# OPTIONS: --xrt-deprecated
"""A device type by the name that went."""
import os

# MESSAGE: PJRT_DEVICE=GPU is unknown since torch_xla 2.3: use a CPU or a TPU, CUDA support left torch_xla
os.environ["PJRT_DEVICE"] = "GPU"  # XRT904: 12
os.environ.setdefault("PJRT_DEVICE", "GPU")  # XRT904: 23
os.environ.update({"PJRT_DEVICE": "GPU"})  # XRT904: 20
os.environ["PJRT_DEVICE"] = "TPU"
os.environ["PJRT_DEVICE"] = os.environ.get("DEVICE", "GPU")
os.environ["DEVICE"] = "GPU"
on_gpu = os.environ.get("PJRT_DEVICE") == "GPU"


def test_device(monkeypatch):
    monkeypatch.setenv("PJRT_DEVICE", "GPU")  # XRT904: 24
    monkeypatch.setenv("PJRT_DEVICE", "CPU")
