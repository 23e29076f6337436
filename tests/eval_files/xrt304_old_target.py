# OPTIONS: --xrt-torch-xla=">=2.0"
"""On 2.0 the successor's scheme does not exist: who supports 2.0 needs the old pair."""
import torch.distributed as dist
import torch_xla.experimental.pjrt_backend

dist.init_process_group("xla", init_method="pjrt://")
