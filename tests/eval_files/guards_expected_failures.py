"""A failure that is waited for, and one that is passed over."""

from contextlib import suppress

import pytest
import torch_xla.core.xla_model as xm
import torch_xla.core.xla_env_vars as xenv


def test_gone():
    with pytest.raises(ImportError):
        from torch_xla.experimental import pjrt
    with pytest.raises((ValueError, AttributeError), match="get_ordinal"):
        xm.get_ordinal()
    with pytest.raises(AttributeError):
        getattr(xenv, "HOST_ORDINAL")
    with pytest.raises(ValueError):
        xm.get_ordinal()  # XRT401: 9
    with pytest.raises():
        xm.get_ordinal()  # XRT401: 9


with suppress(ImportError):
    from torch_xla.experimental import pjrt  # XRT301: 40
with suppress(ImportError, AttributeError):
    xm.get_ordinal()  # XRT401: 5

try:
    n = getattr(xm, "get_ordinal")()
except AttributeError:
    n = print
try:
    n = getattr(xm, "get_ordinal")()  # XRT401: 21
except AttributeError:
    n = 0
try:
    n = getattr(xm, "get_ordinal")()  # XRT401: 21
except ImportError:
    n = print
