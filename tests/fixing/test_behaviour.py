"""Programs run before and after their fix, against a torch_xla that has both old and new names."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from fix_tools import fixed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_no_xrt.judging.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

FAKE = Path(__file__).with_name("fake")
LATER = Options.parse(">=2.2")


class Spelling(NamedTuple):
    """An import, and how it lets one write calls: what is called, and whether it takes a default value."""

    lines: str
    calls: tuple[str, ...]


def _xm(prefix: str) -> tuple[str, ...]:
    names = ("xrt_world_size()", "get_ordinal(0)", "get_ordinal(defval=1)", "get_local_ordinal()", "mark_step()")
    return tuple(f"{prefix}.{name}" for name in (*names, "parse_xla_device('xla:1')"))


def _pjrt(prefix: str) -> tuple[str, ...]:
    names = (
        *("world_size()", "global_ordinal()", "using_pjrt()", "device_attributes('xla:1')"),
        *("broadcast_master_param('m')", "rendezvous(b'p', [0], 'tag')", "rendezvous(tag='t', payload=b'')"),
    )
    return tuple(f"{prefix}.{name}" for name in names)


def _sharding(prefix: str) -> tuple[str, ...]:
    return (f"{prefix}.Mesh(2, 2).shape", f"{prefix}.mark_sharding('t', {prefix}.Mesh(4), (0, None))")


SPELLINGS = [
    Spelling("import torch_xla.core.xla_model as xm", _xm("xm")),
    Spelling("import torch_xla.core.xla_model", _xm("torch_xla.core.xla_model")),
    Spelling("import torch_xla.core.xla_model, torch_xla as tx", _xm("tx.core.xla_model")),
    Spelling("import torch_xla.core.xla_model\nimport torch_xla.core as core", _xm("core.xla_model")),
    Spelling("from torch_xla.core import xla_model", _xm("xla_model")),
    Spelling("from torch_xla.core import xla_model as model", _xm("model")),
    Spelling("import os, torch_xla.core.xla_model as xm, sys", _xm("xm")),
    Spelling("import torch_xla.core.xla_model as xm\nsame = xm", _xm("same")),
    Spelling(
        "from torch_xla.core.xla_model import get_ordinal, mark_step, xrt_world_size as n",
        ("get_ordinal()", "get_ordinal(defval=0)", "n(1)", "mark_step()", "n()"),
    ),
    Spelling(
        "from torch_xla.core.xla_model import (\n    get_ordinal,\n    xrt_world_size,\n)",
        ("get_ordinal()", "xrt_world_size(7)"),
    ),
    Spelling("from torch_xla.core.xla_model import xrt_world_size as xr", ("xr()", "xr(1)")),
    Spelling("from torch_xla.experimental import pjrt", _pjrt("pjrt")),
    Spelling("from torch_xla.experimental import pjrt as p, tpu", (*_pjrt("p"), "tpu.version()")),
    Spelling("import torch_xla.experimental.pjrt", _pjrt("torch_xla.experimental.pjrt")),
    Spelling("import torch_xla.experimental.pjrt as q", _pjrt("q")),
    Spelling(
        "from torch_xla.experimental.pjrt import world_size, broadcast_master_param as b, using_pjrt",
        ("world_size()", "b('m')", "using_pjrt()"),
    ),
    Spelling("import torch_xla.experimental.xla_sharding as xs", _sharding("xs")),
    Spelling("from torch_xla.experimental import xla_sharding", _sharding("xla_sharding")),
    Spelling(
        "from torch_xla.experimental.xla_sharding import Mesh, mark_sharding",
        ("Mesh(1).shape", "mark_sharding('t', Mesh(1), None)"),
    ),
    Spelling(
        "import torch_xla.distributed.xla_multiprocessing as xmp",
        (
            "xmp.spawn(pair, (1,), 8)",
            "xmp.spawn(pair, args=(1,), nprocs=4, join=False)",
            "xmp.spawn(pair, (1,), 8, False)",
        ),
    ),
]

USES = [
    "note({0})",
    "x = {0}; note(x)",
    "note([{0} for _ in range(2)], {1})",
    "note((lambda: {0})())",
    "note(f'{{{0}!r}}')" if sys.version_info >= (3, 12) else "note(f'{{{2}}}')",
    "note({0} if {1} else 0)",
    "note(\n    (\n        {0}\n    ),\n    {1},  # both\n)",
    "def default(value={0}):\n    return value\nnote(default())",
    "def inner():\n    def most():\n        return {0}\n    return most(), {1}\nnote(inner())",
    "class Held:\n    value = {0}\n    def get(self):\n        return {1}\nnote(Held.value, Held().get())",
    "while {0}:\n    note({1})\n    break",
    "note({0} \\\n    , {1})",
    "note(*map(lambda _: {0}, range(2)))",
]

SCOPES = {
    "module": "{imports}\n{use}",
    "function": "def run():\n{imports1}\n{use1}\nrun()",
    "use in a function": "{imports}\ndef run():\n{use1}\nrun()",
    "use above the import": "def run():\n{use1}\n{imports}\nrun()",
    "optional": "try:\n{imports1}\nexcept ImportError:\n    xm = None\ndef run():\n{use1}\nrun()",
    "branches": "if len('ab') == 2:\n{imports1}\nelse:\n{imports1}\n{use}",
    "method": "{imports}\nclass Runner:\n    def run(self):\n{use2}\nRunner().run()",
    "class body": "class Runner:\n{imports1}\n{use1}",
    "nested": "def outer():\n{imports1}\n    def run():\n{use2}\n    run()\nouter()",
    "twice": "{imports}\n{use}\ndef run():\n{imports1}\n{use1}\nrun()",
    "loop": "for _ in range(2):\n{imports1}\n{use1}",
    "with": "import contextlib\nwith contextlib.suppress(ImportError):\n{imports1}\n{use}",
}

# Names that must not be clobbered, imports that may be reused, and those that may not.
AROUND = [
    "",
    "xr = 'mine'\nnote(xr)",
    "def other(xr, runtime):\n    return xr, runtime\nnote(other(1, 2))",
    "import torch_xla.runtime as xr\nnote(xr.host_index())",
    "from torch_xla import runtime\nnote(runtime.world_size())",
    "def other():\n    import torch_xla.runtime as xr\n    return xr.world_size()\nnote(other())",
    "try:\n    import torch_xla.runtime as xr\nexcept ImportError:\n    xr = None\nnote(xr.world_size())",
    "world_size = global_ordinal = 'mine'\nnote(world_size)",
    "import torch_xla.core.xla_model\nnote(torch_xla.core.xla_model.mark_step())",
    "if not len('a'):\n    import torch_xla.runtime as xr",
    "import torch_xla.core.xla_model as xm\nnote(xm.mark_step(), xm.get_ordinal())",
    "def rank():\n    from torch_xla.core.xla_model import get_ordinal\n    return get_ordinal(0)\nnote(rank())",
    "from torch_xla.experimental.pjrt import global_ordinal\nnote(global_ordinal())",
    "xm = pjrt = xs = None",
    "def get_ordinal(value):\n    return value\nnote(get_ordinal(1))",
    "def late():\n    note(torch_xla.core.xla_model.get_ordinal())\nimport torch_xla.core.xla_model\nlate()",
    "import os as runtime\nnote(runtime.sep)",
    "__all__ = ['xr', 'pjrt', 'get_ordinal']",
    "def swap():\n    global xm, pjrt\n    xm = pjrt = None",
]


def indented(text: str, levels: int) -> str:
    return "\n".join("    " * levels + line if line else line for line in text.split("\n"))


def program(
    spelling: Spelling, use: str, scope: str, calls: tuple[str, str], around: tuple[str, str] = ("", "")
) -> str:
    plain = next((call for call in calls if "'" not in call), "1")
    body = use.format(*calls, plain)
    parts = {"imports": spelling.lines, "use": body}
    for level in (1, 2):
        parts[f"imports{level}"] = indented(spelling.lines, level)
        parts[f"use{level}"] = indented(body, level)
    before, after = around
    lines = ["def pair(index, value):\n    return index, value", before, SCOPES[scope].format(**parts), after]
    return "\n".join(line for line in lines if line) + "\n"


@pytest.fixture(scope="module", autouse=True)
def _fake_torch_xla() -> Iterator[None]:
    hidden = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "torch_xla"}
    _forget()
    sys.path.insert(0, str(FAKE))
    yield
    sys.path.remove(str(FAKE))
    _forget()
    sys.modules.update(hidden)


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "torch_xla"]:
        del sys.modules[name]


def ran(text: str) -> list[object]:
    """What a program notes; an exception ends it and is noted by its kind."""
    _forget()
    notes: list[object] = []
    space = {"note": lambda *values: notes.append(repr(values)), "__name__": "program"}
    try:
        exec(compile(text, "<program>", "exec", dont_inherit=True), space)
    except Exception as error:  # noqa: BLE001
        notes.append(type(error).__name__)
    return notes


def same_behaviour(text: str, options: Options) -> int:
    """The number of fixes; the safe and the unsafe run note what the program noted."""
    noted = ran(text)
    if noted[-1:] in (["NameError"], ["AttributeError"]):
        return 0  # a comprehension in a class does not see the names of the class: the program was broken
    applied = 0
    for unsafe in (False, True):
        outcome = fixed(text, options, unsafe=unsafe)
        assert ran(outcome.text) == noted, outcome.text
        applied = len(outcome.applied)
    return applied


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("number", range(len(SPELLINGS)))
def test_every_spelling_in_every_scope(number: int, scope: str):
    spelling = SPELLINGS[number]
    applied = 0
    for index, use in enumerate(USES[number % 4 :: 4]):
        calls = itertools.islice(itertools.cycle(spelling.calls), index, index + 2)
        applied += same_behaviour(program(spelling, use, scope, tuple(calls)), LATER)
    # What a class body imports is left alone.
    assert applied or scope == "class body"


@st.composite
def programs(draw: st.DrawFn) -> str:
    spelling = draw(st.sampled_from(SPELLINGS))
    calls = st.sampled_from(spelling.calls)
    if draw(st.booleans()):
        # Two imports side by side, the uses of one.
        other = draw(st.sampled_from(SPELLINGS))
        if "pair" not in "".join(other.calls):
            spelling = spelling._replace(lines="\n".join(draw(st.permutations([spelling.lines, other.lines]))))
    return program(
        spelling,
        draw(st.sampled_from(USES)),
        draw(st.sampled_from(sorted(SCOPES))),
        (draw(calls), draw(calls)),
        (draw(st.sampled_from(AROUND)), draw(st.sampled_from(AROUND))),
    )


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=programs(), target=st.sampled_from(["", ">=1.13", ">=2.2", ">=2.5", ">=2.1,<2.5"]))
def test_generated(text: str, target: str):
    same_behaviour(text, Options.parse(target))


def test_the_stand_in_notices():
    """The harness itself: a program whose import is missing, or whose value differs, is told apart."""
    good = "import torch_xla.runtime as xr\nnote(xr.world_size())\n"
    assert ran(good) == ["(4,)"]
    assert ran("import torch_xla\nnote(torch_xla.runtime.world_size())\n") == ["AttributeError"]
    assert ran(good.replace("xr.w", "xs.w")) == ["NameError"]
    assert ran(good.replace("world_size", "global_ordinal")) != ran(good)
