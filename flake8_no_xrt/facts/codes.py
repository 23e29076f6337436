"""The codes: what each one says, why it matters, an example, and whether a fix exists.

A code is what a user selects or ignores as one decision. Numbers are never reused. The examples are run as
tests with the target that stands beside them: ``bad`` reports exactly its code, ``good`` reports nothing.
"""

from __future__ import annotations

from typing import NamedTuple

DEFAULT = ""  # the default target: no floor is stated


class Code(NamedTuple):
    """One code; ``fix`` is what the fixer can do: ``safe``, ``unsafe`` or ``no``."""

    code: str
    name: str
    says: str
    why: str
    bad: str
    good: str
    fix: str
    target: str = DEFAULT


CODES: dict[str, Code] = {
    entry.code: entry
    for entry in (
        Code(
            "XRT000",
            "internal-error",
            "the checker failed on this file",
            "Nothing in the file was judged, so silence about it would mean nothing. Please report it.",
            "",
            "",
            "no",
        ),
        Code(
            "XRT101",
            "removed-env-constant",
            "a constant of `torch_xla.core.xla_env_vars` that went with XRT",
            "The module lives on, so the import works; the attribute raises AttributeError when it is reached, "
            "often only on a TPU.",
            "import os\n"
            "import torch_xla.core.xla_env_vars as xenv\n\n"
            "node = int(os.environ.get(xenv.HOST_ORDINAL, 0))\n",
            "import torch_xla.runtime as xr\n\nnode = xr.host_index()\n",
            "unsafe",
        ),
        Code(
            "XRT102",
            "removed-module",
            "a module that went with XRT",
            "The import raises ModuleNotFoundError.",
            "from torch_xla.distributed import xla_dist\n",
            "import torch_xla.distributed.xla_multiprocessing as xmp\n",
            "no",
        ),
        Code(
            "XRT103",
            "removed-name",
            "a public function, class or constant that went with XRT",
            "The name raises AttributeError, or ImportError where it is imported.",
            "import torch_xla\n\nalive = torch_xla.server_is_alive()\n",
            "import torch_xla.runtime as xr\n\ndevice = xr.device_type()\n",
            "no",
        ),
        Code(
            "XRT104",
            "removed-internal",
            "a private helper of torch_xla that went with XRT",
            "Private helpers of the XRT launcher have no successors under PJRT.",
            "from torch_xla.distributed.xla_multiprocessing import _setup_workers\n",
            "from torch_xla.distributed.xla_multiprocessing import spawn\n",
            "no",
        ),
        Code(
            "XRT105",
            "world-size-constant",
            "`xla_env_vars.WORLD_SIZE`, which went with XRT and came back with another value",
            "It held XRT_SHARD_WORLD_SIZE, was missing for a release, and now holds torchrun's WORLD_SIZE: the same "
            "line reads another variable.",
            "import os\nimport torch_xla.core.xla_env_vars as xenv\n\nn = os.environ[xenv.WORLD_SIZE]\n",
            "import torch_xla.runtime as xr\n\nn = xr.world_size()\n",
            "unsafe",
        ),
        Code(
            "XRT201",
            "xrt-variable-set",
            "an `XRT_*` environment variable is set or handed to a process",
            "Nothing reads it: the program starts with another device than the one configured, without a word.",
            'import os\n\nos.environ["XRT_TPU_CONFIG"] = "localservice;0;localhost:51011"\n',
            'import os\n\nos.environ["PJRT_DEVICE"] = "TPU"\n',
            "unsafe",
        ),
        Code(
            "XRT202",
            "xrt-variable-read",
            "an `XRT_*` environment variable is read or tested",
            "Nothing sets it any more: the test is silently false, the default silently taken.",
            'import os\n\nhas_tpu = "XRT_TPU_CONFIG" in os.environ\n',
            'import torch_xla.runtime as xr\n\nhas_tpu = xr.device_type() == "TPU"\n',
            "unsafe",
        ),
        Code(
            "XRT203",
            "xrt-variable-name",
            "a constant holds the name of an `XRT_*` environment variable",
            "Whatever uses the constant sets or reads a variable that nobody else does.",
            'TPU_ENV = "XRT_TPU_CONFIG"\n',
            'TPU_ENV = "PJRT_DEVICE"\n',
            "no",
        ),
        Code(
            "XRT204",
            "removed-launcher",
            "`python -m` of a module that went with XRT",
            "The command ends with 'No module named'.",
            "import subprocess\nimport sys\n\n"
            'subprocess.run([sys.executable, "-m", "torch_xla.distributed.xla_dist", "--tpu=pod", "--", "train.py"])\n',
            'import subprocess\n\nsubprocess.run(["torchrun", "--nproc_per_node=4", "train.py"])\n',
            "no",
        ),
        Code(
            "XRT301",
            "experimental-pjrt",
            "`torch_xla.experimental.pjrt`, which moved to `torch_xla.runtime`",
            "The old module forwarded with a warning for a while; now the import raises ModuleNotFoundError.",
            "from torch_xla.experimental import pjrt\n\nrank = pjrt.global_ordinal()\n",
            "import torch_xla.runtime as xr\n\nrank = xr.global_ordinal()\n",
            "safe",
        ),
        Code(
            "XRT302",
            "experimental-hardware",
            "`torch_xla.experimental.tpu` or `.gpu`, which became private",
            "The old modules are gone; what replaces them is private and can change.",
            "from torch_xla.experimental import tpu\n\nversion = tpu.version()\n",
            "from torch_xla._internal import tpu\n\nversion = tpu.version()\n",
            "unsafe",
        ),
        Code(
            "XRT303",
            "experimental-sharding",
            "`torch_xla.experimental.xla_sharding` or `.xla_sharded_tensor`, which moved to "
            "`torch_xla.distributed.spmd`",
            "The old modules are gone, and the new one starts a release later than the PJRT-only wheels.",
            "import torch_xla.experimental.xla_sharding as xs\n",
            "import torch_xla.distributed.spmd as xs\n",
            "safe",
            ">=2.2",
        ),
        Code(
            "XRT304",
            "pjrt-backend",
            "`torch_xla.experimental.pjrt_backend`, superseded by `torch_xla.distributed.xla_backend`",
            "The old module still works, but it registers the old rendezvous scheme only.",
            "import torch_xla.experimental.pjrt_backend\n",
            "import torch_xla.distributed.xla_backend\n",
            "unsafe",
        ),
        Code(
            "XRT305",
            "pjrt-init-method",
            "the rendezvous scheme `pjrt://`, renamed to `xla://`",
            "The old name works only beside the old backend import, and no document speaks of it any more.",
            'import torch.distributed as dist\n\ndist.init_process_group("xla", init_method="pjrt://")\n',
            'import torch.distributed as dist\n\ndist.init_process_group("xla", init_method="xla://")\n',
            "unsafe",
        ),
        Code(
            "XRT401",
            "xla-model-function",
            "`xrt_world_size`, `get_ordinal` or `parse_xla_device` of `torch_xla.core.xla_model`",
            "They logged a warning for two releases and then went: AttributeError in the middle of a run.",
            "import torch_xla.core.xla_model as xm\n\nn = xm.xrt_world_size()\n",
            "import torch_xla.runtime as xr\n\nn = xr.world_size()\n",
            "safe",
        ),
        Code(
            "XRT402",
            "using-pjrt",
            "`torch_xla.runtime.using_pjrt` or `requires_pjrt`",
            "They went without notice, since the answer had become constant. A guard by them fails itself.",
            'from torch_xla import runtime as xr\n\nif not xr.using_pjrt():\n    raise RuntimeError("old runtime")\n',
            "from torch_xla import runtime as xr\n\ndevice = xr.device_type()\n",
            "unsafe",
        ),
        Code(
            "XRT403",
            "runtime-xla-device",
            "`torch_xla.runtime.xla_device`",
            "It went without a period of deprecation.",
            "import torch_xla.runtime as xr\n\ndevice = xr.xla_device()\n",
            "import torch_xla\n\ndevice = torch_xla.device()\n",
            "unsafe",
        ),
        Code(
            "XRT404",
            "spawn-nprocs",
            "`spawn(nprocs=N)` with a number other than 1",
            "XRT started that many processes. PJRT decides for itself: it ignored the number, and now refuses it.",
            "import torch_xla.distributed.xla_multiprocessing as xmp\n\nxmp.spawn(print, args=(), nprocs=8)\n",
            "import torch_xla.distributed.xla_multiprocessing as xmp\n\nxmp.spawn(print, args=())\n",
            "safe",
        ),
        Code(
            "XRT405",
            "hidden-loss",
            "a default, or a `hasattr` guard that offers nothing else, hides that a name went",
            "The program runs on with the wrong answer: a world of one process, a rank of zero.",
            'import torch_xla.core.xla_model as xm\n\nn = getattr(xm, "xrt_world_size", lambda: 1)()\n',
            "import torch_xla.runtime as xr\n\nn = xr.world_size()\n",
            "no",
        ),
        Code(
            "XRT501",
            "dead-branch",
            "code that no supported release reaches",
            "It is there for releases below the stated floor; it can go.",
            "import torch_xla\nfrom packaging.version import Version\n\n"
            'if Version(torch_xla.__version__) >= Version("2.1"):\n'
            "    import torch_xla.runtime as xr\n"
            "else:\n"
            "    from torch_xla.experimental import pjrt as xr\n",
            "import torch_xla.runtime as xr\n",
            "safe",
            ">=2.1",
        ),
        Code(
            "XRT502",
            "constant-test",
            "a test that has one possible outcome on all supported releases",
            "The test, and the flag or helper behind it, can go.",
            "import torch_xla\nfrom packaging.version import Version\n\n"
            'if Version(torch_xla.__version__) >= Version("2.1"):\n'
            "    import torch_xla.runtime as xr\n",
            "import torch_xla.runtime as xr\n",
            "safe",
            ">=2.1",
        ),
        Code(
            "XRT503",
            "never-run-test",
            "a test that only ran under XRT: always skipped now, or run with `using_pjrt` patched to False",
            "It passes without testing anything that a supported release does.",
            "import pytest\nimport torch_xla\nfrom packaging.version import Version\n\n"
            '@pytest.mark.skipif(Version(torch_xla.__version__) >= Version("2.1"), reason="needs XRT")\n'
            "def test_mesh():\n    assert torch_xla.__version__\n",
            "import torch_xla\n\ndef test_version():\n    assert torch_xla.__version__\n",
            "unsafe",
            ">=2.1",
        ),
        Code(
            "XRT601",
            "no-such-name",
            "a name of torch_xla that no release has",
            "The import or the attribute fails everywhere; most often the name is misspelt or lives in another module.",
            "from torch_xla.core.model import broadcast_master_param\n",
            "from torch_xla.core.xla_model import broadcast_master_param\n",
            "no",
        ),
        Code(
            "XRT602",
            "name-starts-later",
            "a name of torch_xla that starts later than the stated floor",
            "It fails on the oldest releases that are said to be supported.",
            "import torch_xla\n\ntorch_xla.launch(print)\n",
            "import torch_xla.distributed.xla_multiprocessing as xmp\n\nxmp.spawn(print)\n",
            "no",
            ">=2.1",
        ),
        Code(
            "XRT603",
            "unbound-here",
            "a name bound only on releases other than those where it is used",
            "The line raises NameError, or UnboundLocalError, on every release that reaches it.",
            "import torch_xla\nfrom packaging.version import Version\n\n"
            'if Version(torch_xla.__version__) >= Version("2.1"):\n'
            "    from torch_xla._internal import tpu\nelse:\n"
            "    version = tpu.version()\n",
            "import torch_xla\nfrom packaging.version import Version\n\n"
            'if Version(torch_xla.__version__) >= Version("2.1"):\n'
            "    from torch_xla._internal import tpu\nelse:\n"
            "    from torch_xla.experimental import tpu\n\nversion = tpu.version()\n",
            "no",
            ">=1.13",
        ),
        Code(
            "XRT901",
            "deprecated-xla-device",
            "`torch_xla.core.xla_model.xla_device`, deprecated",
            "It works, with a DeprecationWarning at each call.",
            "import torch_xla.core.xla_model as xm\n\ndevice = xm.xla_device()\n",
            "import torch_xla\n\ndevice = torch_xla.device()\n",
            "unsafe",
            ">=2.3",
        ),
        Code(
            "XRT902",
            "deprecated-mark-step",
            "`torch_xla.core.xla_model.mark_step`, deprecated",
            "It works, with a DeprecationWarning at each call.",
            "import torch_xla.core.xla_model as xm\n\nxm.mark_step()\n",
            "import torch_xla\n\ntorch_xla.sync()\n",
            "unsafe",
            ">=2.4",
        ),
        Code(
            "XRT903",
            "deprecated-spmd-variable",
            "the environment variable `XLA_USE_SPMD`",
            "It is still read, but with it set the call that replaces it warns.",
            'import os\n\nos.environ["XLA_USE_SPMD"] = "1"\n',
            "import torch_xla.runtime as xr\n\nxr.use_spmd()\n",
            "no",
        ),
        Code(
            "XRT904",
            "renamed-gpu-device",
            "`PJRT_DEVICE=GPU`, renamed to `CUDA`",
            "The name `GPU` is unknown to newer releases: device initialisation fails.",
            'import os\n\nos.environ["PJRT_DEVICE"] = "GPU"\n',
            'import os\n\nos.environ["PJRT_DEVICE"] = "TPU"\n',
            "no",
        ),
    )
}

# How bad a finding is, by the longest beginning of its code that stands here: what fails is an error, what is
# without effect or still works is a warning, what was asked for as an extra is a note.
_LEVELS = {
    "XRT": "error",
    "XRT2": "warning",
    "XRT204": "error",
    "XRT304": "warning",
    "XRT305": "warning",
    "XRT405": "warning",
    "XRT5": "warning",
    "XRT9": "note",
}


def level(code: str) -> str:
    """``error``, ``warning`` or ``note``."""
    return _LEVELS[max((start for start in _LEVELS if code.startswith(start)), key=len)]
