# OPTIONS: --xrt-torch-xla=">=2.1"
"""Tests that come out the same on every supported release, without a dead branch behind them."""
import torch_xla
import torch_xla.runtime as xr
from lightning_utilities.core.imports import RequirementCache
from my_project.flags import VERBOSE
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.1")

# MESSAGE: this test is always true on torch_xla 2.1 and later: drop it
if NEW:  # XRT502: 4
    print(xr.world_size())

if Version(torch_xla.__version__) >= Version("2.1"):  # XRT502: 4
    print(xr.global_ordinal())

if Version(torch_xla.__version__) >= Version("2.5"):
    print(torch_xla.launch)

if RequirementCache("torch_xla>=2.5"):
    print(xr.host_index())

if VERBOSE:
    print(xr.process_count())


def devices():
    if RequirementCache("torch_xla>=2.1"):  # XRT502: 8
        xr.use_spmd()
    return xr.global_device_count()
