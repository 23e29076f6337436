"""Less usual version tests."""
import operator

from lightning_utilities.core.imports import RequirementCache, compare_version
from packaging.version import Version
from torch_xla import __version__ as XLA_VERSION

import torch_xla.core.xla_env_vars as xenv

if Version(XLA_VERSION) >= Version("2.1"):
    host = None
else:
    host = xenv.HOST_ORDINAL

if Version(XLA_VERSION) == Version("2.0"):
    host = xenv.HOST_ORDINAL

if Version(XLA_VERSION) != Version("2.0"):
    host = xenv.HOST_ORDINAL  # XRT101: 12

if compare_version("torch_xla", operator.lt, "2.1.0", use_base_version=True):
    host = xenv.HOST_ORDINAL

if compare_version("torch_xla", operator.gt, "2.0"):
    host = xenv.HOST_ORDINAL  # XRT101: 12

if (new := RequirementCache("torch_xla >= 2.1")):
    host = new
else:
    host = xenv.HOST_ORDINAL

if bool(RequirementCache("torch_xla>=2.1")) is True:
    host = xenv.HOST_ORDINAL  # XRT101: 12

if RequirementCache("torch_xla>=1.13,<2.1"):
    host = xenv.HOST_ORDINAL

if RequirementCache("torch_xla>=2.1") and RequirementCache("torch_xla<2.1"):
    host = xenv.HOST_ORDINAL

if RequirementCache("torch_xla>=2.1") or RequirementCache("torch_xla<2.1"):
    host = xenv.HOST_ORDINAL  # XRT101: 12


class Env:
    _new = RequirementCache("torch_xla>=2.1")

    def host(self, environ):
        if RequirementCache("torch_xla>=2.1"):
            return None
        return environ[xenv.HOST_ORDINAL]


def flag_in_function():
    new = RequirementCache("torch_xla>=2.1")
    if new:
        return None
    return xenv.HOST_ORDINAL


def flag_of_something_else():
    new = RequirementCache("lightning>=2.1")
    if new:
        return None
    return xenv.HOST_ORDINAL  # XRT101: 12
