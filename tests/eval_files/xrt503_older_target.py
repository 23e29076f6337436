# OPTIONS: --xrt-torch-xla=">=2.0"
"""With a release that still had XRT among the supported ones, these tests run."""
from unittest import mock

import pytest
from my_project.xla import using_pjrt


@mock.patch("my_project.xla._using_pjrt", return_value=False)
def test_patched(_):
    assert True


@pytest.mark.skipif(using_pjrt(), reason="needs XRT")
def test_skipped():
    assert True
