"""Guards that look for a module without importing it."""
import importlib.util
from importlib.util import find_spec

if importlib.util.find_spec("torch_xla.runtime"):
    import torch_xla.runtime as pj
else:
    from torch_xla.experimental import pjrt as pj

if find_spec("torch_xla.experimental.pjrt") is not None:
    from torch_xla.experimental import pjrt
else:
    import torch_xla.runtime as pjrt

if find_spec("torch_xla.experimental.xla_sharding") is None:
    import torch_xla.distributed.spmd as xs
else:
    import torch_xla.experimental.xla_sharding as xs

if find_spec("torch_xla") is not None:
    # Installed says nothing about the release.
    from torch_xla.distributed import xla_dist  # XRT102: 39

if find_spec("torch_xla.experimental"):
    from torch_xla.experimental import tpu  # XRT302: 40
