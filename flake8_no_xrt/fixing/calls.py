"""Calls of a replaced name: arguments that have to go or to be named otherwise, and the number of processes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.facts import catalogue
from flake8_no_xrt.facts.advice import SCHEME, SPAWN
from flake8_no_xrt.facts.releases import ABSENT, PJRT_ONLY
from flake8_no_xrt.fixing.bindings import roots
from flake8_no_xrt.fixing.edits import Edit, Fix, Withheld
from flake8_no_xrt.fixing.exact import COMMENT, harmless, outer_string
from flake8_no_xrt.fixing.imports import floor
from flake8_no_xrt.judging.forms import FormUse

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.fixing.edits import Safety
    from flake8_no_xrt.fixing.offers import Swap
    from flake8_no_xrt.judging.check import Found
    from flake8_no_xrt.reading.model import Place

RENDEZVOUS = "torch_xla.experimental.pjrt.rendezvous"
_XM = "torch_xla.core.xla_model"


class Fitted(NamedTuple):
    """What a use of a replaced name needs beside the new name."""

    edits: tuple[Edit, ...]
    safety: Safety


def call_of(context: Context, node: ast.expr) -> ast.Call | None:
    """The call of a name or an attribute, None where it is not called."""
    parent = context.parents.get(node)
    return parent if isinstance(parent, ast.Call) and parent.func is node else None


def fit(context: Context, node: ast.expr, swap: Swap) -> Fitted | Withheld:
    """What has to become of a use of ``swap.old`` so that it suits ``swap.path``."""
    call = call_of(context, node)
    if call is None:
        outer = context.parents.get(node)
        if swap.calls and isinstance(outer, ast.Call) and len(outer.args) + len(outer.keywords) > 1:
            return Withheld(f"{swap.old} is handed on, and may be called with an argument")
        # As a value it may be called with an argument somewhere else.
        return Fitted((), "unsafe" if swap.calls else swap.safety)
    if swap.old == RENDEZVOUS:
        return Fitted((), swap.safety)
    given = len(call.args) + len(call.keywords)
    if swap.calls == "which takes no argument":
        return _emptied(context, call, swap) if given else Fitted((), swap.safety)
    if swap.path == "torch_xla.device":
        return _index_only(context, call, swap)
    if swap.path == "torch_xla.sync" and given:
        return Withheld("arguments of mark_step mean something else to torch_xla.sync")
    if swap.path == SPAWN and swap.old != SPAWN and (len(call.args) > 1 or _open(call)):
        return Withheld("its positional arguments stand in another order in xla_multiprocessing.spawn")
    return Fitted((), swap.safety)


def rendezvous(context: Context, node: ast.expr) -> str | Withheld:
    """Which function a call of ``pjrt.rendezvous`` means, by what can be told from its arguments.

    Up to 2.0 it took (tag, payload, ordinals), from 2.1 on (payload, ordinals, tag).
    """
    call = call_of(context, node)
    if call is not None and not _open(call):
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            if not any(keyword.arg == "ordinals" for keyword in call.keywords):
                return f"{_XM}.rendezvous"
        elif first is None or (isinstance(first, ast.Constant) and isinstance(first.value, bytes)):
            return f"{_XM}.xla_rendezvous"
    return Withheld("the order of its arguments is not certain: it changed in torch_xla 2.1")


def parentheses(context: Context, call: ast.Call) -> tuple[int, int] | None:
    """The range between the parentheses of a call; None where the tokens do not show it."""
    source = context.source
    depth = 0
    for token in reversed(source.between(source.end(call.func), source.end(call))):
        if token.text in (")", "]", "}"):
            depth += 1
        elif token.text in ("(", "[", "{"):
            depth -= 1
            if depth == 0:
                return token.end, source.end(call) - 1
    return None


def without(context: Context, call: ast.Call, item: ast.expr | ast.keyword) -> Edit | Withheld:
    """The removal of one argument of a call, with its comma."""
    inside = parentheses(context, call)
    if inside is None or outer_string(context, call) is not None:
        return Withheld("its place in the file is unsure")
    source = context.source
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    items = sorted(given, key=source.start)
    index = items.index(item)
    commas = _commas(context, *inside)
    if index + 1 < len(items):
        start, end = (_past_space(source.text, commas[at][1] if at >= 0 else inside[0]) for at in (index - 1, index))
        if source.comments(start, source.start(items[index + 1])):
            return COMMENT
    elif index:
        # The last one goes with the comma before it; a comma behind it stays.
        behind = commas[index][0] if index < len(commas) else len(source.text[: inside[1]].rstrip())
        start, end = commas[index - 1][0], behind
    else:
        start, end = inside
    return COMMENT if source.comments(start, end) else Edit(start, end, "")


def form(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a form that is no name: ``spawn(nprocs=8)``, ``init_method="pjrt://"``."""
    use = found.cause
    assert isinstance(use, FormUse)  # by the table of planners
    if found.finding.name == SCHEME:
        # The import cycle: strings knows the calls of replaced names.
        from flake8_no_xrt.fixing.strings import replaced

        lives = catalogue.offered_by("xla://")
        if not context.options.target <= lives:
            return floor("xla://", lives, context.options.target)
        edit = replaced(context, use.node, SCHEME, "xla://") if isinstance(use.node, ast.expr) else None
        return Fix("use xla://", "unsafe", (edit,)) if isinstance(edit, Edit) else edit or Withheld("no text to change")
    return _spawn(context, use)


def _spawn(context: Context, use: FormUse) -> Fix | Withheld:
    call = use.call
    place = next(place for place in context.resolver.model.calls if place.node is call)
    certain = set(context.resolver.origins(call.func)) == {SPAWN} and roots(context, call.func) is not None
    if not certain:
        return Withheld("the function may be another than xla_multiprocessing.spawn")
    if not (context.reach(place.reach) - ABSENT) <= PJRT_ONLY:
        return Withheld("nprocs still counts before torch_xla 2.1: state a floor of >=2.1")
    value = use.node.value if isinstance(use.node, ast.keyword) else use.node
    if not _many(context, place, value):
        return Withheld("the number of processes may be 1, which means something else than none given")
    if isinstance(use.node, ast.expr) and use.node in call.args and call.args.index(use.node) + 1 < len(call.args):
        source = context.source
        if outer_string(context, call) is not None or source.comments(source.start(value), source.end(value)):
            return Withheld("its place in the file is unsure")
        return Fix("drop nprocs", "safe", (Edit(source.start(value), source.end(value), "None"),))
    edit = without(context, call, use.node)
    return edit if isinstance(edit, Withheld) else Fix("drop nprocs", "safe", (edit,))


def _many(context: Context, place: Place[ast.Call], value: ast.expr, depth: int = 0) -> bool:
    """Whether an expression is certainly a literal number above 1, and does nothing else."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int) and value.value > 1
    if isinstance(value, ast.IfExp):
        sides = (value.body, value.orelse)
        return harmless(value.test) and all(_many(context, place, side, depth) for side in sides)
    if isinstance(value, ast.Name) and depth < 3:
        bindings = context.resolver.bindings(value)
        return bool(bindings) and all(
            binding.value is not None and _many(context, place, binding.value, depth + 1) for binding in bindings
        )
    return False


def _emptied(context: Context, call: ast.Call, swap: Swap) -> Fitted | Withheld:
    """A call without the default value that the old function took."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    if _open(call) or len(values) > 1 or not all(harmless(value) for value in values):
        return Withheld(f"{swap.path} takes no argument, and what is given to {swap.old} is not a plain value")
    inside = parentheses(context, call)
    if inside is None or outer_string(context, call) is not None:
        return Withheld("its place in the file is unsure")
    if context.source.comments(*inside):
        return COMMENT
    return Fitted((Edit(*inside, ""),), swap.safety)


def _index_only(context: Context, call: ast.Call, swap: Swap) -> Fitted | Withheld:
    if _open(call) or len(call.args) + len(call.keywords) > 1:
        return Withheld("torch_xla.device takes an index only")
    if not call.keywords:
        return Fitted((), swap.safety)
    keyword = call.keywords[0]
    if keyword.arg != "n" or outer_string(context, call) is not None:
        return Withheld("torch_xla.device takes an index only")
    start = context.source.start(keyword)
    return Fitted((Edit(start, start + 1, "index"),), swap.safety)


def _open(call: ast.Call) -> bool:
    """Whether a call hands on arguments that cannot be seen."""
    return any(isinstance(item, ast.Starred) for item in call.args) or any(item.arg is None for item in call.keywords)


def _commas(context: Context, start: int, end: int) -> list[tuple[int, int]]:
    """The commas between the arguments of a call, by the range between its parentheses."""
    found, depth = [], 0
    for token in context.source.between(start, end):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if token.text == "," and depth == 0:
            found.append((token.start, token.end))
    return found


def _past_space(text: str, offset: int) -> int:
    """The offset of what follows white space."""
    return len(text) - len(text[offset:].lstrip())
