"""The old address reached by attribute: each use fails on its own."""
import torch_xla
from torch_xla import experimental
from torch_xla import experimental as ex

rank = torch_xla.experimental.pjrt.global_ordinal()  # XRT301: 8
rank = experimental.pjrt.local_ordinal()  # XRT301: 8
check = ex.pjrt.using_pjrt  # XRT301: 9
pj = torch_xla.experimental.pjrt  # XRT301: 6
live = experimental.eager.eager_mode(True), torch_xla.experimental.plugins
