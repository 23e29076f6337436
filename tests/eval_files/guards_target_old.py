# OPTIONS: --xrt-torch-xla="<2.1"
"""Who stays on XRT has nothing to fear."""
import os

import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp
from torch_xla.distributed import xla_dist
from torch_xla.experimental import pjrt

os.environ["XRT_TPU_CONFIG"] = "localservice;0;localhost:51011"
size = xm.xrt_world_size(), xenv.HOST_ORDINAL, pjrt.using_pjrt(), xla_dist
xmp.spawn(print, nprocs=8)
