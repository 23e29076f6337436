"""Attribute uses of a module: left alone first, then written by the new name."""

from __future__ import annotations

import sys

import pytest
from fix_tools import check_fixed, check_noop

XM = "import torch_xla.core.xla_model as xm\n"


# -- left alone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "import torch_xla.runtime as xr\nn = xr.world_size()\n",
        XM + "n = xm.get_local_ordinal()\n",
        XM + "if hasattr(xm, 'xrt_world_size'):\n    n = xm.xrt_world_size()\nelse:\n    n = 1\n",
        "def f(xm):\n    return xm.xrt_world_size()\n",
        XM + "try:\n    n = xm.xrt_world_size()\nexcept AttributeError:\n    import torch_xla.runtime as xr\n"
        "    n = xr.world_size()\n",
        "import other.core.xla_model as xm\nn = xm.xrt_world_size()\n",
        "x = '''\nimport torch_xla.core.xla_model as xm\nxm.get_ordinal()\n'''\n",
    ],
)
def test_nothing_is_reported(text: str):
    check_noop(text)


def test_guarded_while_the_target_needs_it():
    check_noop(
        """
        import torch_xla.core.xla_model as xm
        from torch_xla.experimental import pjrt
        if pjrt.using_pjrt():
            n = pjrt.world_size()
        else:
            n = xm.xrt_world_size()
        """,
        "torch_xla.runtime starts in torch_xla 2.1: state a floor of >=2.1",
        "using_pjrt still decides before torch_xla 2.1",
        target=">=1.13",
    )


def test_the_new_name_is_missing_on_part_of_the_target():
    check_noop(
        XM + "n = xm.xrt_world_size()\n",
        "torch_xla.runtime.world_size starts in torch_xla 2.1: state a floor of >=2.1",
        target=">=2.0",
    )


def test_a_module_level_import_that_runs_where_the_new_module_is_missing():
    check_noop(
        """
        import torch_xla.core.xla_model as xm
        from my_flags import _XLA_GREATER_EQUAL_2_1

        if _XLA_GREATER_EQUAL_2_1:
            n = xm.xrt_world_size()
        """,
        "torch_xla.runtime starts in torch_xla 2.1: state a floor of >=2.1",
        target=">=2.0",
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (XM + "del xm.get_ordinal\n", "assigned or deleted"),
        (XM + "n = (y := xm).get_ordinal()\n", "may be something else"),
        (XM + "import fake\nn = (xm if a else fake).get_ordinal()\n", "may be something else"),
        (XM + "xm = stub() if a else xm\nn = xm.get_ordinal()\n", "may be something else"),
        ("try: import torch_xla.core.xla_model as xm\nexcept ImportError: import fake as xm\nn = xm.get_ordinal()\n",
         "may be something else"),
        ("import importlib\nn = importlib.import_module('torch_xla.core.xla_model').get_ordinal()\n",
         "may be something else"),
        (XM + "def f(x: 'xm.get_ordinal'): pass\n", "stands in a string"),
        ("class A:\n    import torch_xla.core.xla_model as xm\n    n = xm.get_ordinal()\n", "out of its sight"),
        ("class A:\n  import torch_xla.core.xla_model as xm\n\n  def f(self):\n    return self.xm.get_ordinal()\n",
         "may be something else"),
        (XM + "n = (xm  # the module\n     .get_ordinal())\n", "a comment would be lost"),
        (XM + "n = map(xm.get_ordinal, [0])\n", "may be called with an argument"),
        (XM + "n = xm.get_ordinal(*args)\n", "not a plain value"),
        (XM + "n = xm.get_ordinal(f())\n", "not a plain value"),
        (XM + "n = xm.get_ordinal(  # why\n    0)\n", "a comment would be lost"),
        ("def f():\n  global xm\n  import torch_xla.core.xla_model as xm\n\ndef g():\n  return xm.get_ordinal()\n",
         "out of its sight"),
        (XM + "n = xm.parse_xla_device('xla:0')\n", "starts in torch_xla 2.5: state a floor of >=2.5"),
    ],
)  # fmt: skip
def test_not_certain(text: str, reason: str):
    check_noop(text, reason)


def test_every_name_is_taken():
    check_noop(
        XM + "xr = 1\n\ndef f(torch_xla_runtime):\n    return xm.get_ordinal()\n",
        "every name for torch_xla.runtime is taken",
    )


def test_removed_for_good():
    check_noop(
        "import torch_xla.core.xla_env_vars as xenv\nx = xenv.TPU_CONFIG\n",
        "what the value of the variable was for has to be known",
    )


# -- written anew --------------------------------------------------------------------------------------------


def test_import_beside_that_import():
    check_fixed(
        """
        import os
        import torch_xla.core.xla_model as xm  # the model
        import zlib

        print(xm.xrt_world_size(), xm.get_ordinal(), xm.mark_step(), os, zlib)
        """,
        """
        import os
        import torch_xla.core.xla_model as xm  # the model
        import torch_xla.runtime as xr
        import zlib

        print(xr.world_size(), xr.global_ordinal(), xm.mark_step(), os, zlib)
        """,
    )


def test_an_import_left_without_use_goes():
    check_fixed(XM + "n = xm.xrt_world_size()\n", "import torch_xla.runtime as xr\nn = xr.world_size()\n")


def test_in_the_scope_of_the_import():
    check_fixed(
        """
        def f():
            if True:
                import torch_xla.core.xla_model as xm
                return xm.get_ordinal() + xm.get_local_ordinal()

        def g():
            import torch_xla.core.xla_model as xm
            return xm.get_ordinal()
        """,
        """
        def f():
            if True:
                import torch_xla.core.xla_model as xm
                import torch_xla.runtime as xr
                return xr.global_ordinal() + xm.get_local_ordinal()

        def g():
            import torch_xla.runtime as xr
            return xr.global_ordinal()
        """,
    )


def test_each_binding_that_reaches_the_use():
    check_fixed(
        """
        if a:
            import torch_xla.core.xla_model as xm
        else:
            from torch_xla.core import xla_model as xm
        xm.get_ordinal(), xm.mark_step()
        """,
        """
        if a:
            import torch_xla.core.xla_model as xm
            import torch_xla.runtime as xr
        else:
            from torch_xla.core import xla_model as xm
            import torch_xla.runtime as xr
        xr.global_ordinal(), xm.mark_step()
        """,
    )


def test_optional_import():
    check_fixed(
        """
        try:
            import torch_xla.core.xla_model as xm
        except ImportError:
            xm = None

        def rank():
            return 0 if xm is None else xm.get_ordinal()
        """,
        """
        try:
            import torch_xla.core.xla_model as xm
            import torch_xla.runtime as xr
        except ImportError:
            xm = None

        def rank():
            return 0 if xm is None else xr.global_ordinal()
        """,
    )


def test_an_import_that_is_there():
    check_fixed(
        """
        from torch_xla import runtime
        import torch_xla.core.xla_model as xm

        def rank():
            return xm.get_ordinal(), xm.mark_step(), runtime.world_size()
        """,
        """
        from torch_xla import runtime
        import torch_xla.core.xla_model as xm

        def rank():
            return runtime.global_ordinal(), xm.mark_step(), runtime.world_size()
        """,
    )


def test_an_import_that_is_there_beside_an_optional_one():
    check_fixed(
        """
        try:
            import torch_xla.runtime as rt
            import torch_xla.core.xla_model as xm
        except ImportError:
            xm = rt = None

        def rank():
            return xm.get_ordinal(), xm.mark_step(), rt.world_size()
        """,
        """
        try:
            import torch_xla.runtime as rt
            import torch_xla.core.xla_model as xm
        except ImportError:
            xm = rt = None

        def rank():
            return rt.global_ordinal(), xm.mark_step(), rt.world_size()
        """,
    )


def test_an_import_that_may_not_have_run_is_not_enough():
    check_fixed(
        """
        import torch_xla.core.xla_model as xm

        def rank():
            return xm.get_ordinal(), xm.mark_step()

        def size():
            import torch_xla.runtime as xr
            return xr.world_size()
        """,
        """
        import torch_xla.core.xla_model as xm
        import torch_xla.runtime as xr

        def rank():
            return xr.global_ordinal(), xm.mark_step()

        def size():
            import torch_xla.runtime as xr
            return xr.world_size()
        """,
    )


def test_a_later_import_is_not_enough():
    check_fixed(
        """
        import torch_xla.core.xla_model as xm
        n = xm.get_ordinal(), xm.mark_step()
        import torch_xla.runtime as xr
        xr.world_size()
        """,
        """
        import torch_xla.core.xla_model as xm
        import torch_xla.runtime as xr
        n = xr.global_ordinal(), xm.mark_step()
        import torch_xla.runtime as xr
        xr.world_size()
        """,
    )


def test_an_import_in_one_branch_of_the_same_scope():
    check_fixed(
        """
        if available:
            import torch_xla.core.xla_model as xm

            if newer:
                import torch_xla.runtime as xr

        def rank():
            return xm.get_ordinal(), xm.mark_step(), xr.world_size()
        """,
        """
        if available:
            import torch_xla.core.xla_model as xm
            import torch_xla.runtime as torch_xla_runtime

            if newer:
                import torch_xla.runtime as xr

        def rank():
            return torch_xla_runtime.global_ordinal(), xm.mark_step(), xr.world_size()
        """,
    )


def test_otherwise_none():
    check_fixed(
        """
        if available:
            import torch_xla.core.xla_model as xm
        else:
            xm, xmp = [None] * 2

        def rank():
            return xm.get_ordinal(), xm
        """,
        """
        if available:
            import torch_xla.core.xla_model as xm
            import torch_xla.runtime as xr
        else:
            xm, xmp = [None] * 2

        def rank():
            return xr.global_ordinal(), xm
        """,
    )
    check_noop(XM + "xm, b = [other] * 2\nn = xm.get_ordinal\nxm = None\n")
    check_noop(
        "if a:\n    import torch_xla.core.xla_model as xm\nelse:\n    xm, b = [other] * 2\nn = xm.get_ordinal()\n",
        "may be something else",
    )


def test_a_taken_name_is_not_clobbered():
    check_fixed(
        XM + "xr = 3\nn = xm.get_ordinal() + xr\n",
        "import torch_xla.runtime as torch_xla_runtime\nxr = 3\nn = torch_xla_runtime.global_ordinal() + xr\n",
    )


def test_a_name_some_function_has():
    check_fixed(
        XM + "def f(xr):\n    return xm.get_ordinal(), xm\n",
        XM + "import torch_xla.runtime as torch_xla_runtime\ndef f(xr):\n"
        "    return torch_xla_runtime.global_ordinal(), xm\n",
    )


def test_full_chains():
    check_fixed(
        """
        import torch_xla.core.xla_model

        n = torch_xla.core.xla_model.xrt_world_size()
        torch_xla.core.xla_model.mark_step()
        """,
        """
        import torch_xla.core.xla_model
        import torch_xla.runtime

        n = torch_xla.runtime.world_size()
        torch_xla.core.xla_model.mark_step()
        """,
    )


def test_full_chains_whose_import_goes():
    check_fixed(
        "import torch_xla.core.xla_model\n\nn = torch_xla.core.xla_model.xrt_world_size()\n",
        "import torch_xla.runtime\n\nn = torch_xla.runtime.world_size()\n",
    )


def test_a_package_under_another_name():
    check_fixed(
        "import torch_xla as tx\n\nn = tx.core.xla_model.xrt_world_size(), tx.sync()\n",
        "import torch_xla as tx\nimport torch_xla.runtime as xr\n\nn = xr.world_size(), tx.sync()\n",
        target=">=2.4",
    )


def test_a_name_for_a_name():
    check_fixed(
        "import torch_xla.core.xla_model as xm\nmodel = xm\nn = model.get_ordinal()\nmodel.mark_step()\n",
        "import torch_xla.core.xla_model as xm\nimport torch_xla.runtime as xr\nmodel = xm\n"
        "n = xr.global_ordinal()\nmodel.mark_step()\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = xm. \\\n    get_ordinal()\n", "n = xr.global_ordinal()\n"),
        ("n = (xm).get_ordinal()\n", "n = xr.global_ordinal()\n"),
        ("n = (xm\n     .get_ordinal())\n", "n = (xr.global_ordinal())\n"),
        ("@cache(size=xm.xrt_world_size())\ndef f(): pass\n", "@cache(size=xr.world_size())\ndef f(): pass\n"),
        ("n = [xm.get_ordinal() for _ in x]\n", "n = [xr.global_ordinal() for _ in x]\n"),
        ("f = lambda: xm.get_ordinal()\n", "f = lambda: xr.global_ordinal()\n"),
        ("s = 'é'; n = xm.get_ordinal()\n", "s = 'é'; n = xr.global_ordinal()\n"),
        ("s = f'{xm.get_ordinal()}'\n", "s = f'{xr.global_ordinal()}'\n"),
        ("s = f'''\n{xm.get_ordinal():>{n}}\n'''\n", "s = f'''\n{xr.global_ordinal():>{n}}\n'''\n"),
    ],
)
def test_where_it_stands(before: str, after: str):
    check_fixed(XM + before, "import torch_xla.runtime as xr\n" + after)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="positions inside f-strings are exact from 3.12 on")
def test_twice_in_an_f_string():
    check_noop(XM + "s = f'{xm.get_ordinal()} {xm.get_ordinal()}'\n", *["its place in the f-string is unsure"] * 2)


def test_on_one_line():
    check_fixed(
        "import torch_xla.core.xla_model as xm; n = xm.get_ordinal(), xm",
        "import torch_xla.core.xla_model as xm; import torch_xla.runtime as xr; n = xr.global_ordinal(), xm",
    )


def test_the_last_line_has_no_end():
    check_fixed(
        "def f():\n    return xm.get_ordinal(), xm\nimport torch_xla.core.xla_model as xm",
        "def f():\n    return xr.global_ordinal(), xm\nimport torch_xla.core.xla_model as xm\n"
        "import torch_xla.runtime as xr",
    )


def test_tabs_and_carriage_returns():
    check_fixed(
        "def f():\r\n\timport torch_xla.core.xla_model as xm\r\n\treturn xm.get_ordinal(), xm\r\n",
        "def f():\r\n\timport torch_xla.core.xla_model as xm\r\n\timport torch_xla.runtime as xr\r\n"
        "\treturn xr.global_ordinal(), xm\r\n",
    )


def test_a_failure_that_was_caught():
    check_fixed(
        XM + "try:\n    n = xm.get_ordinal()\nexcept AttributeError:\n    n = 0\n",
        "import torch_xla.runtime as xr\ntry:\n    n = xr.global_ordinal()\nexcept AttributeError:\n    n = 0\n",
        unsafe=True,
    )


def test_as_a_value():
    check_fixed(
        XM + "rank = xm.get_ordinal\n", "import torch_xla.runtime as xr\nrank = xr.global_ordinal\n", unsafe=True
    )


def test_private_names():
    check_fixed(
        XM + "xm.mark_step(), xm.parse_xla_device('xla:0')\n",
        XM + "import torch_xla._internal.utils as xla_utils\nxm.mark_step(), xla_utils.parse_xla_device('xla:0')\n",
        target=">=2.5",
        unsafe=True,
    )


def test_names_of_the_package():
    check_fixed(
        XM + "d = xm.xla_device(), xm.xla_device(1), xm.xla_device(n=1), xm\n",
        XM + "import torch_xla\nd = torch_xla.device(), torch_xla.device(1), torch_xla.device(index=1), xm\n",
        target=">=2.8",
        unsafe=True,
        deprecated=True,
    )


def test_arguments_that_mean_something_else():
    check_noop(
        XM + "d = xm.xla_device(devkind='TPU'), xm.xla_device(0, 'TPU')\nxm.mark_step(wait=True)\n",
        "takes an index only",
        "takes an index only",
        "mean something else",
        target=">=2.8",
        deprecated=True,
    )


# -- star imports --------------------------------------------------------------------------------------------


def test_more_than_one_star():
    check_noop(
        "from torch_xla.core.xla_model import *\nfrom mine import *\nn = xrt_world_size()\n",
        "more than one star import",
    )


def test_a_star():
    check_fixed(
        "from torch_xla.core.xla_model import *\nn = xrt_world_size(1)\nmark_step()\n",
        "from torch_xla.core.xla_model import *\nimport torch_xla.runtime as xr\nn = xr.world_size()\nmark_step()\n",
    )
