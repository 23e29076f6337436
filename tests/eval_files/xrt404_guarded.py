# OPTIONS: --xrt-torch-xla=">=1.13"
"""XRT took the number; only where PJRT alone is left it must go."""
import torch_xla.distributed.xla_multiprocessing as xmp
from lightning_utilities.core.imports import RequirementCache

PJRT_ONLY = RequirementCache("torch_xla>=2.1")


def start(fn):
    if PJRT_ONLY:
        xmp.spawn(fn, nprocs=8)  # XRT404: 23
    else:
        xmp.spawn(fn, nprocs=8)


def start_everywhere(fn):
    xmp.spawn(fn, nprocs=8)  # XRT404: 19
