"""Asking which runtime is on, after the question was withdrawn."""
import torch_xla.runtime as xr
from torch_xla import runtime
from torch_xla.runtime import requires_pjrt, using_pjrt as on_pjrt  # XRT402: 31, XRT402: 46

# MESSAGE: torch_xla.runtime.using_pjrt was removed in torch_xla 2.5: drop the test, every release since 2.1 is PJRT only
if not xr.using_pjrt():  # XRT402: 8
    raise RuntimeError("start me under PJRT")


# MESSAGE: torch_xla.runtime.requires_pjrt was removed in torch_xla 2.5: delete the decorator, every release since 2.1 is PJRT only
@runtime.requires_pjrt  # XRT402: 2
def devices():
    assert on_pjrt() and runtime.using_pjrt()  # XRT402: 26
    return runtime.global_device_count(), runtime.device_type() is not None


@requires_pjrt
class Mesh:
    pass
