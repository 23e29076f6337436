"""Imported for what the import does."""
import torch.distributed as dist
# MESSAGE: torch_xla.experimental.pjrt_backend is superseded since torch_xla 2.1: use torch_xla.distributed.xla_backend
import torch_xla.experimental.pjrt_backend  # XRT304: 8
from torch_xla.experimental import pjrt_backend  # XRT304: 36
import torch_xla.distributed.xla_backend

dist.init_process_group("xla", init_method="xla://")
