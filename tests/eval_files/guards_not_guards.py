"""Tests that look like guards and say nothing about the release of torch_xla."""
import operator
import os
import sys

import torch
from lightning_utilities.core.imports import RequirementCache, compare_version
from my_project.flags import _TORCH_GREATER_EQUAL_2_1, IS_TPU
from packaging.version import Version
from transformers.utils import is_torch_tpu_available

if _TORCH_GREATER_EQUAL_2_1:
    import torch_xla.runtime as xr
else:
    from torch_xla.experimental import pjrt as xr  # XRT301: 40

if not RequirementCache("torch>=2.1"):
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if not compare_version("torch", operator.ge, "2.1"):
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if Version(torch.__version__) < Version("2.1"):
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if sys.version_info < (3, 8):
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if os.environ.get("PJRT_DEVICE") is None:
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if is_torch_tpu_available():
    import torch_xla.core.xla_model as xm

    n = xm.xrt_world_size()  # XRT401: 9

if RequirementCache("torch_xla") and IS_TPU:
    import torch_xla.core.xla_model as xm

    n = xm.xrt_world_size()  # XRT401: 9

if RequirementCache("lightning>=2.1"):
    import torch_xla.core.xla_env_vars as xenv

    n = xenv.HOST_WORLD_SIZE  # XRT101: 9
