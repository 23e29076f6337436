"""Names that patch.multiple asks for."""

from unittest import mock
from unittest.mock import patch

import torch_xla.core.xla_model as xm

with mock.patch.multiple(xm, get_ordinal=mock.DEFAULT, rendezvous=mock.DEFAULT):  # XRT401: 42
    pass


@patch.multiple("torch_xla.core.xla_model", xrt_world_size=lambda: 8, mark_step=mock.DEFAULT)  # XRT401: 60
def test(xrt_world_size):
    assert xrt_world_size() == 8


with mock.patch.multiple(xm, create=True, get_ordinal=mock.DEFAULT), xm.multiple(xm, get_ordinal=1):  # XRT601: 70
    pass
