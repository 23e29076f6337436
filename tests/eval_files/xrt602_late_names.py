# OPTIONS: --xrt-torch-xla=">=2.1"
"""Names that start later than the floor."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
from my_project.flags import _XLA_GREATER_EQUAL_2_5
from torch_xla.distributed.spmd import Mesh  # XRT602: 40

# MESSAGE: torch_xla.launch starts in torch_xla 2.5, this also runs on 2.1 to 2.4: guard it or raise the floor
torch_xla.launch(print)  # XRT602: 1
address = xr.get_master_ip()  # XRT602: 11
device = torch_xla.device()  # XRT602: 10
older = xm.xla_device(), xr.world_size(), Mesh


def start(fn):
    if _XLA_GREATER_EQUAL_2_5:
        torch_xla.launch(fn)
    else:
        import torch_xla.distributed.xla_multiprocessing as xmp

        xmp.spawn(fn)


def sync():
    if hasattr(torch_xla, "sync"):
        torch_xla.sync()
    else:
        xm.mark_step()


def compiled(fn):
    try:
        return torch_xla.compile(fn)
    except AttributeError:
        return fn


def mesh():
    try:
        from torch_xla.distributed.spmd import HybridMesh
    except ImportError:
        HybridMesh = None
    return HybridMesh


def too_low():
    if _XLA_GREATER_EQUAL_2_5:
        return torch_xla.launch
    return torch_xla.manual_seed  # XRT602: 12
