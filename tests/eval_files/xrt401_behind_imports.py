"""What is asked of a module whose import is reported already, and of what may be another module."""

import torch_xla.experimental.pjrt  # XRT301: 8
from torch_xla.experimental import tpu  # XRT302: 36
from unittest import mock

try:
    import numpy as model
except ImportError:
    import torch_xla.core.xla_model as model

getattr(torch_xla.experimental.pjrt, "using_pjrt")()
getattr(tpu, "num_local_processes")()
mock.patch("torch_xla")
mock.patch("torch_xlat.core.xla_model.get_ordinal")
try:
    n = model.get_ordinal()
except AttributeError:
    n = model.size
getattr(model, "get_ordinal")()  # XRT401: 16
