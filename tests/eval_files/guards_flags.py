"""Flags: made here, made later, made elsewhere."""
from lightning.fabric.accelerators.xla import _XLA_GREATER_EQUAL_2_1
from lightning.fabric.accelerators.xla import _XLA_GREATER_EQUAL_2_5 as AFTER
from lightning_utilities.core.imports import RequirementCache
from my_project import flags
from my_project.flags import TORCH_XLA_GE_2_1, XLA_GTE_2_1
from packaging.version import Version

try:
    import torch_xla

    _FROM_TRY = Version(torch_xla.__version__) >= Version("2.1")
except ImportError:
    _FROM_TRY = False

_NEW = RequirementCache("torch_xla>=2.1")
_OLD = not _NEW
_BOTH = _NEW and RequirementCache("lightning")


def imported():
    if _XLA_GREATER_EQUAL_2_1:
        from torch_xla import runtime as xr
    else:
        from torch_xla.experimental import pjrt as xr
    return xr


def imported_wrong():
    if _XLA_GREATER_EQUAL_2_1:
        from torch_xla.experimental import pjrt  # XRT301: 44
    return pjrt


def renamed():
    if AFTER:
        import torch_xla.core.xla_env_vars as xenv

        return xenv.ORDINAL  # XRT101: 16
    return None


def other_spellings():
    if not TORCH_XLA_GE_2_1:
        from torch_xla.distributed import xla_dist
    if not XLA_GTE_2_1:
        from torch_xla.distributed import xla_dist
    if not flags._TORCH_XLA_GREATER_EQUAL_2_1:
        from torch_xla.distributed import xla_dist
    if not flags.XLA_READY:
        from torch_xla.distributed import xla_dist  # XRT102: 43
    return xla_dist


def local():
    if _OLD:
        from torch_xla.distributed import xla_dist as a
    if not _OLD:
        from torch_xla.distributed import xla_dist as a  # XRT102: 43
    if not _FROM_TRY:
        from torch_xla.distributed import xla_dist as a
    if _BOTH:
        from torch_xla.distributed import xla_dist as a  # XRT102: 43
    else:
        # Not both: the release may be new all the same.
        from torch_xla.distributed import xla_dist as a  # XRT102: 43
    if not _AT_THE_END:
        from torch_xla.distributed import xla_dist as a
    return a


_AT_THE_END = RequirementCache("torch_xla>=2.1")
