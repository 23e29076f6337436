"""Names in strings: an unsafe fix, or none."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop

HEAD = "from unittest import mock\nimport torch_xla.core.xla_model as xm\n"


@pytest.mark.parametrize(
    "text",
    [
        "mock.patch('torch_xla.runtime.world_size')\n",
        "mock.patch('torch_xla.core.xla_model.xrt_world_size', create=True)\n",
        "mock.patch('mine.xrt_world_size')\n",
        "hasattr(xm, 'xrt_world_size')\n",
        "x = 'torch_xla.core.xla_model.xrt_world_size'\n",
    ],
)
def test_nothing_is_reported(text: str):
    check_noop(HEAD + text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mock.patch('torch_xla.core.xla_model' '.xrt_world_size')\n", "one plain piece"),
        ("mock.patch('torch_xla.core.xla_model\\x2exrt_world_size')\n", "one plain piece"),
        ("mock.patch('torch_xla.runtime.using_pjrt')\n", "drop the test"),
        ("mock.patch.multiple(xm, xrt_world_size=f)\n", "a keyword"),
        ("delattr(xm, 'get_ordinal')\n", "deleted here"),
        ("getattr(xm, 'get_ordinal')(0, 1)\n", "takes no argument"),
        ("getattr(xm, 'get_ordinal', None)\n", "needs a person"),
        ("getattr(xm if a else mine, 'get_ordinal')\n", "may be something else"),
        ("import sys\nx = sys.modules['torch_xla.experimental.pjrt']\n", "a key of sys.modules"),
        ("import importlib\nx = importlib.import_module('torch_xla.experimental.xla_sharding')\n", "floor of >=2.2"),
        ("args = ['-m', 'torch_xla.distributed.xla_dist']\n", "needs a person"),
    ],
)
def test_not_certain(text: str, reason: str):
    check_noop(HEAD + text, reason)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@mock.patch('torch_xla.core.xla_model.xrt_world_size')\ndef f(): pass\n",
         "@mock.patch('torch_xla.runtime.world_size')\ndef f(): pass\n"),
        ('mock.patch(r"""torch_xla.core.xla_model.get_ordinal""", f)\n',
         'mock.patch(r"""torch_xla.runtime.global_ordinal""", f)\n'),
        ("m.setattr('torch_xla.experimental.pjrt.world_size', f)\n", "m.setattr('torch_xla.runtime.world_size', f)\n"),
        ("import importlib\nx = importlib.import_module('torch_xla.experimental.pjrt')\nx.world_size()\n",
         "import importlib\nx = importlib.import_module('torch_xla.runtime')\nx.world_size()\n"),
    ],
)  # fmt: skip
def test_targets(before: str, after: str):
    check_fixed(HEAD + before, HEAD + after, unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("mock.patch.object(xm, 'get_ordinal', f)\n", "mock.patch.object(xr, 'global_ordinal', f)\n"),
        ("m.setattr(xm, 'get_ordinal', f)\n", "m.setattr(xr, 'global_ordinal', f)\n"),
        ("n = getattr(xm, 'get_ordinal')(0)\n", "n = getattr(xr, 'global_ordinal')()\n"),
    ],
)
def test_asked_of_a_module(before: str, after: str):
    check_fixed(
        f"{HEAD}{before}xm.mark_step()\nmock\n",
        f"{HEAD}import torch_xla.runtime as xr\n{after}xm.mark_step()\nmock\n",
        unsafe=True,
    )


def test_members_that_go_elsewhere():
    check_noop(
        "import importlib\nx = importlib.import_module('torch_xla.experimental.pjrt')\nx.rendezvous(a, b)\n",
        "rendezvous is used, which goes elsewhere",
        "may be something else",
    )
