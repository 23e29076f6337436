"""Tests that are skipped where they would fail."""
import unittest

import pytest
import torch_xla.core.xla_model as xm
from my_project.flags import _XLA_GREATER_EQUAL_2_1
from pytest import mark


@pytest.mark.skipif(_XLA_GREATER_EQUAL_2_1, reason="XRT only")
def test_old():
    assert xm.xrt_world_size()


@pytest.mark.skipif(not _XLA_GREATER_EQUAL_2_1, reason="PJRT only")
def test_new():
    assert xm.xrt_world_size()  # XRT401: 12


@mark.skipif(condition=_XLA_GREATER_EQUAL_2_1, reason="XRT only")
@mark.parametrize("size", [1, 2])
def test_parametrized(size):
    assert xm.xrt_world_size() == size


@pytest.mark.xfail(_XLA_GREATER_EQUAL_2_1, reason="runs all the same")
def test_expected_failure():
    assert xm.xrt_world_size()  # XRT401: 12


@unittest.skipIf(_XLA_GREATER_EQUAL_2_1, "XRT only")
class OldTest(unittest.TestCase):
    def test_rank(self):
        self.assertEqual(xm.get_ordinal(), 0)


class MixedTest(unittest.TestCase):
    @unittest.skipUnless(_XLA_GREATER_EQUAL_2_1, "PJRT only")
    def test_new(self):
        self.assertEqual(xm.get_ordinal(), 0)  # XRT401: 26

    @unittest.skipUnless(not _XLA_GREATER_EQUAL_2_1, "XRT only")
    def test_old(self):
        self.assertEqual(xm.get_ordinal(), 0)
