"""A pod launcher of the old days."""
import torch_xla.core._xrt_run_server  # XRT102: 8
import torch_xla.core.xrt_run_server as server  # XRT102: 8
import torch_xla.distributed.xla_multiprocessing as xmp
from torch_xla.distributed import cluster, parallel_loader, worker as w  # XRT102: 35, XRT102: 61
from torch_xla.distributed._xrt_run_server import *  # XRT102: 51
# MESSAGE: torch_xla.distributed.xrt_init.init_xrt_context was removed in torch_xla 2.1: use torch_xla.distributed.xla_backend, with init_method='xla://' under torchrun
from torch_xla.distributed.xrt_init import init_xrt_context  # XRT102: 44
from torch_xla.distributed.xla_dist import (
    get_args_parser,  # XRT102: 5
    resolve_and_execute as execute,  # XRT102: 5
)


def main(argv):
    # MESSAGE: torch_xla.distributed.xla_dist was removed in torch_xla 2.1: run the script on every host, or start it with torchrun
    from torch_xla.distributed import xla_dist  # XRT102: 39

    # One cause, one report: what follows fails because of the imports.
    parser = xla_dist.get_args_parser()
    executor = xla_dist.DistributedExecutor(w.ClientWorker("a", "b", "c", "d", "e", "f"))
    server.run_service(51011)
    execute(get_args_parser().parse_args(argv))
    return cluster.Cluster([], []), executor, parser, init_xrt_context, parallel_loader, xmp


def chain(argv):
    import torch_xla

    return torch_xla.distributed.xla_dist.parse_args(argv)  # XRT102: 12
