"""Generated functions run before and after their dead code is removed: they do the same on the target."""

from __future__ import annotations

import ast
import itertools
import sys
import types
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_no_xrt.fixing.engine import fix
from flake8_no_xrt.judging.options import Options

OPTIONS = Options.parse(">=2.1")
HEAD = """\
import torch_xla
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.1")


def is_new():
    return NEW


def run(x, y):
    log(0)
"""

flags = st.sampled_from(["NEW", "not NEW", "is_new()", "NEW is True"])
plain = st.sampled_from(["x", "y", "not x", "seen(x)"])
atoms = st.one_of(flags, flags, plain)


def _joined(parts: list[str], word: str) -> str:
    return f" {word} ".join(f"({part})" if " " in part else part for part in parts)


tests = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(_joined, st.lists(inner, min_size=2, max_size=3), st.sampled_from(["and", "or"])),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=4,
)
values = st.one_of(
    st.sampled_from(["1", "x", "y", '"""two\n    lines"""']),
    st.builds("{} if {} else {}".format, st.sampled_from(["1", "x", "f(x)"]), tests, st.sampled_from(["2", "y"])),
    st.builds("bool({})".format, tests),
    st.builds("[i for i in (1, 2) if {}]".format, tests),
)
numbers = itertools.count(1)


def _indented(lines: list[str]) -> list[str]:
    # The second line of a string keeps its place.
    return [f"    {line}" if line.strip() and not line.startswith("    lines") else line for line in lines]


def _block(header: str, body: list[str]) -> list[str]:
    return [header, *_indented(body)]


@st.composite
def simple(draw: st.DrawFn) -> list[str]:
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return [f"return {draw(values)}"]
    if kind == 1:
        return [f"log({draw(values)})".replace("\n    lines", "\n    lines"), ""]
    if kind == 2:
        return [f"# about {draw(st.integers(0, 9))}", f"log({draw(st.integers(10, 99))})  # beside"]
    if kind == 3:
        return [f"assert {draw(flags)} or seen(1)"]
    return [f"log({draw(st.integers(10, 99))})"]


@st.composite
def suite(draw: st.DrawFn, depth: int = 0) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        lines += draw(simple()) if depth > 2 else draw(st.one_of(simple(), compound(depth)))
    if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
        lines.append("log(5)")
    return lines


@st.composite
def compound(draw: st.DrawFn, depth: int) -> list[str]:
    kind = draw(st.sampled_from(["if", "if", "if", "for", "while", "try", "match", "inline"]))
    inner = suite(depth + 1)
    if kind == "for":
        return [
            *_block("for i in (1, 2):", draw(inner)),
            *(_block("else:", draw(inner)) if draw(st.booleans()) else []),
        ]
    if kind == "while":
        return [*_block(f"while {draw(tests)}:", [*draw(inner), "break"])]
    if kind == "inline":
        return [f"if {draw(tests)}: log(7); log(8)", *(["else: log(9)"] if draw(st.booleans()) else [])]
    if kind == "match":
        return ["match NEW:", *_indented([*_block("case True:", draw(inner)), *_block("case _:", draw(inner))])]
    if kind == "try":
        lines = _block(
            "try:", ["from torch_xla import runtime", *draw(st.sampled_from([[], ["log(runtime.__name__)"]]))]
        )
        lines += _block("except ImportError:", draw(inner))
        if draw(st.booleans()):
            lines += _block("else:", draw(inner))
        return [*lines, *(_block("finally:", ["log(3)"]) if draw(st.booleans()) else [])]
    lines = _block(f"if {draw(tests)}:", draw(inner))
    for _ in range(draw(st.integers(0, 2))):
        lines += _block(f"elif {draw(tests)}:", draw(inner))
    if draw(st.booleans()):
        lines += ["# before else", *_block("else:", draw(inner))]
    return lines


def trace(text: str, x: object, y: object) -> list[object]:
    """What a program logs, and what it gives."""
    package, runtime = types.ModuleType("torch_xla"), types.ModuleType("torch_xla.runtime")
    package.__version__ = "2.3.0"  # type: ignore[attr-defined]
    package.runtime = runtime  # type: ignore[attr-defined]
    seen: list[object] = []

    def looked(value: object) -> object:
        seen.append(("seen", value))
        return value

    names = {"log": seen.append, "seen": looked, "f": lambda value: ("f", value)}
    with mock.patch.dict(sys.modules, {"torch_xla": package, "torch_xla.runtime": runtime}):
        exec(compile(text, "generated", "exec"), names)
        try:
            seen.append(names["run"](x, y))  # type: ignore[operator]
        except AssertionError:
            seen.append("assertion")
    return seen


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(suite())
def test_behaviour_is_kept(body: list[str]):
    text = HEAD + "\n".join(_indented(body)) + "\n    return 0\n"
    ast.parse(text)
    for unsafe in (False, True):
        outcome = fix(text, OPTIONS, unsafe=unsafe, wanted=lambda _: True)
        again = fix(outcome.text, OPTIONS, unsafe=unsafe, wanted=lambda _: True)
        assert again.text == outcome.text
        for x, y in itertools.product((0, 1), repeat=2):
            # What is unsafe may ask less, but gives the same.
            before, after = (
                [item for item in trace(part, x, y) if not (unsafe and isinstance(item, tuple) and item[0] == "seen")]
                for part in (text, outcome.text)
            )
            assert [bool(item) if unsafe else item for item in after] == [
                bool(item) if unsafe else item for item in before
            ], outcome.text
