"""How many processes: a number the library refuses."""
import os

import torch_xla.distributed.xla_multiprocessing as xmp
from torch_xla.distributed import xla_multiprocessing
from torch_xla.distributed.xla_multiprocessing import spawn

CORES = 8
SINGLE = 1
ON_POD = "POD" in os.environ


def train(index):
    return index


if __name__ == "__main__":
    # MESSAGE: torch_xla.distributed.xla_multiprocessing.spawn(nprocs=8) is refused since torch_xla 2.6: drop nprocs, PJRT starts one process per device
    xmp.spawn(train, args=(), nprocs=8, start_method="fork")  # XRT404: 31
    xmp.spawn(train, (), 4)  # XRT404: 26
    spawn(train, nprocs=CORES)  # XRT404: 18
    xla_multiprocessing.spawn(
        train,
        nprocs=8 if ON_POD else 1,  # XRT404: 9
    )
    xmp.spawn(train, nprocs=None if ON_POD else CORES)  # XRT404: 22


def fine(args, count):
    xmp.spawn(train, args=(8,))
    xmp.spawn(train, args=(), nprocs=1)
    xmp.spawn(train, (), None)
    xmp.spawn(train, nprocs=SINGLE)
    xmp.spawn(train, nprocs=1 if args.debug else None)
    xmp.spawn(train, nprocs=args.num_cores)
    xmp.spawn(train, nprocs=count)
    xmp.spawn(train, nprocs=os.cpu_count())
    xmp.spawn(train, **args.spawn)
    xmp.MpModelWrapper(train)
    os.spawn(train, nprocs=8)
    args.pool.spawn(train, nprocs=8)
