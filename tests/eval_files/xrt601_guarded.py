"""Names that no release has, where the code says that it knows."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr

try:
    from torch_xla.core.model import broadcast_master_param
except ImportError:
    from torch_xla.core.xla_model import broadcast_master_param

if hasattr(xr, "next_world_size"):
    size = xr.next_world_size()
else:
    size = xr.world_size()

# A store makes the name.
xm.run_counter = 0
torch_xla.our_patch = True


def sync():
    if hasattr(torch_xla, "flush"):
        return torch_xla.flush()
    return xm.mark_step()


def ordinal():
    try:
        return xr.ordinal()
    except AttributeError:
        return xr.global_ordinal()


def device(make):
    return getattr(torch_xla, "next_device", make)()


def test_device(monkeypatch):
    monkeypatch.setattr(xr, "made_up", 1, raising=False)
    assert device(int) == 0 and broadcast_master_param
