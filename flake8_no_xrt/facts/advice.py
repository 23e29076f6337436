"""What to do about a name: written by hand, one entry a decision.

Where a name lives is measured (``names.json``); what cannot be read from it, the release a name was deprecated
in and what calls of the replacement look like, stands here with its evidence in the sources of torch_xla. An
entry never says since when or until when a Python name exists.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Action = Literal["rename", "move", "drop", "rewrite", "none"]
Rewrite = Literal["safe", "unsafe", "no"]


class Advice(NamedTuple):
    """What to do about one name.

    ``to`` names the candidates, best first, in full; ``()`` behind one says that it is a function to call where
    the old name was none. ``hint`` is the sentence for where no candidate can be offered, ``calls`` says how
    calls differ, ``rewrite`` whether a mechanical rewrite keeps behaviour. ``deprecated`` is the release whose
    wheel first warns; ``superseded`` names what took the place of a name that lives on without a warning.
    """

    code: str
    action: Action
    to: tuple[str, ...] = ()
    hint: str = ""
    calls: str = ""
    rewrite: Rewrite = "no"
    deprecated: str | None = None
    superseded: str | None = None


class Moved(NamedTuple):
    """A module whose names went to other modules: each name is looked for in ``homes``, in that order."""

    advice: Advice
    homes: tuple[str, ...]


class Variable(NamedTuple):
    """An environment variable of XRT.

    ``constant`` is the name in xla_env_vars that held the variable's name, ``hint`` what to do where it is set,
    ``to`` the function that answers where it was read.
    """

    constant: str | None
    hint: str
    to: tuple[str, ...] = ()


class Form(NamedTuple):
    """Something of torch_xla that is no Python name: the releases that take it, from its evidence, and advice.

    ``works`` is written like the ranges of the names data; ``2.1-`` is 2.1 and all later ones.
    ``went`` is how a message says that a later release does not take it.
    """

    works: str
    evidence: str
    advice: Advice
    went: str = "was removed in"


_NO_PROCESS = "delete it, PJRT starts no server of its own"
_POD = "run the script on every host, or start it with torchrun"

ADVICE: dict[str, Advice] = {
    # -- went with XRT ---------------------------------------------------------------------------------
    "torch_xla.core.xrt_run_server": Advice("XRT102", "none", hint=_NO_PROCESS),
    "torch_xla.core._xrt_run_server": Advice("XRT102", "none", hint=_NO_PROCESS),
    "torch_xla.distributed._xrt_run_server": Advice("XRT102", "none", hint=_NO_PROCESS),
    "torch_xla.distributed.xrt_init": Advice(
        "XRT102",
        "rewrite",
        ("torch_xla.distributed.xla_backend",),
        calls="with init_method='xla://' under torchrun",
    ),
    "torch_xla.distributed.xla_dist": Advice("XRT102", "none", hint=_POD),
    "torch_xla.distributed.cluster": Advice("XRT102", "none", hint=f"it served xla_dist only; {_POD}"),
    "torch_xla.distributed.worker": Advice("XRT102", "none", hint=f"it served xla_dist only; {_POD}"),
    "torch_xla.XRT_RUN_SERVER_PROCESS": Advice("XRT103", "none", hint=_NO_PROCESS),
    "torch_xla.XRT_SERVER_REGEX": Advice("XRT103", "none", hint=_NO_PROCESS),
    "torch_xla.server_is_alive": Advice("XRT103", "none", hint=_NO_PROCESS),
    "torch_xla.core.xla_model.CollectiveContext": Advice(
        "XRT103", "none", hint="delete it, hosts are no longer joined by hand"
    ),
    # -- left torch_xla.experimental ---------------------------------------------------------------------
    "torch_xla.experimental.pjrt.using_pjrt": Advice(
        "XRT301", "drop", hint="drop the test, every release since is PJRT only", rewrite="unsafe", deprecated="2.1"
    ),
    "torch_xla.experimental.pjrt.requires_pjrt": Advice(
        "XRT301", "drop", hint="delete the decorator, every release since is PJRT only", rewrite="unsafe"
    ),
    "torch_xla.experimental.pjrt.xla_device": Advice(
        "XRT301",
        "rename",
        ("torch_xla.device", "torch_xla.runtime.xla_device"),
        calls="which takes an index only",
        rewrite="unsafe",
        deprecated="2.1",
    ),
    "torch_xla.experimental.pjrt.spawn": Advice(
        "XRT301",
        "rename",
        ("torch_xla.distributed.xla_multiprocessing.spawn",),
        calls="whose second argument is args",
        rewrite="unsafe",
        deprecated="2.1",
    ),
    "torch_xla.experimental.pjrt.rendezvous": Advice(
        "XRT301",
        "rename",
        ("torch_xla.core.xla_model.rendezvous", "torch_xla.core.xla_model.xla_rendezvous"),
        calls="which takes (tag, payload, replicas), or torch_xla.core.xla_model.xla_rendezvous, which takes "
        "(payload, ordinals, tag)",
        rewrite="unsafe",
        deprecated="2.1",
    ),
    "torch_xla.experimental.pjrt.device_attributes": Advice(
        "XRT301", "rename", ("torch_xla.runtime.runtime_device_attributes",), rewrite="safe", deprecated="2.1"
    ),
    "torch_xla.experimental.pjrt.global_device_attributes": Advice(
        "XRT301", "rename", ("torch_xla.runtime.global_runtime_device_attributes",), rewrite="safe", deprecated="2.1"
    ),
    "torch_xla.experimental.pjrt._run_multiprocess": Advice(
        "XRT301", "rename", ("torch_xla._internal.pjrt.run_multiprocess",)
    ),
    "torch_xla.experimental.pjrt._initialize_multiprocess": Advice(
        "XRT301", "rename", ("torch_xla._internal.pjrt.initialize_multiprocess",)
    ),
    "torch_xla.experimental.tpu.discover_master_worker_ip": Advice(
        "XRT302",
        "rename",
        ("torch_xla.runtime.get_master_ip", "torch_xla._internal.tpu.discover_master_worker_ip"),
        deprecated="2.1",
    ),
    "torch_xla.experimental.tpu.num_local_processes": Advice(
        "XRT302",
        "move",
        ("torch_xla._internal.tpu.num_local_processes",),
        calls="which takes no argument",
        rewrite="unsafe",
        deprecated="2.1",
    ),
    "torch_xla.experimental.pjrt_backend": Advice(
        "XRT304", "move", ("torch_xla.distributed.xla_backend",), rewrite="unsafe", superseded="xla://"
    ),
    # -- went later --------------------------------------------------------------------------------------
    "torch_xla.core.xla_model.xrt_world_size": Advice(
        "XRT401",
        "rename",
        ("torch_xla.runtime.world_size",),
        calls="which takes no argument",
        rewrite="safe",
        deprecated="2.5",
    ),
    "torch_xla.core.xla_model.get_ordinal": Advice(
        "XRT401",
        "rename",
        ("torch_xla.runtime.global_ordinal",),
        calls="which takes no argument",
        rewrite="safe",
        deprecated="2.5",
    ),
    "torch_xla.core.xla_model.parse_xla_device": Advice(
        "XRT401",
        "move",
        ("torch_xla._internal.utils.parse_xla_device",),
        calls="which is private",
        rewrite="unsafe",
        deprecated="2.5",
    ),
    "torch_xla.runtime.using_pjrt": Advice(
        "XRT402", "drop", hint="drop the test, every release since 2.1 is PJRT only", rewrite="unsafe"
    ),
    "torch_xla.runtime.requires_pjrt": Advice(
        "XRT402", "drop", hint="delete the decorator, every release since 2.1 is PJRT only", rewrite="unsafe"
    ),
    "torch_xla.runtime.xla_device": Advice(
        "XRT403", "rename", ("torch_xla.device",), calls="which takes an index only", rewrite="unsafe"
    ),
    # -- not XRT's, opt-in -------------------------------------------------------------------------------
    "torch_xla.core.xla_model.xla_device": Advice(
        "XRT901",
        "rename",
        ("torch_xla.device",),
        calls="which takes an index only",
        rewrite="unsafe",
        deprecated="2.8",
    ),
    "torch_xla.core.xla_model.mark_step": Advice(
        "XRT902", "rename", ("torch_xla.sync",), rewrite="unsafe", deprecated="2.8"
    ),
}

MOVED: dict[str, Moved] = {
    "torch_xla.experimental.pjrt": Moved(
        Advice("XRT301", "move", ("torch_xla.runtime",), rewrite="safe", deprecated="2.1"),
        ("torch_xla.runtime", "torch_xla.core.xla_model", "torch_xla._internal.pjrt"),
    ),
    "torch_xla.experimental.tpu": Moved(
        Advice(
            "XRT302", "move", ("torch_xla._internal.tpu",), calls="which is private", rewrite="unsafe", deprecated="2.1"
        ),
        ("torch_xla._internal.tpu",),
    ),
    "torch_xla.experimental.gpu": Moved(
        Advice(
            "XRT302",
            "none",
            ("torch_xla._internal.gpu",),
            hint="nothing replaces it, CUDA support left torch_xla",
            deprecated="2.1",
        ),
        ("torch_xla._internal.gpu",),
    ),
    "torch_xla.experimental.xla_sharding": Moved(
        Advice(
            "XRT303",
            "move",
            ("torch_xla.distributed.spmd", "torch_xla.distributed.spmd.xla_sharding"),
            rewrite="safe",
            deprecated="2.2",
        ),
        ("torch_xla.distributed.spmd", "torch_xla.distributed.spmd.xla_sharding"),
    ),
    "torch_xla.experimental.xla_sharded_tensor": Moved(
        Advice(
            "XRT303",
            "move",
            ("torch_xla.distributed.spmd.xla_sharded_tensor",),
            rewrite="safe",
            deprecated="2.2",
        ),
        ("torch_xla.distributed.spmd", "torch_xla.distributed.spmd.xla_sharded_tensor"),
    ),
}

# Names that these modules only imported for themselves: another package's, or another module's, under an alias.
_BORROWED = """
    Any Callable Dict IntEnum Iterator List NamedTuple Optional OrderedDict Sequence Set Tuple TypeVar
    TypedDict Union chain collections concurrent contextlib dataclass defaultdict deprecated dist field
    functools gpu itertools logging nn np operator os pjrt re requests runtime tempfile this_module
    torch torch_xla tpu tree_map warnings xenv xm xr xu yaml
"""
BORROWED = frozenset(_BORROWED.split())
BORROWED_HINT = "import it from where it is defined"

# Private names of these modules that lived before 2.1 only belonged to the XRT launcher and its host reduce
# (pytorch/xla#5240, #4905): one rule instead of forty entries. Two public-looking tuples are among them.
INTERNAL = Advice("XRT104", "none", hint="delete it, it was a private part of the XRT launcher")
INTERNAL_OF = ("torch_xla.core.xla_model", "torch_xla.distributed.xla_multiprocessing")
INTERNAL_NAMES = (
    "torch_xla._setup_grpc",
    "torch_xla.distributed.xla_multiprocessing.PreForkConfig",
    "torch_xla.distributed.xla_multiprocessing.WorkerConfigEntry",
)

# -- environment variables ---------------------------------------------------------------------------------
ENV_CONSTANTS = "torch_xla.core.xla_env_vars"
PJRT_DEVICE = f"{ENV_CONSTANTS}.PJRT_DEVICE"
# No wheel from 2.1 on holds any of the names, as text or in its library (pytorch/xla#5240); 2.0 read them all.
VARIABLES_WORK = "1.13-2.0"

_DEVICE = "use PJRT_DEVICE instead"
_DELETE = "delete it"
_NUMBERED = "delete it, PJRT numbers its processes itself"

VARIABLES: dict[str, Variable] = {
    "XRT_TPU_CONFIG": Variable("TPU_CONFIG", "use PJRT_DEVICE=TPU instead"),
    "XRT_DEVICE_MAP": Variable("DEVICE_MAP", _DEVICE),
    "XRT_WORKERS": Variable("WORKERS", _DEVICE),
    "XRT_LOCAL_WORKER": Variable("LOCAL_WORKER", _DELETE),
    "XRT_MESH_SERVICE_ADDRESS": Variable("SERVICE_ADDRESS", "delete it, PJRT has no mesh service"),
    "XRT_SHARD_WORLD_SIZE": Variable("WORLD_SIZE", _NUMBERED, ("torch_xla.runtime.world_size()",)),
    "XRT_SHARD_ORDINAL": Variable("ORDINAL", _NUMBERED, ("torch_xla.runtime.global_ordinal()",)),
    "XRT_SHARD_LOCAL_ORDINAL": Variable("LOCAL_ORDINAL", _NUMBERED, ("torch_xla.runtime.local_ordinal()",)),
    "XRT_HOST_ORDINAL": Variable("HOST_ORDINAL", _NUMBERED, ("torch_xla.runtime.host_index()",)),
    "XRT_HOST_WORLD_SIZE": Variable("HOST_WORLD_SIZE", _NUMBERED, ("torch_xla.runtime.process_count()",)),
    "XRT_MULTI_PROCESSING_DEVICE": Variable(
        "MP_DEVICE", "delete it, PJRT places its processes itself", ("torch_xla.runtime.device_type()",)
    ),
    "XRT_TORCH_DIST_METHOD": Variable("TORCH_DIST_METHOD", _DELETE),
    "XRT_TORCH_DIST_ROOT": Variable("TORCH_DIST_ROOT", _DELETE),
    "XRT_START_LOCAL_SERVER": Variable(None, _NO_PROCESS),
    "XRT_MESH_MAX_MSGSIZE": Variable(None, _DELETE),
    "XRT_MESH_CONNECT_WAIT": Variable(None, _DELETE),
    "XRT_MAX_TENSORS_PARTITION": Variable(None, _DELETE),
    "XRT_SPLIT_CHAINED_EXEC": Variable(None, _DELETE),
    "XRT_GRPC_COMPRESSION": Variable(None, _DELETE),
    "XRT_GRPC_COMPRESSION_LEVEL": Variable(None, _DELETE),
    "XRT_GRPC_MULTISTREAM": Variable(None, _DELETE),
}

# Not XRT's: looked at for the codes that are asked for.
LATER_VARIABLES = ("XLA_USE_SPMD", "PJRT_DEVICE")
WATCHED = frozenset({*VARIABLES, *LATER_VARIABLES})

# process_count counts PJRT processes, of which a host can have several (torch_xla/runtime.py).
CONSTANT_CALLS = {"HOST_WORLD_SIZE": "which counts processes, not hosts"}

# -- forms that are no names ---------------------------------------------------------------------------------
SCHEME = "pjrt://"
SPAWN = "torch_xla.distributed.xla_multiprocessing.spawn"
FORMS: dict[str, Form] = {
    SCHEME: Form(
        "2.0-",
        "torch_xla/experimental/pjrt_backend.py registers it in every release; xla:// came with pytorch/xla#5560",
        Advice("XRT305", "rename", ("xla://",), rewrite="unsafe", superseded="xla://"),
    ),
    "xla://": Form("2.1-", "registered by torch_xla/distributed/xla_backend.py (wheel 2.1.0)", Advice("", "none")),
    "spawn(nprocs)": Form(
        "1.13-2.5",
        "ignored with a log line from 2.1.0, ValueError in torch_xla/_internal/pjrt.py from 2.6.0 (pytorch/xla#7971)",
        Advice(
            "XRT404",
            "drop",
            hint="drop nprocs, PJRT starts one process per device",
            rewrite="safe",
            deprecated="2.1",
        ),
        went="is refused since",
    ),
    "XLA_USE_SPMD": Form(
        "1.13-",
        "still read by every wheel; use_spmd() warns when it is set (torch_xla/runtime.py)",
        Advice("XRT903", "rewrite", ("torch_xla.runtime.use_spmd()",), deprecated="2.1"),
    ),
    "PJRT_DEVICE=GPU": Form(
        "2.0-2.2",
        "2.2.0 warns, the client of 2.3.0 does not know the name (pytorch/xla#6086)",
        Advice(
            "XRT904",
            "rename",
            ("PJRT_DEVICE=CUDA",),
            hint="use a CPU or a TPU, CUDA support left torch_xla",
            deprecated="2.2",
        ),
        went="is unknown since",
    ),
    "PJRT_DEVICE=CUDA": Form("2.2-2.8", "gone with the CUDA client (pytorch/xla#9601)", Advice("", "none")),
}
