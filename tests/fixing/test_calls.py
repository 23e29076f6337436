"""Arguments that go, and the number of processes."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop

XM = "import torch_xla.core.xla_model as xm\n"
XMP = "import torch_xla.distributed.xla_multiprocessing as xmp\n"


@pytest.mark.parametrize(
    "text",
    [
        XMP + "xmp.spawn(f)\nxmp.spawn(f, args=(), nprocs=1)\nxmp.spawn(f, nprocs=None)\n",
        "import multiprocessing as xmp\nxmp.spawn(f, nprocs=8)\n",
        XMP + "def f(n):\n    xmp.spawn(f, nprocs=n)\n",
    ],
)
def test_nothing_is_reported(text: str):
    check_noop(text)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("xmp.spawn(f, nprocs=1 if debug else 8)", "may be 1"),
        ("xmp.spawn(f, nprocs=8 if debug() else 4)", "may be 1"),
        ("N = 8 if a else count()\nxmp.spawn(f, nprocs=N)", "may be 1"),
        ("xmp.spawn(f, (), 4 if a else None)", "may be 1"),
        ("xmp.spawn(f, nprocs=0)", "may be 1"),
        ("xmp.spawn(f,\n  nprocs=8,  # cores\n  join=True)", "a comment would be lost"),
        ("s = f'{xmp.spawn(f, nprocs=8)}'", "place in the file is unsure"),
    ],
)
def test_processes_that_stay(call: str, reason: str):
    check_noop(XMP + call + "\n", reason)


def test_processes_that_count_on_part_of_the_target():
    check_noop(XMP + "xmp.spawn(f, nprocs=8)\n", "state a floor of >=2.1", target=">=2.0")


@pytest.mark.parametrize(
    "call",
    [
        "xmp = xmp if a else other\nxmp.spawn(f, nprocs=8)",
        "spawn = xmp.spawn if a else mine\nspawn(f, nprocs=8)",
    ],
)
def test_another_function(call: str):
    check_noop(XMP + call + "\n", "may be another")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("xmp.spawn(f, nprocs=8)", "xmp.spawn(f)"),
        ("xmp.spawn(f, nprocs=8, )", "xmp.spawn(f, )"),
        ("xmp.spawn(nprocs=8, fn=f)", "xmp.spawn(fn=f)"),
        ("xmp.spawn(f, args=(1, 2), nprocs=(8), join=True)", "xmp.spawn(f, args=(1, 2), join=True)"),
        ("xmp.spawn(f, (1, 2), 8)", "xmp.spawn(f, (1, 2))"),
        ("xmp.spawn(f, (), 8, start_method='fork')", "xmp.spawn(f, (), start_method='fork')"),
        ("xmp.spawn(f, (), 8, True)", "xmp.spawn(f, (), None, True)"),
        ("xmp.spawn(\n    f,\n    args=(),\n    nprocs=8,\n)", "xmp.spawn(\n    f,\n    args=(),\n)"),
        ("xmp.spawn(\n    f,\n    nprocs=8,\n    args=(),\n)", "xmp.spawn(\n    f,\n    args=(),\n)"),
        ("xmp.spawn(\n    f,  # main\n    args=(),\n    nprocs=8\n)", "xmp.spawn(\n    f,  # main\n    args=()\n)"),
        ("N = 8\nxmp.spawn(f, nprocs=N)", "N = 8\nxmp.spawn(f)"),
        ("xmp.spawn(f, nprocs=8 if a else 4)", "xmp.spawn(f)"),
    ],
)  # fmt: skip
def test_processes(before: str, after: str):
    check_fixed(XMP + before + "\n", XMP + after + "\n")


def test_a_variable_left_without_use():
    check_fixed(
        XMP + "def main():\n    n = 8\n    xmp.spawn(f, nprocs=n)\n",
        XMP + "def main():\n    xmp.spawn(f)\n",
    )


def test_scheme():
    check_noop("dist.init_process_group('xla', init_method='pjrt' '://')\n", "one plain piece")
    check_fixed(
        "dist.init_process_group('xla', init_method=r\"pjrt://\")\n",
        "dist.init_process_group('xla', init_method=r\"xla://\")\n",
        unsafe=True,
    )


@pytest.mark.parametrize(
    ("given", "goes"),
    [
        ("()", True),
        ("(1)", True),
        ("(defval=0)", True),
        ("(\n    defval=-1,\n)", True),
        ("(self.default)", True),
        ("(a, b)", False),
        ("(**options)", False),
        ("(defval=count())", False),
        ("([])", False),
    ],
)
def test_default_value(given: str, goes: bool):
    if goes:
        check_fixed(XM + f"n = xm.xrt_world_size{given}\n", "import torch_xla.runtime as xr\nn = xr.world_size()\n")
    else:
        check_noop(XM + f"n = xm.xrt_world_size{given}\n", "takes no argument")


def test_through_an_alias():
    check_fixed(
        "from torch_xla.core.xla_model import xrt_world_size as n_replicas\n\ntotal = n_replicas(1)\n",
        "from torch_xla.runtime import world_size as n_replicas\n\ntotal = n_replicas()\n",
    )


def test_spawn_of_pjrt():
    text = "from torch_xla.experimental import pjrt\npjrt.spawn(f, 4)\n"
    check_noop(text, "still used, which goes elsewhere", "stand in another order")
    check_fixed(
        "from torch_xla.experimental import pjrt\npjrt.spawn(f, args=(1,))\n",
        "import torch_xla.distributed.xla_multiprocessing as xmp\nxmp.spawn(f, args=(1,))\n",
        unsafe=True,
    )
