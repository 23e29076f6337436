"""The rendezvous scheme by its old name."""
import torch.distributed
import torch.distributed as dist
from torch.distributed import init_process_group as init

# MESSAGE: pjrt:// is superseded since torch_xla 2.1: use xla://
dist.init_process_group("xla", init_method="pjrt://")  # XRT305: 44
dist.init_process_group("xla", "pjrt://")  # XRT305: 32
torch.distributed.init_process_group(backend="xla", init_method='pjrt://', rank=0)  # XRT305: 65
init(
    "xla",
    init_method="pjrt://",  # XRT305: 17
)
dist.init_process_group("gloo", init_method="env://")
print("pjrt:// was renamed to xla://")
