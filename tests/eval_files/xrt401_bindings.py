"""Names that are bound more than once, or not where they are used."""
import contextlib
from typing import TYPE_CHECKING

from my_project.extras import is_torch_xla_available

try:
    import torch_xla.core.xla_model as xm
except ImportError:
    xm = None

if is_torch_xla_available():
    import torch_xla.core.xla_model as guarded
else:
    guarded = None

with contextlib.suppress(ImportError):
    import torch_xla.core.xla_model as suppressed

if TYPE_CHECKING:
    import torch_xla.core.xla_model as typed

either = xm or None
G = None


def connect():
    global G
    import torch_xla.core.xla_model as G


def rank():
    # The usual optional import: both origins stay.
    if xm is None:
        return 0
    return xm.get_ordinal()  # XRT401: 12


def ranks():
    return G.get_ordinal(), guarded.get_ordinal()  # XRT401: 12, XRT401: 29


def sizes(value: "typed.get_ordinal"):  # XRT401: 18
    return suppressed.xrt_world_size(), either.xrt_world_size()  # XRT401: 12, XRT401: 41


class Cluster:
    import torch_xla.core.xla_model as kk

    size = kk.xrt_world_size()  # XRT401: 12

    def rank(self):
        return self.kk.get_ordinal()  # XRT401: 16

    @classmethod
    def total(cls):
        return cls.kk.xrt_world_size()  # XRT401: 16


class Shadow:
    # A class body is no scope for its methods: xm below is the module.
    xm = "accelerator"

    def rank(self):
        return xm.get_ordinal(), self.xm  # XRT401: 16


def nested():
    import torch_xla.core.xla_model as local

    value = [local.get_ordinal() for _ in range(2)]  # XRT401: 14

    def setter():
        nonlocal local
        return local.xrt_world_size()  # XRT401: 16

    return value, setter
