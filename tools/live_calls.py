"""How replacements are called on one CPU process: each with arguments as a user would give them.

The table is used inside an environment that has torch and torch_xla; nothing of them is imported before that. What
is not in it cannot be called there, and says why in ``NOT_CALLED``.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

from flake8_no_xrt.truth.live import get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Call = Callable[[Any], object]

RUNTIME = "torch_xla.runtime"
MODEL = "torch_xla.core.xla_model"
TPU = "torch_xla._internal.tpu"
PJRT = "torch_xla._internal.pjrt"
SPMD = "torch_xla.distributed.spmd"
SHARDING = f"{SPMD}.xla_sharding"

# What a one-host TPU machine sets: enough for the functions that only read the environment.
TPU_VARIABLES = {
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_ACCELERATOR_TYPE": "v4-8",
    "TPU_PROCESS_BOUNDS": "1,1,1",
    "TPU_HOST_BOUNDS": "1,1,1",
    "TPU_CHIPS_PER_PROCESS_BOUNDS": "2,2,1",
    "TPU_CHIPS_PER_HOST_BOUNDS": "2,2,1",
    "TPU_WORKER_ID": "0",
    "TPU_WORKER_HOSTNAMES": "localhost",
    "CLOUD_TPU_TASK_ID": "0",
}

NOT_CALLED = {
    f"{SPMD}.HybridMesh": "asserts that its devices are TPUs",
    f"{SHARDING}.HybridMesh": "asserts that its devices are TPUs",
    f"{RUNTIME}.get_master_ip": "asks the TPU hosts for their addresses",
    f"{TPU}.discover_master_worker_ip": "asks the TPU hosts for their addresses",
    f"{TPU}.configure_topology": "asks the metadata server of a TPU host",
    f"{TPU}._get_metadata": "asks the metadata server of a TPU host",
    f"{PJRT}.initialize_multiprocess": "belongs to a process that run_multiprocess has started",
    f"{PJRT}._merge_replica_results": "called with the results of several processes by run_multiprocess",
    f"{PJRT}._initialize_single_process": "called by spawn_threads, which is called",
    f"{PJRT}._run_thread_per_device": "called by spawn_threads, which is called",
    f"{PJRT}.run_multiprocess": "starts processes, in which torch_xla initialises anew",
    f"{RUNTIME}._maybe_select_default_device": "ran when torch_xla was imported, once for each process",
    "torch_xla._internal.gpu": "needs a GPU",
    "torch_xla._internal.gpu.initialize_distributed_runtime": "needs a GPU",
    "torch_xla._internal.gpu.num_local_processes": "needs a GPU",
    "torch_xla._internal.gpu.shutdown_distributed_runtime": "needs a GPU",
    "PJRT_DEVICE=CUDA": "needs a GPU",
}


@contextlib.contextmanager
def tpu_variables() -> Iterator[None]:
    """Pretend to be on a TPU host, for functions that only read the environment."""
    before = dict(os.environ)
    os.environ.update(TPU_VARIABLES)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _plain(function: Any) -> object:
    return function()


def _on_tpu(function: Any) -> object:
    with tpu_variables():
        return function()


class Bench:
    """Things to call with, made when first needed."""

    def __init__(self) -> None:
        self.np, self.torch = get("numpy"), get("torch")
        self.xm, self.xr = get("torch_xla.core.xla_model"), get("torch_xla.runtime")

    def tensor(self) -> Any:
        """A tensor on the device."""
        return self.torch.ones(4, 4).to(self.xm.xla_device())

    def linear(self) -> Any:
        """A layer on the device."""
        return self.torch.nn.Linear(4, 4).to(self.xm.xla_device())

    def mesh(self, kind: Any) -> Any:
        """A mesh of the given class over all devices."""
        count = self.xr.global_runtime_device_count()
        return kind(self.np.arange(count), (count, 1), ("x", "y"))

    def a_mesh(self) -> Any:
        """A mesh as users make it."""
        return self.mesh(get(f"{SPMD}.Mesh"))

    # -- calls that need more than an argument or two --------------------------------------------------------
    def spawn(self, function: Any) -> object:
        """Run a function in this process, which nprocs=1 does."""
        seen: list[int] = []
        function(seen.append, nprocs=1)
        return seen

    def spawn_threads(self, function: Any) -> object:
        """Run a function in a thread for each device."""
        seen: list[int] = []
        function(seen.append)
        return seen

    def broadcast(self, function: Any) -> object:
        """Broadcast the parameters of a layer."""
        model = self.linear()
        function(model)
        self.xm.mark_step()
        return next(model.parameters()).device.type

    def backend(self, module: Any) -> object:
        """``xla://`` is registered by the import; a process group of one joins through it."""
        dist = get("torch.distributed")
        dist.init_process_group("xla", init_method="xla://")
        reduced = self.tensor()
        dist.all_reduce(reduced)
        answer = (dist.get_backend(), dist.get_world_size(), float(reduced.sum()))
        dist.destroy_process_group()
        return (module if isinstance(module, str) else module.__name__, *answer)

    def patched(self, function: Any) -> object:
        """Apply the patched linear function."""
        linear = self.linear()
        return tuple(function.apply(self.tensor(), linear.weight, linear.bias).shape)

    def manual(self, enable: Any) -> object:
        """Go to manual sharding."""
        mesh = self.a_mesh()
        return type(enable(self.tensor(), ("x", "y"), mesh=mesh)).__name__

    def not_manual(self, disable: Any) -> object:
        """Go to manual sharding and back."""
        mesh = self.a_mesh()
        local = get(f"{SPMD}.enable_manual_sharding")(self.tensor(), ("x", "y"), mesh=mesh)
        return type(disable(local, ("x", "y"), self.tensor().shape, mesh=mesh)).__name__

    def sharded(self) -> Any:
        """A tensor that is marked as sharded."""
        return get(f"{SPMD}.mark_sharding")(self.tensor(), self.a_mesh(), ("x", "y"))

    def grouped(self, function: Any) -> object:
        """The groups of a replicated tensor."""
        return function(get(f"{SPMD}.ShardingType").REPLICATED, self.np.arange(1), 2, set())

    def no_dispatch(self, function: Any) -> object:
        """Enter and leave the context."""
        with function():
            return "entered and left"


def single(bench: Bench) -> dict[str, Call]:
    """Calls for a process that does not use SPMD."""
    xr = bench.xr
    plain = "world_size global_ordinal local_ordinal host_index process_count process_index local_process_count"
    plain += " device_type addressable_device_count global_device_count local_device_count"
    plain += " global_runtime_device_attributes xla_device"
    calls: dict[str, Call] = {f"{RUNTIME}.{name}": _plain for name in plain.split()}
    on_tpu = "version task_id process_bounds_size num_logical_cores_per_chip num_available_chips num_local_processes"
    on_tpu += " num_available_devices build_tpu_env_from_vars get_tpu_env get_worker_ips configure_one_chip_topology"
    on_tpu += " _using_env_vars"
    calls |= {f"{TPU}.{name}": _on_tpu for name in on_tpu.split()}
    calls |= {
        f"{RUNTIME}.set_device_type": lambda function: function("CPU"),
        f"{RUNTIME}.runtime_device_attributes": lambda function: function("xla:0"),
        f"{TPU}.MeshShape": lambda kind: kind.from_string("2,2,1"),
        f"{TPU}.TpuEnv": lambda kind: kind(),
        f"{PJRT}._SpawnFn": lambda kind: kind(lambda index: index)(),
        f"{PJRT}._run_singleprocess": lambda function: function(xr.global_ordinal),
        f"{PJRT}.spawn_threads": bench.spawn_threads,
        "torch_xla._internal.utils.parse_xla_device": lambda function: function("TPU:3"),
        f"{MODEL}.rendezvous": lambda function: function("here", b"payload"),
        f"{MODEL}.xla_rendezvous": lambda function: function(b"payload", tag="here"),
        f"{MODEL}.broadcast_master_param": bench.broadcast,
        "torch_xla.device": _plain,
        "torch_xla.sync": lambda function: (bench.tensor() + 1, function())[1],
        "torch_xla.distributed.xla_multiprocessing.spawn": bench.spawn,
        "torch_xla.distributed.xla_backend": bench.backend,
        "xla://": bench.backend,
    }
    return calls


def spmd(bench: Bench) -> dict[str, Call]:
    """Calls after ``use_spmd()``, which is the first of them: nothing turns it off again."""
    calls: dict[str, Call] = {f"{RUNTIME}.use_spmd": _plain}
    for home in (SPMD, SHARDING):
        calls |= {
            f"{home}.Mesh": lambda kind: bench.mesh(kind).shape(),
            f"{home}.ShardingType": lambda kind: kind.REPLICATED,
            f"{home}.ShardingSpec": lambda kind: kind(bench.a_mesh(), ("x", "y")).can_apply(bench.tensor()),
            f"{home}.XLAPatchedLinear": bench.patched,
            f"{home}.mark_sharding": lambda function: (
                type(function(bench.tensor(), bench.a_mesh(), ("x", "y"))).__name__
            ),
            f"{home}.clear_sharding": lambda function: type(function(bench.sharded())).__name__,
            f"{home}.wrap_if_sharded": lambda function: type(function(bench.tensor())).__name__,
            f"{home}.xla_patched_nn_linear_forward": lambda function: tuple(
                function(bench.linear(), bench.tensor()).shape
            ),
            f"{home}.set_global_mesh": lambda function: function(bench.a_mesh()),
            f"{home}.get_global_mesh": lambda function: type(function()).__name__,
            f"{home}.enable_manual_sharding": bench.manual,
            f"{home}.disable_manual_sharding": bench.not_manual,
            f"{home}.apply_backward_optimization_barrier": lambda function: function(bench.linear()),
        }
    for home in (SPMD, f"{SPMD}.xla_sharded_tensor"):
        calls |= {
            f"{home}.XLAShardedTensor": lambda kind: type(kind(bench.tensor())).__name__,
            f"{home}.XLAShard": lambda kind: kind(*(field for field in kind.__dataclass_fields__)),
        }
    calls |= {
        f"{SPMD}.xla_sharded_tensor.no_dispatch": bench.no_dispatch,
        f"{SHARDING}.wrap_as_sharded_tensor": lambda function: type(function(bench.tensor())).__name__,
        f"{SHARDING}.unwrap_sharded_tensor": lambda function: type(function(bench.sharded())).__name__,
        f"{SHARDING}._get_sharding_type": lambda function: function(("x", "y"), 1),
        f"{SHARDING}._get_tile_assignment": lambda function: function(bench.a_mesh(), (0, 1)),
        f"{SHARDING}._get_group_assignment": bench.grouped,
        f"{SHARDING}._translate_named_partition_spec": lambda function: function(bench.a_mesh(), ("x", "y")),
    }
    return calls
