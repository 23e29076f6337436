"""Facts about the chips, from the modules that became private."""
from torch_xla.experimental import gpu as cuda  # XRT302: 36
# MESSAGE: torch_xla.experimental.tpu was removed in torch_xla 2.5: use torch_xla._internal.tpu, which is private
from torch_xla.experimental import tpu  # XRT302: 36
from torch_xla.experimental.tpu import get_tpu_env, version as tpu_version  # XRT302: 40, XRT302: 53
# MESSAGE: torch_xla.experimental.gpu was removed in torch_xla 2.2: nothing replaces it, CUDA support left torch_xla
import torch_xla.experimental.gpu  # XRT302: 8
import torch_xla._internal.tpu as private

chips = tpu.num_available_chips() if tpu.version() >= 4 else private.num_available_chips()
tpu.get_tpu_env = dict
everything = chips, get_tpu_env(), tpu_version(), cuda
