"""The runtime under its first address."""
# MESSAGE: torch_xla.experimental.pjrt was removed in torch_xla 2.5: use torch_xla.runtime
from torch_xla.experimental import pjrt  # XRT301: 36
from torch_xla.experimental import custom_kernel, eager, pjrt as runtime  # XRT301: 58
from torch_xla.experimental.pjrt import (
    broadcast_master_param,  # XRT301: 5
    device_type,  # XRT301: 5
    using_pjrt as on_pjrt,  # XRT301: 5
)
import torch_xla.experimental.pjrt as module  # XRT301: 8

# Uses behind a reported import are silent where the import's advice covers them ...
rank, size = pjrt.global_ordinal(), runtime.world_size()
device_type(), broadcast_master_param(None), on_pjrt(), custom_kernel, eager
hosts = module.process_count()

# ... and reported where their own advice differs.
# MESSAGE: torch_xla.experimental.pjrt.broadcast_master_param was removed in torch_xla 2.5: use torch_xla.core.xla_model.broadcast_master_param
pjrt.broadcast_master_param(None)  # XRT301: 1
# MESSAGE: torch_xla.experimental.pjrt.using_pjrt was removed in torch_xla 2.5: drop the test, every release since is PJRT only
if runtime.using_pjrt():  # XRT301: 4
    pjrt.rendezvous(b"sync")  # XRT301: 5
    attributes = module.global_device_attributes()  # XRT301: 18


def per_function():
    from torch_xla.experimental import pjrt, plugins  # XRT301: 40

    return pjrt.local_ordinal(), plugins
