# OPTIONS: --xrt-torch-xla=">=2.1"
"""Tests that run with using_pjrt patched to False."""
from unittest import mock
from unittest.mock import Mock, patch

import my_project.xla
import pytest


# MESSAGE: using_pjrt is patched to False, which it is on no torch_xla 2.1 and later: delete what is tested so
@mock.patch("my_project.xla._using_pjrt", return_value=False)  # XRT503: 2
def test_decorated(_):
    assert True


@patch("my_project.xla.using_pjrt", lambda: False)  # XRT503: 2
def test_with_lambda():
    assert True


@patch.object(my_project.xla, "_using_pjrt", new=Mock(return_value=False))  # XRT503: 2
def test_with_object():
    assert True


def test_by_fixture(monkeypatch):
    monkeypatch.setattr(my_project.xla, "_using_pjrt", lambda: False)  # XRT503: 5
    monkeypatch.setattr("my_project.xla._using_pjrt", Mock(return_value=False))  # XRT503: 5
    assert True


def test_in_part():
    with mock.patch("my_project.xla._using_pjrt", return_value=False):  # XRT503: 10
        assert True
    assert True


# What PJRT says, or what is not known.
@mock.patch("my_project.xla._using_pjrt", return_value=True)
def test_pjrt(_):
    assert True


@pytest.mark.parametrize("pjrt", [True, False])
def test_both(monkeypatch, pjrt):
    monkeypatch.setattr(my_project.xla, "_using_pjrt", lambda: pjrt)
    monkeypatch.setattr(my_project.xla, "_using_tpu", lambda: False)
    monkeypatch.setattr(my_project.xla, "_using_pjrt", False)
    assert True


@mock.patch("my_project.xla._using_pjrt")
def test_bare(_):
    assert True


# No test: a fixture may serve several.
def xrt(monkeypatch):
    monkeypatch.setattr(my_project.xla, "_using_pjrt", lambda: False)
