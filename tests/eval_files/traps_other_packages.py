"""Other packages, relative imports, and what is behind a call."""
import jax.experimental.pjrt as jax_pjrt
import my_torch_xla.core.xla_env_vars as xenv
import torch_xla_fork.core.xla_model as fork
from jax.experimental import pjrt
from my_project.torch_xla.core import xla_model as ours
from xpu_lib.torch_xla import runtime
from telescope import xrt_mk_maps_meta, xrt_plot_curves

from . import xla_env_vars, xla_model as xm
from .. import torch_xla
from ..core.xla_env_vars import HOST_ORDINAL
from .experimental import pjrt as own
from .torch_xla.experimental import tpu

ranks = xm.get_ordinal(), fork.get_ordinal(), ours.get_ordinal(), torch_xla.core.xla_model.get_ordinal()
hosts = xenv.HOST_ORDINAL, xla_env_vars.HOST_ORDINAL, HOST_ORDINAL
runtimes = jax_pjrt.using_pjrt(), pjrt.using_pjrt(), own.using_pjrt(), tpu.version(), runtime.using_pjrt()

maps = xrt_mk_maps_meta(xrt_plot_curves), {"XRT_PAGE_ID": "main"}, dict(disable_xrt=True)


class Strategy:
    def __init__(self, pytorch, sampler):
        self.pytorch = pytorch
        self.sampler = sampler

    def size(self):
        return self.pytorch.torch_xla.xrt_world_size()

    def rank(self):
        return self.sampler.get_ordinal() + get_sampler().xrt_world_size()


def get_sampler():
    import torch_xla as tx
    import torch_xla.core.xla_model as model

    # A call ends a chain, and so does a subscript.
    model.xla_device().get_ordinal()
    tx.devices()[0].xrt_world_size()
    return model.RateTracker().get_ordinal()
