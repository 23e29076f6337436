# OPTIONS: --xrt-torch-xla=">=2.5"
"""Without the opt-in deprecations that are not XRT's stay silent."""
import os

import torch_xla.core.xla_model as xm

os.environ["XLA_USE_SPMD"] = "1"
os.environ["PJRT_DEVICE"] = "GPU"
xm.mark_step()
device = xm.xla_device()
