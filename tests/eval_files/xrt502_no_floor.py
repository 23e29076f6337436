"""Without a stated floor nothing is said about dead code or late names."""
import torch_xla
import torch_xla.core.xla_model as xm
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.1")

if NEW:
    import torch_xla.runtime as xr
else:
    from torch_xla.experimental import pjrt as xr

if NEW:
    torch_xla.launch(print)


def size():
    return xr.world_size() if NEW else xm.xrt_world_size()
