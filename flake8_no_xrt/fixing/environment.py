"""Fixes of ``XRT_*`` variables: settings go or choose the device as PJRT does, reads become calls of the runtime."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.facts.releases import ABSENT
from flake8_no_xrt.fixing import exact
from flake8_no_xrt.fixing.change import Change, Hold
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.elements import drop_argument, drop_entry
from flake8_no_xrt.fixing.imports import ensure, floor
from flake8_no_xrt.fixing.suites import remove_statement
from flake8_no_xrt.fixing.variables import CHOOSING, CONSTANTS, DEVICE, Place, device, keyword_of, place_of
from flake8_no_xrt.judging.check import Attribute
from flake8_no_xrt.reading.environment import EnvironmentUse
from flake8_no_xrt.reading.expressions import last_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.judging.check import Found

_RUNTIME = "torch_xla.runtime"
# What a process alone answers: a default that says so is lost without a loss.
_ALONE = {
    "XRT_HOST_ORDINAL": 0,
    "XRT_SHARD_ORDINAL": 0,
    "XRT_SHARD_LOCAL_ORDINAL": 0,
    "XRT_SHARD_WORLD_SIZE": 1,
}
_INSTEAD = {
    "XRT_TPU_CONFIG": 'say torch_xla.runtime.device_type() == "TPU"',
    "XRT_DEVICE_MAP": "compare torch_xla.runtime.device_type()",
    "XRT_WORKERS": "compare torch_xla.runtime.device_type()",
    "XRT_MULTI_PROCESSING_DEVICE": "compare torch_xla.runtime.device_type(), which has no number",
    "XRT_HOST_WORLD_SIZE": "torch_xla.runtime.process_count() counts processes, not hosts",
}
_HARMLESS = frozenset(
    {"str", "int", "bool", "format", "join", "get", "getenv", "gethostname", "gethostbyname", "dumps"}
)


def variable(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a variable that is set, read or tested by its name."""
    use = found.cause
    assert isinstance(use, EnvironmentUse)
    if use.handling == "named":
        return Withheld("whatever uses the constant has to change with it")
    return _planned(context, use.name, use.node, use.reach & context.options.target)


def constant(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a constant of ``xla_env_vars`` that is used as the name of a variable."""
    cause = found.cause
    assert isinstance(cause, Attribute)
    name = CONSTANTS.get(cause.node.attr)
    if name is None:
        return Withheld("what the value of the variable was for has to be known")
    return _planned(context, name, cause.node, context.reach(cause.chain.reach))


def _planned(context: Context, name: str, key: ast.expr, reach: Releases) -> Fix | Withheld:
    if name not in VARIABLES:
        return Withheld("no fix is known, it needs a person")
    working = catalogue.variable(name)
    assert working is not None  # it is in the table
    if reach & working:
        return Withheld(f"torch_xla {reach & working}, which the target holds, reads the variable")
    change = Change(context)
    change.doubt("whoever reads the variable is not known")
    try:
        title = _change(change, name, key, reach)
        return change.fix(title)
    except Hold as hold:
        return Withheld(str(hold))


def _change(change: Change, name: str, key: ast.expr, reach: Releases) -> str:
    context = change.context
    found = keyword_of(context, name, key)
    if found is not None:
        call, keyword = found
        if _carries(context, name, key, keyword.value):
            chosen = device(name, keyword.value)
            change.replace(context.source.start(keyword), context.source.end(keyword), f'{DEVICE}="{chosen}"')
            return f"set {DEVICE} instead"
        _refuse_effects(keyword.value)
        drop_argument(change, call, keyword)
        return "delete the setting"
    if key not in context.parents:
        raise Hold("it stands in a string")
    if exact.outer_string(context, key) is not None:
        raise Hold("it stands in an f-string")
    place = place_of(context, key)
    if text_of(key) not in (None, name):
        raise Hold("it stands in a command")
    if place.form == "other" and isinstance(key, ast.Constant) and isinstance(place.node, (ast.Assign, ast.AnnAssign)):
        raise Hold("its name is kept in a variable")
    if place.form in ("store", "call", "entry"):
        return _setting(change, name, key, place)
    if place.form == "read":
        return _read(change, name, place, reach)
    if place.form == "test":
        instead = _INSTEAD.get(name) or "nothing sets it, so the test is always false"
        raise Hold(f"what the test is for has to be said in another way: {instead}")
    raise Hold("what the value of the variable was for has to be known")


# -- settings ------------------------------------------------------------------------------------------------
def _setting(change: Change, name: str, key: ast.expr, place: Place) -> str:
    context, source = change.context, change.context.source
    if place.value is not None:
        _refuse_effects(place.value)
    if _decided(context, key):
        raise Hold("a test on such a variable decides on it")
    if _carries(context, name, key, place.value):
        assert place.value is not None  # it said which device
        chosen = device(name, place.value)
        change.replace(source.start(key), source.end(key), f'"{DEVICE}"')
        change.replace(source.start(place.value), source.end(place.value), f'"{chosen}"')
        return f"set {DEVICE} instead"
    if place.form == "entry":
        assert isinstance(place.node, ast.Dict)
        drop_entry(change, place.node, key)
    else:
        assert isinstance(place.node, ast.stmt)
        remove_statement(change, place.node)
    return "delete the setting"


def _decided(context: Context, key: ast.expr) -> bool:
    """Whether a setting stands behind a test on a variable that nobody sets any more."""
    node: ast.AST = key
    while node in context.parents:
        child, node = node, context.parents[node]
        test = node.test if isinstance(node, (ast.If, ast.While, ast.IfExp)) else None
        if test is not None and child is not test and any(_named(part) for part in ast.walk(test)):
            return True
    return False


def _named(node: ast.AST) -> bool:
    return text_of(node) in VARIABLES or (isinstance(node, ast.Attribute) and node.attr in CONSTANTS)


def _carries(context: Context, name: str, key: ast.expr, value: ast.expr | None) -> bool:
    """Whether a setting becomes the one of the device. Raises Hold where the choice would be lost."""
    if name not in CHOOSING:
        return False
    beside = list(_beside(context, key))
    if any(other == DEVICE for other, _, _ in beside):
        return False
    telling = [node for other, node, given in beside if other in CHOOSING and device(other, given) is not None]
    if telling:
        return value is not None and telling[0] is key
    raise Hold(f"which device it chose cannot be told: set {DEVICE} by hand")


def _beside(context: Context, key: ast.expr) -> Iterator[tuple[str, ast.expr, ast.expr | None]]:
    """The variables set in the same suite, display or call: name, key and value, those that tell most first."""
    around = _container(context, key)
    settings: list[tuple[str, ast.expr, ast.expr | None]] = []
    for found in context.judged.found:
        cause = found.cause
        if isinstance(cause, EnvironmentUse):
            pair = keyword_of(context, cause.name, cause.node)
            settings += [(cause.name, cause.node, pair[1].value)] if pair else _set(context, cause.name, cause.node)
        elif isinstance(cause, Attribute) and cause.node.attr in CONSTANTS:
            settings += _set(context, CONSTANTS[cause.node.attr], cause.node)
    order = {name: number for number, name in enumerate(CHOOSING)}
    for setting in sorted(settings, key=lambda item: order.get(item[0], len(order))):
        if _container(context, setting[1]) is around:
            yield setting
    for node in context.parents:
        if isinstance(node, ast.keyword) and node.arg == DEVICE and context.parents[node] is around:
            yield DEVICE, node.value, node.value
        elif text_of(node) == DEVICE or (isinstance(node, ast.Attribute) and node.attr == DEVICE):
            assert isinstance(node, ast.expr)
            yield from (item for item in _set(context, DEVICE, node) if _container(context, node) is around)


def _set(context: Context, name: str, key: ast.expr) -> list[tuple[str, ast.expr, ast.expr | None]]:
    """The setting that a key is part of, if it is part of one."""
    place = place_of(context, key)
    return [(name, key, place.value)] if place.form in ("store", "call", "entry") else []


def _container(context: Context, key: ast.expr) -> object:
    """What holds settings that belong together: a display, a call with keywords, or a suite."""
    node: ast.AST | None = key if key in context.parents else None
    if node is None:
        return next(
            (
                context.parents[item]
                for item in context.parents
                if isinstance(item, ast.keyword) and (item.lineno, item.col_offset) == (key.lineno, key.col_offset)
            ),
            None,
        )
    parent = context.parents[node]
    if isinstance(parent, ast.Dict):
        return parent
    return context.suite(context.statement(node))


def _refuse_effects(value: ast.expr) -> None:
    for node in ast.walk(value):
        calls = isinstance(node, ast.Call) and last_name(node.func) not in _HARMLESS
        if calls or isinstance(node, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
            raise Hold("the value it is set to comes from a call that may have an effect")


# -- reads -----------------------------------------------------------------------------------------------------
def _read(change: Change, name: str, place: Place, reach: Releases) -> str:
    context, source = change.context, change.context.source
    alone = _ALONE.get(name)
    if alone is None:
        raise Hold(_INSTEAD.get(name) or "nothing sets it: what its value was for has to be known")
    node, default = _number(context, place)
    if default is not None and not _is(default, alone):
        raise Hold(f"its default is not {alone}: what a process alone should take has to be known")
    path = VARIABLES[name].to[0].removesuffix("()")
    lives = names.lives(path)
    if not (reach - ABSENT) <= lives:
        raise Hold(floor(path, lives, reach).reason)
    runtime = ensure(context, node, _RUNTIME)
    if isinstance(runtime, Withheld):
        raise Hold(runtime.reason)
    change.replace(source.start(node), source.end(node), f"{runtime.name}.{path.rpartition('.')[2]}()")
    for edit in runtime.edits:
        change.replace(*edit)
    return f"ask {path}"


def _number(context: Context, place: Place) -> tuple[ast.expr, ast.expr | None]:
    """The expression that makes a number of a read, and the default it has."""
    node, default = place.node, place.value
    assert isinstance(node, ast.expr)
    if isinstance(node, ast.Call) and context.resolver.called(node) == "getenv_as":
        kind = node.args[1] if len(node.args) > 1 else None
        if not (isinstance(kind, ast.Name) and kind.id == "int"):
            raise Hold("its value is not made a number here")
        return node, default
    outer = context.parents[node]
    if isinstance(outer, ast.BoolOp) and isinstance(outer.op, ast.Or) and outer.values[0] is node:
        if len(outer.values) != 2 or default is not None:
            raise Hold("its default cannot be told")
        node, default, outer = outer, outer.values[1], context.parents[outer]
    if (
        isinstance(outer, ast.Call)
        and isinstance(outer.func, ast.Name)
        and outer.func.id == "int"
        and outer.args == [node]
    ):
        return outer, default
    raise Hold("its value is not made a number here")


def _is(node: ast.expr, number: int) -> bool:
    """Whether a default is a number, as one or as text."""
    value = getattr(node, "value", None)
    return isinstance(node, ast.Constant) and type(value) in (int, str) and str(value).strip() == str(number)
