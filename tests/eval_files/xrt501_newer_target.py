# OPTIONS: --xrt-torch-xla=">=2.0,<2.5"
"""A target with both ends: what is for later releases is as dead as what is for earlier ones."""
import torch_xla
from packaging.version import Version

VERSION = Version(torch_xla.__version__)

if VERSION >= Version("2.5"):
    # MESSAGE: dead code, line 10 runs on torch_xla 2.5 and later only, outside the target: remove it
    torch_xla.launch(print)  # XRT501: 5
elif VERSION >= Version("2.1"):
    import torch_xla.runtime as xr
elif VERSION >= Version("2.0"):
    xr = None
else:
    xr = False  # XRT501: 5
