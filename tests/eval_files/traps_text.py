"""Old names in prose: export XRT_TPU_CONFIG=..., call xm.xrt_world_size(), import torch_xla.experimental.pjrt.

    >>> import torch_xla.experimental.pjrt  # old name
    >>> os.environ["XRT_TPU_CONFIG"]
"""
import logging

import pytest
import torch_xla.core.xla_model as xm

log = logging.getLogger(__name__)
HELP = """
Run with
    XRT_TPU_CONFIG="tpu_worker;0;10.0.0.2:8470" python train.py
and torch_xla.distributed.xla_dist for pods.
"""


def world(xr):
    """Replaces xm.xrt_world_size()."""
    # os.environ["XRT_WORKERS"] = "1"; xm.get_ordinal()
    log.info("XRT_TPU_CONFIG has no effect since the move to PJRT")
    log.warning(f"XRT_WORKERS={xr} is ignored, use torch_xla.experimental.pjrt")
    pytest.skip("PJRT doesn't set 'XRT_HOST_WORLD_SIZE'")
    raise RuntimeError("torch_xla.core.xla_model.xrt_world_size is gone", "xrt_world_size", "pjrt://")


names = ["torch_xla.experimental.pjrt", "xrt_world_size", "torch_xla.distributed.xla_dist"]
fake = {"torch_xla.experimental": object(), "xm.get_ordinal": xm}
