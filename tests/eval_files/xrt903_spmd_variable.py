# OPTIONS: --xrt-deprecated
"""SPMD switched on from outside."""
import os
import subprocess

import torch_xla.core.xla_model as xm

# MESSAGE: environment variable XLA_USE_SPMD is deprecated since torch_xla 2.1: use torch_xla.runtime.use_spmd()
os.environ["XLA_USE_SPMD"] = "1"  # XRT903: 12
os.environ.setdefault("XLA_USE_SPMD", "1")  # XRT903: 23
subprocess.run(["python", "train.py"], env={**os.environ, "XLA_USE_SPMD": "1"})  # XRT903: 59
is_spmd = os.environ.get("XLA_USE_SPMD") == "1"
os.environ.pop("XLA_USE_SPMD", None)
os.environ["XLA_USE_BF16"] = "1"
# Their successors do not live on the whole target.
xm.mark_step()
device = xm.xla_device()


def test_spmd(monkeypatch):
    monkeypatch.setenv("XLA_USE_SPMD", "1")  # XRT903: 24
    monkeypatch.delenv("XLA_USE_SPMD")
