"""Everything here lives in the newest release, next door to what does not."""
import torch_xla
import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_backend
import torch_xla.distributed.xla_multiprocessing as xmp
import torch_xla.experimental.eager as eager
from torch_xla._internal import pjrt, tpu
from torch_xla.core.xla_env_vars import PJRT_DEVICE, TPU_NUM_DEVICES
from torch_xla.distributed.fsdp import XlaFullyShardedDataParallel
from torch_xla.distributed.parallel_loader import MpDeviceLoader
from torch_xla.experimental import custom_kernel, distributed_checkpoint, plugins, stablehlo_custom_call
from torch_xla.experimental.custom_kernel import flash_attention
from torch_xla.experimental.scan import scan
from torch_xla.experimental.spmd_fully_sharded_data_parallel import SpmdFullyShardedDataParallel
from torch_xla import runtime as xr

live = PJRT_DEVICE, TPU_NUM_DEVICES, xenv.TPUVM_MODE, xenv.TPU_PROCESS_BOUNDS, xenv.GPU_NUM_DEVICES, xenv.RANK
ranks = xr.world_size(), xr.global_ordinal(), xr.local_ordinal(), xr.host_index(), xm.get_local_ordinal()
steps = xm.mark_step(), xm.xla_device(), xm.rendezvous("end"), xm.mesh_reduce("loss", 1.0, sum)
pieces = pjrt.run_multiprocess, tpu.version(), xmp.MpSerialExecutor, eager.eager_mode
