"""Reading: how far bindings and flags are followed, and what costs no more than it may."""

from __future__ import annotations

import ast
import sys

import eval_format
import pytest

from flake8_no_xrt.judging.check import loose_names
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.reading.resolve import Resolver, living
from flake8_no_xrt.reading.walk import read

HEAD = "import torch_xla.core.xla_model as xm\n"
FLAG = (
    "import torch_xla\nfrom packaging.version import Version\nf0 = Version(torch_xla.__version__) >= Version('2.7')\n"
)
GONE = "    xm.get_ordinal()\n"


def codes(text: str, options: Options | None = None) -> list[str]:
    return [place.code for place in eval_format.places(text, options or Options())]


def resolver_of(text: str) -> Resolver:
    return Resolver(read(ast.parse(text), loose_names()), {})


def chain(name: str, length: int) -> str:
    """``name1 = name0``, ``name2 = name1``, …"""
    return "".join(f"{name}{number} = {name}{number - 1}\n" for number in range(1, length + 1))


@pytest.mark.parametrize(("length", "found"), [(1, ["XRT401"]), (30, ["XRT401"]), (5000, [])])
def test_aliases_are_followed_some_way(length: int, found: list[str]):
    assert codes(f"{HEAD}m0 = xm\n{chain('m', length)}m{length}.get_ordinal()\n") == found


@pytest.mark.parametrize(("length", "found"), [(1, []), (30, []), (5000, ["XRT401"])])
def test_flags_are_followed_some_way(length: int, found: list[str]):
    assert codes(f"{HEAD}{FLAG}{chain('f', length)}if not f{length}:\n{GONE}") == found


@pytest.mark.parametrize(("length", "found"), [(1, []), (30, []), (5000, ["XRT401"])])
def test_what_may_be_none_is_followed_some_way(length: int, found: list[str]):
    text = f"{HEAD}from importlib.util import find_spec\nf0 = find_spec('torch_xla.experimental.pjrt')\n"
    assert codes(f"{text}{chain('f', length)}if f{length} is not None:\n{GONE}") == found


@pytest.mark.parametrize("count", [3, 100, 3000])
@pytest.mark.parametrize("scope", ["module", "function"])
def test_a_name_bound_often(count: int, scope: str):
    """Beyond some number the bindings are not told apart, and none is lost."""
    lines = [HEAD.rstrip(), "model = None"]
    lines += [f"if unknown({number}):\n    model = {'xm' if number == 1 else number}" for number in range(count)]
    lines.append("if unknown():\n    if unknown():\n        model = 1\n    model.xrt_world_size()\nmodel.get_ordinal()")
    text = "\n".join(lines)
    if scope == "function":
        text = "def function():\n    " + text.replace("\n", "\n    ")
    assert codes(text + "\n") == ["XRT401", "XRT401"]


def test_a_name_bound_often_and_used_later():
    text = HEAD + "model = None\n" + "if unknown():\n    model = xm\n" * 100
    assert codes(f"{text}def function():\n    return model.get_ordinal()\n") == ["XRT401"]


def test_helpers_that_call_each_other():
    text = f"{HEAD}def a():\n    return b()\ndef b():\n    return a()\nif a():\n{GONE}if not b():\n{GONE}"
    assert codes(text) == ["XRT401", "XRT401"]


def test_a_flag_of_a_release_before_all():
    """``_XLA_GREATER_EQUAL_0_1`` is always true; a number that is no release tells nothing."""
    for name, found in (("_XLA_GREATER_EQUAL_1_5", []), ("_XLA_GREATER_EQUAL_2_7", []), ("_XLA_GE_2_0_0", [])):
        assert codes(f"{HEAD}from flags import {name}\nif not {name}:\n{GONE}") == found, name


def test_places_that_are_not_torch_xlas_live_everywhere():
    assert str(living("numpy.size")) == "not installed, 1.13 and later"
    assert str(living("torch_xla.nowhere")) == "no release"
    assert str(living("torch_xla.core.xla_model.get_ordinal.cache")) == "2.6 and before"


def test_names_that_are_none_of_the_walk_have_no_bindings():
    """A target is bound, not used: nothing was noted for it."""
    resolver = resolver_of("import torch_xla.core.xla_model as xm\nname = xm\n")
    (target,) = [node for node in ast.walk(ast.parse("name = 1")) if isinstance(node, ast.Name)]
    assert resolver.bindings(target) == ()
    assert resolver.origins(target) == {}


def test_all_that_a_name_may_stand_for():
    resolver = resolver_of(
        "try:\n    import torch_xla.core.xla_model as xm\nexcept ImportError:\n    xm = None\nxm.get_ordinal\n"
    )
    ((found, origins, attributes),) = resolver.tracked()
    assert {path: str(bound) for path, bound in origins.items()} == {"torch_xla.core.xla_model": "1.13 and later"}
    assert [attribute.attr for attribute in attributes] == ["get_ordinal"]
    assert isinstance(found.base, ast.Name)


if sys.version_info >= (3, 12):

    def test_type_parameters_and_aliases_shadow():
        text = (
            HEAD + "def function[xm](a: xm.get_ordinal): ...\n"
            "class Class[xm]:\n    a: xm.get_ordinal\n"
            "def other():\n    type xm = int\n    return xm.get_ordinal\n"
            "xm.get_ordinal\n"
        )
        assert [place.line for place in eval_format.places(text, Options())][-1:] == [8]


if sys.version_info >= (3, 11):

    def test_groups_of_exceptions():
        text = "try:\n    import torch_xla.runtime\nexcept* ImportError:\n    import torch_xla.experimental.pjrt\n"
        assert codes(text) == []
        assert codes(text, Options.parse(">=2.1")) == ["XRT501"]
