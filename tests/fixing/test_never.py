"""Tests that only ran under XRT: what stays first, then what goes."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop

TARGET = ">=2.1"


@pytest.mark.parametrize(
    "body",
    [
        "with mock.patch('a._using_pjrt', return_value=False):\n        assert run()\n    assert run()",
        "assert run()\n    mock.patch.object(a, '_using_pjrt', return_value=False)\n    assert run()",
        "for i in x:\n        monkeypatch.setattr(a, '_using_pjrt', lambda: False)\n        assert run()",
        "run()\n    monkeypatch.setattr(a, '_using_pjrt', lambda: False)\n    assert run()",
        "x = mock.patch('a._using_pjrt', return_value=False)\n    assert run()",
    ],
)
def test_a_part_that_runs_otherwise(body: str):
    check_noop(f"def test_a(monkeypatch):\n    {body}\n", "only a part of the test", target=TARGET)


def test_tests_that_run_stay():
    check_noop(
        "import pytest\nfrom a import _XLA_AVAILABLE\n\n\n"
        "@pytest.mark.skipif(not _XLA_AVAILABLE, reason='no XLA')\ndef test_a():\n    pass\n",
        target=TARGET,
    )


def test_skipped():
    check_fixed(
        """
        import pytest
        from a import run, using_pjrt


        # About the mesh.
        @pytest.mark.skipif(using_pjrt(), reason="needs XRT")
        @pytest.mark.parametrize("n", [1, 8])
        def test_mesh(n):
            assert run(n)


        @pytest.mark.skipif(not using_pjrt(), reason="needs PJRT")
        def test_pjrt():
            pytest.fail()
        """,
        """
        import pytest


        def test_pjrt():
            pytest.fail()
        """,
        target=TARGET,
        unsafe=True,
    )


def test_a_condition_that_never_skips_goes_safely():
    check_fixed(
        """
        import pytest
        from a import using_pjrt


        @pytest.mark.slow
        @pytest.mark.skipif(
            not using_pjrt(),
            reason="needs PJRT",
        )
        def test_pjrt():
            assert True
        """,
        """
        import pytest


        @pytest.mark.slow
        def test_pjrt():
            assert True
        """,
        target=TARGET,
    )


def test_classes():
    check_fixed(
        """
        import unittest
        from a import using_pjrt


        class TestMesh(unittest.TestCase):
            '''About the mesh.'''

            @unittest.skipIf(using_pjrt(), "needs XRT")
            def test_mesh(self):
                assert True


        class TestOther(unittest.TestCase):
            def test_a(self):
                assert True

            @unittest.skipUnless(not using_pjrt(), "needs XRT")
            def test_b(self):
                assert True
        """,
        """
        import unittest


        class TestOther(unittest.TestCase):
            def test_a(self):
                assert True
        """,
        target=TARGET,
        unsafe=True,
    )


def test_patched():
    check_fixed(
        """
        from unittest import mock


        @mock.patch("a.b._using_pjrt", return_value=False)
        def test_decorated(_):
            assert True


        def test_fixture(monkeypatch):
            \"\"\"Under XRT.\"\"\"
            import a

            monkeypatch.setattr(a, "_using_pjrt", lambda: False)
            assert True


        def test_block():
            with mock.patch("a.b._using_pjrt", return_value=False):
                assert True


        @mock.patch("a.b._using_pjrt", return_value=True)
        def test_pjrt(_):
            assert True
        """,
        """
        from unittest import mock


        @mock.patch("a.b._using_pjrt", return_value=True)
        def test_pjrt(_):
            assert True
        """,
        target=TARGET,
        unsafe=True,
    )
