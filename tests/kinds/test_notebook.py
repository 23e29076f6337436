from __future__ import annotations

import json
from pathlib import Path

import pytest
from places import OPT_IN, located, unreadable

from flake8_no_xrt.kinds import scan

CASES = Path(__file__).parents[1] / "cases"
OLD = "XRT301 torch_xla.experimental.pjrt"
IMPORT = "import torch_xla.core.xla_model as xm\n"


def notebook(*sources: str, language: str = "python", prose: bool = False) -> str:
    """A notebook of these code cells, with a Markdown cell in front if ``prose``."""
    cells = [{"cell_type": "code", "source": source.splitlines(keepends=True), "outputs": []} for source in sources]
    if prose:
        cells.insert(0, {"cell_type": "markdown", "source": ["XRT_WORKERS=1"]})
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": language}}, "nbformat": 4})


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        # one module
        ([IMPORT, "n = xm.xrt_world_size()"], ["cell 2:1:5 XRT401 torch_xla.core.xla_model.xrt_world_size"]),
        ([IMPORT, "", "é = 1; xm.get_ordinal()\n"], ["cell 3:1:8 XRT401 torch_xla.core.xla_model.get_ordinal"]),
        ([IMPORT, "await x\nxm.get_ordinal()"], ["cell 2:2:1 XRT401 torch_xla.core.xla_model.get_ordinal"]),
        # magics
        (["%env XRT_WORKERS=a;b"], ["cell 1:1:6 XRT201 XRT_WORKERS"]),
        (
            ["%env XRT_WORKERS a b\n%env XRT_DEVICE_MAP"],
            ["cell 1:1:6 XRT201 XRT_WORKERS", "cell 1:2:6 XRT202 XRT_DEVICE_MAP"],
        ),
        (["%set_env XRT_WORKERS=1"], ["cell 1:1:10 XRT201 XRT_WORKERS"]),
        (["!export XRT_WORKERS=1\n"], ["cell 1:1:9 XRT201 XRT_WORKERS"]),
        (["if x:\n    !XRT_WORKERS=1 python a.py\n"], ["cell 1:2:6 XRT201 XRT_WORKERS"]),
        (
            ["!python -m torch_xla.distributed.xla_dist \\\n  --env XRT_WORKERS=1\n"],
            ["cell 1:1:12 XRT204 torch_xla.distributed.xla_dist", "cell 1:2:9 XRT201 XRT_WORKERS"],
        ),
        (["out = !echo $XRT_WORKERS"], ["cell 1:1:14 XRT202 XRT_WORKERS"]),
        (["%system echo $XRT_WORKERS"], ["cell 1:1:15 XRT202 XRT_WORKERS"]),
        (["%%bash\nexport XRT_WORKERS=1\n"], ["cell 1:2:8 XRT201 XRT_WORKERS"]),
        (["%%script --bg bash\nexport XRT_WORKERS=1\n"], ["cell 1:2:8 XRT201 XRT_WORKERS"]),
        (["%%capture out\n%pip install x\nfrom torch_xla.experimental import pjrt"], [f"cell 1:3:36 {OLD}"]),
        (["%%time\nfrom torch_xla.experimental import pjrt"], [f"cell 1:2:36 {OLD}"]),
        (
            [IMPORT + "%time xm.get_ordinal()\n%timeit -n 10 xm.xrt_world_size()"],
            [
                "cell 1:2:7 XRT401 torch_xla.core.xla_model.get_ordinal",
                "cell 1:3:15 XRT401 torch_xla.core.xla_model.xrt_world_size",
            ],
        ),
        (["x?\n?y\n!ls\n%matplotlib inline\nfrom torch_xla.experimental import pjrt"], [f"cell 1:5:36 {OLD}"]),
        (
            ["!ls\nx = '''\n!export XRT_WORKERS=1\n'''\ny = (1\n%2)\nfrom torch_xla.experimental import pjrt"],
            [f"cell 1:7:36 {OLD}"],
        ),
        # comments
        (["%env XRT_WORKERS=1  # noqa"], []),
        (["!export XRT_WORKERS=1  # noqa: XRT201"], []),
        ([IMPORT + "xm.get_ordinal()  # noqa: XRT401"], []),
        ([IMPORT + "xm.get_ordinal()  # noqa: XRT402"], ["cell 1:2:1 XRT401 torch_xla.core.xla_model.get_ordinal"]),
        (["# flake8: noqa", IMPORT + "xm.get_ordinal()", "%env XRT_WORKERS=1"], []),
    ],
)
def test_found(sources: list[str], found: list[str]):
    assert located("a.ipynb", notebook(*sources)) == found


def test_all_cells_count():
    assert located("a.ipynb", notebook("%env XRT_WORKERS=1", prose=True)) == ["cell 2:1:6 XRT201 XRT_WORKERS"]


def test_old_format():
    cells = [{"cell_type": "markdown", "source": "x"}, {"cell_type": "code", "input": ["%env XRT_WORKERS=1"]}]
    text = json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3})
    assert located("a.ipynb", text) == ["cell 2:1:6 XRT201 XRT_WORKERS"]


def test_source_as_one_text():
    text = json.dumps({"cells": [{"cell_type": "code", "source": "a = 1\n%env XRT_WORKERS=1"}]})
    assert located("a.ipynb", text) == ["cell 1:2:6 XRT201 XRT_WORKERS"]


def test_other_kernels():
    assert located("a.ipynb", notebook("Sys.setenv(XRT_WORKERS = 1", language="R")) == []
    assert located("a.ipynb", notebook("export XRT_WORKERS=1", language="bash")) == ["cell 1:1:8 XRT201 XRT_WORKERS"]


def test_opt_in():
    assert located("a.ipynb", notebook("%env PJRT_DEVICE=GPU"), OPT_IN) == ["cell 1:1:6 XRT904 PJRT_DEVICE=GPU"]


def test_the_cells_that_parse_are_read():
    text = notebook(IMPORT, "a = 1\nxm.get_ordinal(", "xm.xrt_world_size()", "for", "%env XRT_WORKERS=1")
    error, found = unreadable("a.ipynb", text)
    assert found == ["cell 3:1:1 XRT401 torch_xla.core.xla_model.xrt_world_size", "cell 5:1:6 XRT201 XRT_WORKERS"]
    assert (error.cell, error.line) == (2, 2)
    assert error.message == "cell 2: does not parse: '(' was never closed (and 1 more)"


def test_a_broken_cell_is_nobodys_business_without_a_stem():
    assert scan("a.ipynb", notebook("for"), OPT_IN) == []
