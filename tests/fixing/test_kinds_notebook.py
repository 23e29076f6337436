"""Notebooks: what is left alone, and why; then what is changed, and that the JSON stays byte for byte."""

from __future__ import annotations

import json

import pytest
from kind_tools import check_noop, run

IMPORT = "import torch_xla.core.xla_model as xm\n"
NEW = "import torch_xla.runtime as xr\n"
EMPTY = "nothing would be left of"


def notebook(*cells: str, language: str = "python", indent: int | None = 1, ensure_ascii: bool = False) -> str:
    data = {
        "cells": [
            {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines(cell)}
            for cell in cells
        ],
        "metadata": {"kernelspec": {"language": language, "name": "x"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(data, indent=indent, ensure_ascii=ensure_ascii) + "\n"


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


LEFT = {
    "all of a cell": (["%env XRT_LOCAL_WORKER=1"], EMPTY),
    "all of a shell cell": (["%%bash\nexport XRT_LOCAL_WORKER=1"], EMPTY),
    "in a branch": (["if x:\n    !export XRT_LOCAL_WORKER=1\ny()"], EMPTY),
    "read in another cell": (
        ["%env XRT_LOCAL_WORKER=1\na = 1", "%env XRT_LOCAL_WORKER"],
        "it is read in another cell",
        "nothing sets it any more",
    ),
    "read in Python": (
        ["%env XRT_LOCAL_WORKER=1\na = 1", "import os\nos.environ['XRT_LOCAL_WORKER']"],
        "it is read in another cell",
        "",
    ),
    "the device in another cell": (
        ["%env PJRT_DEVICE=CPU", "%env XRT_TPU_CONFIG=a\na = 1"],
        "PJRT_DEVICE stands in another cell: which one holds is not known",
    ),
    "workers alone": (["%env XRT_WORKERS=1\na = 1"], "which device it chose cannot be told"),
    "the launcher": (["!python -m torch_xla.distributed.xla_dist --tpu=x -- y"], "its arguments have to go with it"),
    "silenced": (["%env XRT_LOCAL_WORKER=1  # noqa\na = 1", f"{IMPORT}xm.get_ordinal()  # noqa: XRT401"],),
}


@pytest.mark.parametrize("name", LEFT)
def test_left_alone(name):
    cells, *reasons = LEFT[name]
    check_noop("a.ipynb", notebook(*cells), *reasons)


def test_another_language_is_left_alone():
    check_noop("a.ipynb", notebook(f"{IMPORT}xm.get_ordinal()", language="julia"))


def test_the_old_format_is_left_alone():
    cells = [{"cell_type": "code", "input": [IMPORT, "xm.get_ordinal()"]}]
    text = json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3})
    check_noop("a.ipynb", text, "its source is not written line by line")


def test_a_cell_that_is_not_written_line_by_line():
    text = notebook(f"{IMPORT}xm.get_ordinal()\n")
    data = json.loads(text)
    data["cells"][0]["source"] = [f"{IMPORT}xm.", "get_ordinal()\n"]
    check_noop("a.ipynb", json.dumps(data), "its source is not written line by line")


def test_a_cell_with_two_sources():
    text = notebook(f"{IMPORT}xm.get_ordinal()").replace('"outputs": []', '"source": [],\n   "outputs": []')
    check_noop("a.ipynb", text, "its source is not written line by line")


DONE = {
    "one cell": ([f"{IMPORT}print(xm.get_ordinal())"], [f"{NEW}print(xr.global_ordinal())"]),
    "an import in one cell, a use in another": (
        [f"{IMPORT}import os", "%matplotlib inline\nprint(xm.get_ordinal())"],
        [f"{NEW}import os", "%matplotlib inline\nprint(xr.global_ordinal())"],
    ),
    "an import that a magic still uses": (
        [f"{IMPORT}", "!echo {xm.foo}", "xm.get_ordinal()"],
        [f"{IMPORT}{NEW}", "!echo {xm.foo}", "xr.global_ordinal()"],
    ),
    "an import that another cell still uses": (
        [IMPORT.strip(), "xm.get_ordinal()", "xm.foo()"],
        [IMPORT + NEW.strip(), "xr.global_ordinal()", "xm.foo()"],
    ),
    "beside what does not parse": (
        [f"{IMPORT}xm.get_ordinal()", "if x", "xm.get_ordinal()"],
        [f"{NEW}xr.global_ordinal()", "if x", "xr.global_ordinal()"],
    ),
    "beside magics of a cell": (
        [f"%%time\n{IMPORT}xm.get_ordinal()", "%%html\n<b>xm</b>"],
        [f"%%time\n{IMPORT}{NEW}xr.global_ordinal()", "%%html\n<b>xm</b>"],
    ),
    "beyond ASCII": ([f"# größe 🎉\n{IMPORT}xm.get_ordinal() # é"], [f"# größe 🎉\n{NEW}xr.global_ordinal() # é"]),
    "quotes and backslashes": (
        [f'{IMPORT}a = "\\n\\t\\\\"\nprint("x", xm.get_ordinal())'],
        [f'{NEW}a = "\\n\\t\\\\"\nprint("x", xr.global_ordinal())'],
    ),
}
SETTINGS = {
    "a magic": (["%env XRT_LOCAL_WORKER=1\na = 1"], ["a = 1"]),
    "a magic in the middle": (["a = 1\n%set_env XRT_LOCAL_WORKER 1\nb = 1"], ["a = 1\nb = 1"]),
    "a magic at the end": (["a = 1\n%env XRT_LOCAL_WORKER=1"], ["a = 1"]),
    "the device": (
        ['%env XRT_TPU_CONFIG="a;0;b"\n%env XRT_WORKERS=1'],
        ["%env PJRT_DEVICE=TPU"],
    ),
    "a line of shell": (["!export XRT_LOCAL_WORKER=1\n!XRT_LOCAL_WORKER=1 python x"], ["!python x"]),
    "a cell of shell": (["%%bash\nexport XRT_LOCAL_WORKER=1\npython x"], ["%%bash\npython x"]),
    "Python and magics": (
        [f"%env XRT_LOCAL_WORKER=1\n{IMPORT}", "xm.get_ordinal()"],
        [NEW.rstrip("\n") + "\n", "xr.global_ordinal()"],
    ),
    "Python that sets": (
        ["import os\nos.environ['XRT_TPU_CONFIG'] = 'a'\nx()"],
        ['import os\nos.environ["PJRT_DEVICE"] = "TPU"\nx()'],
    ),
}


@pytest.mark.parametrize("layout", [{}, {"indent": None}, {"indent": 4}, {"ensure_ascii": True}], ids=str)
@pytest.mark.parametrize("name", DONE)
def test_python(name, layout):
    """Also that nothing but the sources has changed: the rest is written the same way."""
    before, after = DONE[name]
    outcome = run("a.ipynb", notebook(*before, **layout), unsafe=False)
    assert outcome.text == notebook(*after, **layout)


@pytest.mark.parametrize("name", SETTINGS)
def test_settings(name):
    before, after = SETTINGS[name]
    outcome = run("a.ipynb", notebook(*before))
    assert outcome.text == notebook(*after)
    assert outcome.withheld == []
    assert run("a.ipynb", notebook(*before), unsafe=False).text != outcome.text


def test_a_shell_notebook():
    outcome = run("a.ipynb", notebook("export XRT_LOCAL_WORKER=1\nx", language="bash"))
    assert outcome.text == notebook("x", language="bash")


def test_a_source_that_is_one_string():
    text = '{"cells":[{"cell_type":"code","source":"%s"}],"metadata":{"a" : "\\u00e9"}}'
    before = IMPORT.replace("\n", "\\n") + 'print(\\"\\u00e9\\/\\", xm.get_ordinal())\\n'
    after = NEW.replace("\n", "\\n") + 'print(\\"\\u00e9\\/\\", xr.global_ordinal())\\n'
    assert run("a.ipynb", text % before).text == text % after


def test_an_odd_layout_stays():
    text = """{ "nbformat":4, "cells": [ {"source":["import torch_xla.core.xla_model as xm\\n" ,
  "# \\u00e9 \\/ stays\\n" ,
  "xm.get_ordinal()"], "metadata":{"x":1.50}, "cell_type":"code"} ], "metadata":{} }"""
    after = text.replace("core.xla_model as xm", "runtime as xr").replace("xm.get_ordinal", "xr.global_ordinal")
    assert run("a.ipynb", text).text == after
