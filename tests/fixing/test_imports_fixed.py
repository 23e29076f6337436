"""Import statements: left alone first, then changed."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop

# -- left alone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "from torch_xla.runtime import world_size\n",
        "from torch_xla.core.xla_model import mark_step, get_local_ordinal\n",
        "from torch_xla.experimental import plugins, eager\n",
        "from mine import pjrt\npjrt.world_size()\n",
        "from . import pjrt\npjrt.world_size()\n",
        "try: from torch_xla import runtime as pjrt\nexcept ImportError: from torch_xla.experimental import pjrt\n",
    ],
)
def test_nothing_is_reported(text: str):
    check_noop(text)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            "import torch_xla.experimental.xla_sharding as xs\nxs.mark_sharding(t, mesh, ())\n",
            ["torch_xla.distributed.spmd starts in torch_xla 2.2: state a floor of >=2.2"],
        ),
        (
            "from torch_xla.experimental.xla_sharding import Mesh\n",
            ["torch_xla.distributed.spmd.Mesh starts in torch_xla 2.2: state a floor of >=2.2"],
        ),
        ("from torch_xla.distributed import xla_dist\nxla_dist.main()\n", ["run the script on every host"]),
        ("from torch_xla.experimental.pjrt import *\nn = world_size()\n", ["has to be named first"]),
        ("from torch_xla.experimental import pjrt\nf(pjrt)\n", ["handed on as a whole"]),
        ("from torch_xla.experimental import pjrt\npjrt.world_size = f\n", ["is assigned or deleted"]),
        ("from torch_xla.experimental import pjrt\nx = pjrt.nonsense\n", ["has no counterpart"]),
        ("class A:\n    from torch_xla.experimental import pjrt\n", ["an attribute of a class"]),
        (
            "from torch_xla.core.xla_model import (\n  get_ordinal,  # mine\n  mark_step,\n)\nget_ordinal(mark_step)\n",
            ["a comment would be lost"],
        ),
        (
            "from torch_xla.core.xla_model import get_ordinal\nn = list(map(get_ordinal, [0]))\n",
            ["may be called with an argument"],
        ),
        (
            "if a: from torch_xla.core.xla_model import get_ordinal as f\nelse: from mine import f\nf(0)\n",
            ["may be another function that takes the argument"],
        ),
        (
            "from torch_xla.experimental.pjrt import rendezvous\nrendezvous(a, b)\nrendezvous('a')\n",
            ["do not all mean the same"],
        ),
        ("from torch_xla.experimental.pjrt import rendezvous\nrendezvous(a, b)\n", ["order of its arguments"]),
        ("from torch_xla.runtime import using_pjrt\nf(using_pjrt)\n", ["handed on"]),
        ("from torch_xla.runtime import using_pjrt\n__all__ = ['using_pjrt']\n", ["elsewhere as well"]),
        ("from torch_xla.runtime import requires_pjrt\nrequires_pjrt(f)()\n", ["no decorator here"]),
        (
            "from torch_xla.runtime import requires_pjrt\n@requires_pjrt  # why\ndef f(): pass\n",
            ["a comment would be lost"],
        ),
        (
            "import torch_xla.experimental.pjrt_backend\ndist.init_process_group('xla', init_method=m or 'pjrt://')\n",
            ["pjrt:// is still used here"],
        ),
    ],
)
def test_not_certain(text: str, reasons: list[str]):
    check_noop(text, *reasons)


def test_what_other_files_take_stays():
    check_noop(
        "from torch_xla.runtime import using_pjrt\nn = using_pjrt()\n",
        "elsewhere as well",
        kept=frozenset({"using_pjrt"}),
    )


# -- one name of several -------------------------------------------------------------------------------------


def test_one_name_of_several():
    check_fixed(
        """
        from torch_xla.core.xla_model import get_ordinal, mark_step, xrt_world_size as n

        print(get_ordinal(defval=0), n(1), mark_step())
        """,
        """
        from torch_xla.core.xla_model import mark_step
        from torch_xla.runtime import global_ordinal, world_size as n

        print(global_ordinal(), n(), mark_step())
        """,
    )


def test_in_brackets():
    check_fixed(
        """
        from torch_xla.core.xla_model import (  # the model
            get_ordinal,
            mark_step,  # each step
            xrt_world_size as n
        )

        print(get_ordinal(), n(), mark_step())
        """,
        """
        from torch_xla.core.xla_model import (  # the model
            mark_step,  # each step
        )
        from torch_xla.runtime import global_ordinal, world_size as n

        print(global_ordinal(), n(), mark_step())
        """,
    )


def test_all_names_keep_their_lines():
    check_fixed(
        """
        from torch_xla.experimental.xla_sharding import (
            Mesh,  # of devices
            mark_sharding,
        )
        mark_sharding(t, Mesh(), ())
        """,
        """
        from torch_xla.distributed.spmd import (
            Mesh,  # of devices
            mark_sharding,
        )
        mark_sharding(t, Mesh(), ())
        """,
        target=">=2.2",
    )


def test_with_continued_lines():
    check_fixed(
        """
        from torch_xla.core.xla_model import mark_step, \\
            get_ordinal
        print(get_ordinal(), mark_step())
        """,
        """
        from torch_xla.core.xla_model import mark_step
        from torch_xla.runtime import global_ordinal
        print(global_ordinal(), mark_step())
        """,
    )


def test_alias_is_kept():
    check_fixed(
        "from torch_xla.core.xla_model import xrt_world_size as world\nn = world()\n",
        "from torch_xla.runtime import world_size as world\nn = world()\n",
    )


@pytest.mark.parametrize(
    ("rest", "kept"),
    [
        ("global_ordinal = 1\nn = get_ordinal()\n", ()),
        ("def f(x: 'get_ordinal'): return get_ordinal()\n", ()),
        ("__all__ = ['get_ordinal']\nn = get_ordinal()\n", ()),
        ("n = get_ordinal()\n", ("get_ordinal",)),
        ("n = get_ordinal()\n", ("*",)),
        ("def f():\n    global get_ordinal\n    return get_ordinal()\n", ()),
    ],
)
def test_old_name_stays_as_alias(rest: str, kept: tuple[str, ...]):
    check_fixed(
        f"from torch_xla.core.xla_model import get_ordinal\n{rest}",
        f"from torch_xla.runtime import global_ordinal as get_ordinal\n{rest}",
        kept=frozenset(kept),
    )


def test_an_import_for_others():
    check_fixed(
        "from torch_xla.core.xla_model import get_ordinal  # noqa: F401\n",
        "from torch_xla.runtime import global_ordinal as get_ordinal  # noqa: F401\n",
    )


def test_a_failure_that_was_caught():
    check_fixed(
        "try:\n    from torch_xla.core.xla_model import get_ordinal\nexcept ImportError:\n    get_ordinal = None\n"
        "n = get_ordinal and get_ordinal()\n",
        "try:\n    from torch_xla.runtime import global_ordinal as get_ordinal\nexcept ImportError:\n"
        "    get_ordinal = None\nn = get_ordinal and get_ordinal()\n",
        unsafe=True,
    )


# -- modules that moved --------------------------------------------------------------------------------------


def test_module_with_its_uses():
    check_fixed(
        "from torch_xla.experimental import pjrt\n\nn = pjrt.world_size(), pjrt.global_ordinal()\n",
        "from torch_xla import runtime as xr\n\nn = xr.world_size(), xr.global_ordinal()\n",
    )


def test_module_whose_alias_stays():
    check_fixed(
        "from torch_xla.experimental import pjrt as p\nimport torch_xla.experimental.pjrt as q, os\n"
        "n = p.world_size(), q.world_size(), os\n",
        "from torch_xla import runtime as p\nimport torch_xla.runtime as q, os\n"
        "n = p.world_size(), q.world_size(), os\n",
    )


@pytest.mark.parametrize(
    "rest",
    [
        "xr = runtime = 1\nn = pjrt.world_size()\n",
        "def f(x: 'pjrt.world_size'): return pjrt.world_size()\n",
        "__all__ = ['pjrt']\nn = pjrt.world_size()\n",
        "def f():\n    global pjrt\n    return pjrt.world_size()\n",
    ],
)
def test_module_under_its_old_name(rest: str):
    check_fixed(f"from torch_xla.experimental import pjrt\n{rest}", f"from torch_xla import runtime as pjrt\n{rest}")


def test_module_that_is_imported_already():
    check_fixed(
        "from torch_xla import runtime\nfrom torch_xla.experimental import pjrt, plugins\n\n"
        "def f():\n    return pjrt.world_size(), runtime.host_index(), plugins\n",
        "from torch_xla import runtime\nfrom torch_xla.experimental import plugins\n\n"
        "def f():\n    return runtime.world_size(), runtime.host_index(), plugins\n",
    )


def test_module_of_several():
    check_fixed(
        "from torch_xla.experimental import pjrt, plugins, xla_sharding as xs\n"
        "n = pjrt.world_size(), plugins, xs.Mesh\n",
        "from torch_xla.experimental import plugins\nfrom torch_xla.distributed import spmd as xs\n"
        "from torch_xla import runtime as xr\nn = xr.world_size(), plugins, xs.Mesh\n",
        target=">=2.3",
    )


def test_members_that_go_elsewhere():
    check_fixed(
        "from torch_xla.experimental import pjrt\n\npjrt.broadcast_master_param(model)\n"
        "n = pjrt.device_attributes(), pjrt.world_size()\n",
        "import torch_xla.runtime as xr\nimport torch_xla.core.xla_model as xm\n\n"
        "xm.broadcast_master_param(model)\nn = xr.runtime_device_attributes(), xr.world_size()\n",
    )


def test_a_member_that_stays_keeps_the_import():
    check_fixed(
        "from torch_xla.experimental import pjrt\n\npjrt.broadcast_master_param(model)\npjrt.rendezvous(a, b)\n",
        "from torch_xla.experimental import pjrt\nimport torch_xla.core.xla_model as xm\n\n"
        "xm.broadcast_master_param(model)\npjrt.rendezvous(a, b)\n",
        left=2,
    )


def test_plain_import():
    check_fixed(
        "import torch_xla.experimental.pjrt\n\ndef f():\n    return torch_xla.experimental.pjrt.world_size()\n",
        "import torch_xla.runtime\n\ndef f():\n    return torch_xla.runtime.world_size()\n",
    )


def test_sharding():
    check_fixed(
        "import torch_xla.experimental.xla_sharding as xs\nxs.mark_sharding(t, xs.Mesh(), ())\n",
        "import torch_xla.distributed.spmd as xs\nxs.mark_sharding(t, xs.Mesh(), ())\n",
        target=">=2.2",
    )


def test_hardware_is_private():
    check_fixed(
        "from torch_xla.experimental import tpu\nn = tpu.num_available_chips()\n",
        "from torch_xla._internal import tpu\nn = tpu.num_available_chips()\n",
        unsafe=True,
    )


def test_backend():
    check_fixed(
        "import torch_xla.experimental.pjrt_backend  # noqa: F401\n"
        "dist.init_process_group('xla', init_method='pjrt://')\n",
        "import torch_xla.distributed.xla_backend  # noqa: F401\n"
        "dist.init_process_group('xla', init_method='xla://')\n",
        unsafe=True,
    )


def test_an_import_that_had_no_use():
    check_fixed("from torch_xla.experimental import pjrt\n", "from torch_xla import runtime as pjrt\n")
    check_fixed("import torch_xla.experimental.pjrt\n", "import torch_xla.runtime\n")
    check_fixed(
        "import torch_xla.experimental.pjrt_backend\n", "import torch_xla.distributed.xla_backend\n", unsafe=True
    )


# -- needless names ------------------------------------------------------------------------------------------


def test_using_pjrt():
    check_fixed(
        "from torch_xla.runtime import using_pjrt, world_size\nn = world_size() if using_pjrt() else 1\n",
        "from torch_xla.runtime import world_size\nn = world_size() if True else 1\n",
        unsafe=True,
    )


def test_requires_pjrt():
    check_fixed(
        "import torch_xla.runtime as xr\nfrom torch_xla.runtime import requires_pjrt\n\n\n@requires_pjrt\n@cache\n"
        "def f():\n    return xr.world_size()\n\n\n@xr.requires_pjrt\ndef g():\n    pass\n",
        "import torch_xla.runtime as xr\n\n\n@cache\ndef f():\n    return xr.world_size()\n\n\ndef g():\n    pass\n",
        unsafe=True,
    )


def test_rendezvous():
    check_fixed(
        "from torch_xla.experimental import pjrt\npjrt.rendezvous('tag')\npjrt.rendezvous(b'payload', [0], 'tag')\n"
        "pjrt.rendezvous(tag='t', payload=b'')\npjrt.rendezvous(a)\n",
        "from torch_xla.experimental import pjrt\nimport torch_xla.core.xla_model as xm\nxm.rendezvous('tag')\n"
        "xm.xla_rendezvous(b'payload', [0], 'tag')\nxm.xla_rendezvous(tag='t', payload=b'')\npjrt.rendezvous(a)\n",
        unsafe=True,
        left=2,
    )
