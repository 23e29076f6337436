# OPTIONS: --xrt-torch-xla=">=2.5" --xrt-deprecated
"""Steps marked by the deprecated function."""
import os

import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(steps):
    for _ in range(steps):
        # MESSAGE: torch_xla.core.xla_model.mark_step is deprecated since torch_xla 2.8: use torch_xla.sync
        xm.mark_step()  # XRT902: 9
    xm.wait_device_ops()
    torch_xla.sync()
    return xm.xla_device  # XRT901: 12


def start():
    os.environ["TPUVM_MODE"] = "1"
    xmp.spawn(train, args=(3,), join=True, daemon=False)
