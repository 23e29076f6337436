"""Targets of patches are names too; those that may be missing are not."""
from unittest import mock
from unittest.mock import patch

import pytest
import torch_xla.core.xla_model as xm


@mock.patch("torch_xla.core.xla_model.xrt_world_size", return_value=8)  # XRT401: 13
@patch("torch_xla.runtime.world_size", return_value=8)
def test_patch(size, world):
    with patch("torch_xla.core.xla_model.get_ordinal", lambda: 3):  # XRT401: 16
        assert size() == 8
    with mock.patch.object(xm, "get_ordinal"):  # XRT401: 32
        assert world() == 8
    with mock.patch.object(target=xm, attribute="is_master_ordinal"):
        assert world() == 8
    with mock.patch("my_project.trainer.xm.get_ordinal"), patch("torch_xla.core.xla_model.xla_device"):
        assert world() == 8


@mock.patch("torch_xla.core.xla_model.xrt_world_size", create=True)
@mock.patch.object(xm, "get_ordinal", create=True)
def test_created(size, rank):
    assert size() and rank()


def test_monkeypatch(monkeypatch):
    monkeypatch.setattr(xm, "get_ordinal", lambda: 0)  # XRT401: 29
    monkeypatch.setattr("torch_xla.core.xla_model.xrt_world_size", lambda: 2)  # XRT401: 25
    monkeypatch.setattr(xm, "xrt_world_size", lambda: 2, raising=False)
    monkeypatch.setattr("torch_xla.core.xla_model.get_ordinal", lambda: 2, raising=False)
    monkeypatch.setattr(xm, "get_local_ordinal", lambda: 0)
    with pytest.raises(AttributeError, match="get_ordinal"):
        raise AttributeError("get_ordinal")


@mock.patch("torch_xla.experimental.pjrt.using_pjrt", return_value=True)  # XRT301: 13
def test_helper(using):
    with mock.patch("torch_xla.runtime.using_pjrt", return_value=True):  # XRT402: 21
        assert using()
