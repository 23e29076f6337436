"""Taking single elements out of displays and calls, with the comma that goes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast

    from flake8_no_xrt.fixing.change import Change


def drop_entry(change: Change, node: ast.Dict, key: ast.expr) -> None:
    """Take the entry with a key out of a dict display."""
    source = change.context.source
    index = next(number for number, item in enumerate(node.keys) if item is key)
    spans = [
        (source.start(value) if item is None else source.start(item), source.end(value))
        for item, value in zip(node.keys, node.values, strict=True)
    ]
    # ``**other`` starts before its value.
    spans = [
        (source.text.rindex("**", 0, start), end) if item is None else (start, end)
        for item, (start, end) in zip(node.keys, spans, strict=True)
    ]
    drop(change, spans, index, source.end(node))


def drop_argument(change: Change, call: ast.Call, keyword: ast.keyword) -> None:
    """Take a keyword argument out of a call."""
    source = change.context.source
    given: list[ast.expr | ast.keyword] = sorted([*call.args, *call.keywords], key=source.start)
    spans = [(source.start(item), source.end(item)) for item in given]
    drop(change, spans, given.index(keyword), source.end(call))


def drop(change: Change, spans: list[tuple[int, int]], index: int, end: int) -> None:
    """Take one of several elements out, which end before ``end`` at the latest."""
    source = change.context.source
    start, stop = spans[index]
    comma = next((token for token in source.between(stop, end) if token.text in (",", ")", "}", "]")), None)
    # The parentheses of the element itself come first.
    while comma is not None and comma.text == ")" and index + 1 < len(spans) and comma.end < spans[index + 1][0]:
        stop = comma.end
        comma = next((token for token in source.between(stop, end) if token.text in (",", ")", "}", "]")), None)
    behind = comma.end if comma is not None and comma.text == "," else stop
    low, high = source.line_start(start), source.line_end(max(behind - 1, 0))
    rest = source.text[behind:high].strip()
    if not source.text[low:start].strip() and (not rest or rest.startswith("#")):
        change.delete(low, high)
    elif index + 1 < len(spans):
        change.delete(start, spans[index + 1][0])
    elif index:
        change.delete(spans[index - 1][1], behind if behind != stop else stop)
    else:
        change.delete(start, behind)
