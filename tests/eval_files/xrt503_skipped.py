# OPTIONS: --xrt-torch-xla=">=2.1"
"""Tests that are skipped on every supported release."""
import unittest

import pytest
from my_project.flags import _TORCH_GREATER_EQUAL_2_1, _XLA_GREATER_EQUAL_2_1, _XLA_GREATER_EQUAL_2_5
from my_project.xla import using_pjrt


# MESSAGE: this test is always skipped on torch_xla 2.1 and later: delete it
@pytest.mark.skipif(using_pjrt(), reason="needs XRT")  # XRT503: 2
def test_mesh():
    assert True


@pytest.mark.skipif(  # XRT503: 2
    using_pjrt(),
    reason="needs XRT",
)
@pytest.mark.parametrize("n", [1, 8])
def test_processes(n):
    assert n


@unittest.skipUnless(not using_pjrt(), "needs XRT")  # XRT503: 2
class MeshTest(unittest.TestCase):
    def test_mesh(self):
        assert True


class OtherTest(unittest.TestCase):
    @unittest.skipIf(condition=using_pjrt(), reason="needs XRT")  # XRT503: 6
    def test_mesh(self):
        assert True


# Never skipped: the condition can go, the test stays.
@pytest.mark.skipif(not using_pjrt(), reason="needs PJRT")  # XRT502: 21
def test_pjrt():
    assert True


# Absent still reaches these: the flag is False then.
@pytest.mark.skipif(_XLA_GREATER_EQUAL_2_1, reason="for those without torch_xla")
def test_absent():
    assert True


# Some supported releases run these.
@pytest.mark.skipif(_XLA_GREATER_EQUAL_2_5, reason="went in 2.5")
def test_shims():
    assert True


# torch's flag, not torch_xla's.
@pytest.mark.skipif(_TORCH_GREATER_EQUAL_2_1, reason="old torch only")
def test_torch():
    assert True
