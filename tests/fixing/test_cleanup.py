"""Imports that a fix leaves without use."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed

from flake8_no_xrt.fixing.cleanup import tidy
from flake8_no_xrt.judging.options import Options

XM = "import torch_xla.core.xla_model as xm"
XR = "import torch_xla.runtime as xr"


def tidied(before: str, after: str, *kept: str) -> str:
    return tidy(before, after, Options(), frozenset(kept))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a\na\n", "import a\na\n"),
        ("import a\n", "import a\n"),
        ("import a\na.b\n", "import a\na.c\n"),
        ("import a\n__all__ = ['a']\na\n", "import a\n__all__ = ['a']\n"),
        ("import a as a\na\n", "import a as a\n"),
        ("import a  # noqa\na\n", "import a  # noqa\n"),
        ("import a  # noqa: E402, F401\na\n", "import a  # noqa: E402, F401\n"),
        ("try:\n    import a\n    ok = True\nexcept ImportError:\n    ok = False\na\n",
         "try:\n    import a\n    ok = True\nexcept ImportError:\n    ok = False\n"),
        ("import torch_xla.a\ntorch_xla.a.f()\n", "import torch_xla.a\ntorch_xla.f()\n"),
        ("import torch_xla.a\nimport torch_xla\ntorch_xla.a()\n", "import torch_xla.a\nimport torch_xla\ntorch_xla.a"),
        ("import a\na\n", "import a\n("),
    ],
)  # fmt: skip
def test_stays(before: str, after: str):
    assert tidied(before, after) == after


@pytest.mark.parametrize("kept", ["xm", "*"])
def test_stays_for_other_files(kept: str):
    assert tidied("import a as xm\nxm\n", "import a as xm\n", kept) == "import a as xm\n"
    check_fixed(f"{XM}\nn = xm.get_ordinal()\n", f"{XM}\n{XR}\nn = xr.global_ordinal()\n", kept=frozenset({kept}))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a\n", ""),
        ("import a, b\nb\n", "import b\nb\n"),
        ("import b, a\nb\n", "import b\nb\n"),
        ("import a  # noqa: E402\n", ""),
        ("import a  # why\n", "# why\n"),
        ("import a; b = 1\n", "b = 1\n"),
        ("b = 1; import a\n", "b = 1\n"),
        ("b = 1; import a; c = 1\n", "b = 1; c = 1\n"),
        ("if b:\n    import a\n", "if b:\n    pass\n"),
        ("if b: import a\n", "if b: pass\n"),
        ("def f():\n    import a\n    return 1\n", "def f():\n    return 1\n"),
        ("from x import (\n    a,\n    b,\n)\nb\n", "from x import (\n    b,\n)\nb\n"),
        ("from x import (\n    b,\n    a\n)\nb\n", "from x import (\n    b,\n)\nb\n"),
        ("from x import (a, b,\n  c)\nb, c\n", "from x import (b,\n  c)\nb, c\n"),
        ("from x import b, c as a\nb\n", "from x import b\nb\n"),
        ("from .x import a\n", ""),
        ("from . import a\n", ""),
        ("try:\n    import x.a as a\n    import x\nexcept ImportError:\n    x\n",
         "try:\n    import x\nexcept ImportError:\n    x\n"),
    ],
)  # fmt: skip
def test_goes(before: str, after: str):
    # The use stood where the import is seen; what is left of the text is ``before``.
    used = before.replace("return 1", "a\n    return 1") if "def " in before else f"{before}a\n"
    assert tidied(used, before) == after


def test_an_argument_was_the_last_use():
    check_fixed(f"from defaults import WORLD\n{XM}\nn = xm.xrt_world_size(WORLD)\n", f"{XR}\nn = xr.world_size()\n")


def test_an_optional_import_keeps_its_question():
    check_fixed(
        """
        try:
            import torch_xla.core.xla_model as xm
            HAS_XLA = True
        except ImportError:
            HAS_XLA = False

        def rank():
            return xm.get_ordinal() if HAS_XLA else 0
        """,
        """
        try:
            import torch_xla.runtime as xr
            HAS_XLA = True
        except ImportError:
            HAS_XLA = False

        def rank():
            return xr.global_ordinal() if HAS_XLA else 0
        """,
    )
