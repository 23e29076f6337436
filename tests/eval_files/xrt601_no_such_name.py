"""Names that no release has."""
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.core.xla_modle as misspelt  # XRT601: 8
import torch_xla.runtime as xr
from torch_xla.core import model  # XRT601: 28
# MESSAGE: torch_xla.core.model exists in no torch_xla release: did you mean torch_xla.core.xla_model?
from torch_xla.core.model import broadcast_master_param  # XRT601: 34
from torch_xla.runtime import worldsize, world_size  # XRT601: 31

n = xm.world_size()  # XRT601: 5
rank = xr.get_ordinal()  # XRT601: 8
where = torch_xla.core.xla_env_vars.HOST_RANK  # XRT601: 9

# Attributes of objects, of classes and of the C extension, dunders of modules, and everything that is
# behind a call: no module-level names.
device = xm.xla_device().get_rank()
cached = xm.xla_device.cache, xm.RateTracker.speed
raw = torch_xla._XLAC._xla_something_new(), torch_xla._XLAC.XLATensor.made_up
origin = xm.__name__, torch_xla.__file__, xr.__doc__, xm.__dict__
tools = broadcast_master_param, worldsize, world_size, model, misspelt
