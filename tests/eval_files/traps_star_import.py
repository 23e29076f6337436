"""Star imports where every dead name that is used has another binding, and star imports of modules that live."""
import os

from torch_xla.core.xla_env_vars import *
from torch_xla.core.xla_model import *
from torch_xla.runtime import *

HOST_ORDINAL = "CLUSTER_HOST"


def host(ORDINAL):
    get_ordinal = os.environ.get
    return get_ordinal(HOST_ORDINAL), ORDINAL, os.environ.get(PJRT_DEVICE), world_size(), xla_device()
