"""Programs that nobody wrote: the checker never raises, and what it finds lies inside the file.

The programs are the eval files with parts exchanged: an expression of one stands where another stood, a statement is
moved, an argument is named or left out. So calls come with arguments that they do not take, guards around things that
are none, and names in places where no one would put them.
"""

from __future__ import annotations

import ast
import copy
import random
import sys
import warnings
from functools import cache

import pytest
from eval_format import EVAL_FILES, lines_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import Options

OPTIONS = {
    "default": Options(),
    "all": Options.parse(">=2.7", "FLAG: >=2.5; helper: pjrt", deprecated=True),
    "old": Options.parse(">=1.13,<2.6", deprecated=True),
}


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in EVAL_FILES]


@cache
def pool() -> tuple[list[ast.expr], list[ast.stmt]]:
    """The parts to exchange; no huge ones, or one program is soon all programs."""
    nodes = [node for tree in trees() for node in ast.walk(tree)]
    expressions = [
        node for node in nodes if isinstance(node, ast.expr) and type(getattr(node, "ctx", 0)) is not ast.Store
    ]
    statements = [node for node in nodes if isinstance(node, ast.stmt)]
    return (
        [node for node in expressions if sum(1 for _ in ast.walk(node)) < 30],
        [node for node in statements if sum(1 for _ in ast.walk(node)) < 80],
    )


def exchange(tree: ast.Module, chance: random.Random) -> None:
    """Exchange one part of a tree."""
    expressions, statements = pool()
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    kind = chance.choice(("expression", "expression", "statement", "argument"))
    if kind == "argument" and calls:
        call = chance.choice(calls)
        if call.args and chance.random() < 0.5:
            name = chance.choice(("name", "key", "target", "attribute", "nprocs", "env", "value", "init_method"))
            call.keywords.append(ast.keyword(name, call.args.pop()))
        elif call.args:
            call.args.pop(chance.randrange(len(call.args)))
        elif call.keywords:
            call.args.append(call.keywords.pop().value)
        return
    if kind == "statement":
        suites = [
            suite
            for node in nodes
            for name in ("body", "orelse", "finalbody")
            if isinstance(suite := getattr(node, name, None), list) and suite
        ]
        suite = chance.choice(suites)
        suite.insert(chance.randrange(len(suite) + 1), copy.deepcopy(chance.choice(statements)))
        return
    places = [
        (node, field, index)
        for node in nodes
        for field, value in ast.iter_fields(node)
        for index, child in (enumerate(value) if isinstance(value, list) else ((None, value),))
        if isinstance(child, ast.expr) and type(getattr(child, "ctx", 0)) is not ast.Store
    ]
    if places:
        node, field, index = chance.choice(places)
        new = copy.deepcopy(chance.choice(expressions))
        if index is None:
            setattr(node, field, new)
        else:
            getattr(node, field)[index] = new


def program(seed: int, number: int, changes: int) -> str | None:
    """A program, None where the parts do not make one."""
    chance = random.Random(seed)
    tree = copy.deepcopy(trees()[number % len(trees())])
    for _ in range(changes):
        exchange(tree, chance)
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        ast.parse(text)
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None
    return text


def judge(text: str) -> int:
    """Check a program, look at the places of what is found, and count it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        tree = ast.parse(text)
    lines = lines_of(text)
    before = ast.dump(tree, include_attributes=True)
    count = 0
    for options in OPTIONS.values():
        found = check(tree, lines, options)
        assert found == sorted(found)
        for one in found:
            start, end = (one.line, one.column), (one.end_line, one.end_column)
            assert (1, 1) <= start < end, one
            assert end[0] <= len(lines), one
            assert one.column <= len(lines[one.line - 1].rstrip("\n")), one
            assert one.end_column <= len(lines[one.end_line - 1]) + 1, one
            assert one.message, one
            assert one.name, one
            assert "\n" not in one.message, one
        count += len(found)
    assert ast.dump(tree, include_attributes=True) == before, "the tree belongs to flake8"
    return count


@given(st.integers(0, 2**32), st.integers(0, len(EVAL_FILES) - 1), st.integers(1, 12))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_programs_of_exchanged_parts(seed: int, number: int, changes: int):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        text = program(seed, number, changes)
    if text is not None:
        judge(text)


def test_the_programs_are_programs_and_worth_the_reading():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        texts = [program(seed, seed, 5) for seed in range(60)]
    good = [text for text in texts if text is not None]
    assert len(good) > 40
    assert sum(map(judge, good)) > 200


ODD = [
    "",
    "\n",
    "x",
    "import torch_xla, torch_xla.core, torch_xla.core.xla_model",
    "from importlib import import_module\nimport_module(name='torch_xla.experimental.pjrt')",
    "from importlib import import_module\nimport_module(*['torch_xla.experimental.pjrt'])",
    "import importlib\nimportlib.import_module()",
    "__import__(name='torch_xla.experimental.pjrt').x.y",
    "from unittest import mock\nmock.patch(target='torch_xla.experimental.pjrt.world_size')",
    "from unittest import mock\nmock.patch()\nmock.patch.object()\nmock.patch.multiple()\nmock.patch.dict()",
    "import os\nos.getenv()\nos.environ.get()\nos.environ.update()\nos.environ[()]\nos.getenv(key='XRT_WORKERS')",
    "import os\nos.environ |= os.environ\nos.environ['XRT_WORKERS'] += 'x'\nos.environ['XRT_WORKERS']: str",
    "import torch_xla.distributed.xla_multiprocessing as xmp\nxmp.spawn()\nxmp.spawn(*a, **b)\nxmp.spawn(f, nprocs=n)",
    "import torch_xla.core.xla_model as xm\nxm = xm\nxm = xm or xm\nxm.get_ordinal\nif xm is xm is None:\n    pass",
    "import torch_xla.core.xla_model as xm\na = b = xm\nb, a = a, b\na.get_ordinal()\n(a := xm).get_ordinal()",
    "from torch_xla.core.xla_model import *\nfrom torch_xla.nowhere import *\nget_ordinal()\ndel get_ordinal",
    "FLAG = not FLAG\nif FLAG:\n    import torch_xla.experimental.pjrt",
    "def f():\n    return f()\nif f():\n    import torch_xla.experimental.pjrt",
    "def f():\n    return g()\ndef g():\n    return f()\nif f() and g():\n    import torch_xla.experimental.pjrt",
    "class A:\n    x = x\n    def f(self):\n        self.x.get_ordinal()\n        self.f.f.f()",
    "def f(x, /, y, *, z, **w):\n    global x1\n    import torch_xla.core.xla_model as x1\ndef g():\n    x1.a",
    "def f():\n    a = 1\n    def g():\n        nonlocal a\n        import torch_xla.runtime as a\n    a.world_size",
    "match x:\n    case {'a': b, **c}: pass\n    case [*d]: pass\n    case A(e=f) | g: pass\n    case True if x: pass",
    "lambda: (yield)\n[(yield_) for yield_ in x if (z := yield_)]\nasync def f():\n    async with a as b, c: await d",
    "x: 'torch_xla.core.xla_model.' = 1\ny: 'a.b c' = 2\nz: 'a.b\\x00' = 3\nw: '" + "(" * 300 + "a.b" + ")" * 300 + "'",
    "f'{x!r:{y}}{torch_xla}{{}}'\nimport torch_xla\nf'{torch_xla.experimental.pjrt.world_size()}'",
    "while torch_xla:\n    import torch_xla\n    continue\nelse:\n    torch_xla.server_is_alive()",
    "import torch_xla.core.xla_model as xm\n" + "xm.get_ordinal(\n" * 50 + ")" * 50,
]
if sys.version_info >= (3, 11):
    ODD.append("try:\n    pass\nexcept* ImportError:\n    import torch_xla.experimental.pjrt")
if sys.version_info >= (3, 12):
    ODD.append("type X[T] = 'torch_xla.core.xla_model.get_ordinal'\ndef f[T: xm](a: T): ...\nclass C[T]: ...")


@pytest.mark.parametrize("text", ODD)
def test_odd_programs(text: str):
    judge(text)


@given(st.text(alphabet="torch_xla.imporf()=:,'\"\n sXRT[]{}1#\\é\t", max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_that_is_a_program(text: str):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            ast.parse(text)
    except (SyntaxError, ValueError):
        return
    judge(text)
