"""Rounds: what fits together is applied together, and one fix at fault holds up no other."""

from __future__ import annotations

import ast

import pytest
from fix_tools import every, fixed

from flake8_no_xrt.fixing import engine
from flake8_no_xrt.fixing.bindings import roots
from flake8_no_xrt.fixing.context import Context
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.imports import ensure
from flake8_no_xrt.judging.options import Options

XM = "import torch_xla.core.xla_model as xm\n"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("xr.(", "does not parse"),
        ("return", "does not parse"),
        ("nothing", "UndefinedName nothing"),
        ("xm.get_ordinal()", "still there"),
        ("(xm.xla_sharding_ordinal(), xm.xrt_world_size())", "new finding"),
    ],
)
def test_one_at_fault_among_many(monkeypatch: pytest.MonkeyPatch, bad: str, reason: str):
    real = engine.plan

    def plan(context, found):
        proposal = real(context, found)
        line = context.source.lines[found.finding.line - 1]
        if line.startswith("bad"):
            start = context.source.text.index(line) + len("bad = ")
            return Fix("bad", "safe", (Edit(start, start + len("xm.get_ordinal()"), bad),))
        return proposal

    monkeypatch.setattr(engine, "plan", plan)
    text = XM + "bad = xm.get_ordinal()\n" + "n = xm.get_ordinal()\n" * 30
    outcome = engine.fix(text, Options(), unsafe=False, wanted=every)
    assert outcome.text == XM + (
        "import torch_xla.runtime as xr\nbad = xm.get_ordinal()\n" + "n = xr.global_ordinal()\n" * 30
    )
    assert len(outcome.applied) == 30
    ((finding, said),) = outcome.withheld
    assert finding.line == 3
    assert reason in said


def test_more_names_than_rounds():
    """Names of one statement that go the same way go together."""
    names = [f"get_ordinal as f{number}" for number in range(40)]
    text = f"from torch_xla.core.xla_model import {', '.join(names)}, mark_step\n"
    lines = "".join(f"    {name.replace('get', 'global')},\n" for name in names)
    outcome = fixed(text)
    assert outcome.text == (
        f"from torch_xla.core.xla_model import mark_step\nfrom torch_xla.runtime import (\n{lines})\n"
    )
    assert len(outcome.applied) == 40


def test_only_what_is_wanted():
    text = XM + "a = xm.get_ordinal()\nb = xm.xrt_world_size()\n"
    outcome = engine.fix(text, Options(), unsafe=True, wanted=lambda finding: finding.line == 2)
    assert outcome.text == XM + "import torch_xla.runtime as xr\na = xr.global_ordinal()\nb = xm.xrt_world_size()\n"
    assert outcome.withheld == []


def test_a_result_that_does_not_compile():
    text = (
        "def outer():\n    import torch_xla.core.xla_model as xm\n\n    def inner():\n        nonlocal xm\n"
        "        return xm.get_ordinal()\n\n    return inner\n"
    )
    compile(fixed(text).text, "<text>", "exec")


def _ensured(text: str, module: str = "torch_xla.runtime", *, with_roots: bool) -> object:
    context = Context(text, Options())
    at = next(node for node in ast.walk(context.tree) if isinstance(node, ast.Name) and node.id == "here")
    name = next((node for node in context.resolver.model.names if node.id == "xm"), None)
    beside = roots(context, name) if with_roots and name is not None else None
    return ensure(context, at, module, beside)


def test_the_nearest_import():
    assert _ensured("here\n", with_roots=False) == Withheld("no import of torch_xla is sure to have run before it")
    assert isinstance(_ensured("here\n" + XM, with_roots=False), Withheld)
    assert isinstance(_ensured("if a:\n    " + XM + "here\n", with_roots=False), Withheld)
    found = _ensured(XM + "def f():\n    return here\n", with_roots=False)
    assert found == ("xr", (Edit(len(XM), len(XM), "import torch_xla.runtime as xr\n"),))
    assert _ensured(XM + "import torch_xla.runtime as rt\nhere\n", with_roots=False) == ("rt", ())


def test_a_module_that_is_missing_on_part_of_the_target():
    assert _ensured(XM + "here, xm\n", "torch_xla.distributed.spmd", with_roots=True) == Withheld(
        "torch_xla.distributed.spmd starts in torch_xla 2.2: state a floor of >=2.2"
    )
    assert _ensured(XM + "here, xm\n", "torch_xla.experimental.pjrt", with_roots=True) == Withheld(
        "torch_xla.experimental.pjrt does not last to the end of the target"
    )
