"""Taking single names out of an import statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast

    from flake8_no_xrt.fixing.change import Change
    from flake8_no_xrt.fixing.source import Source


def drop_aliases(change: Change, statement: ast.Import | ast.ImportFrom, dropped: list[ast.alias]) -> None:
    """Take names out of an import that keeps others, with the comments that stand beside them."""
    source = change.context.source
    names = statement.names
    last_kept = max(index for index, alias in enumerate(names) if alias not in dropped)
    bracketed = source.of(statement).rstrip().endswith(")")
    for index, alias in enumerate(names):
        if alias not in dropped:
            continue
        start, end = source.start(alias), _behind_comma(source, statement, alias)
        low, high = source.line_start(start), source.line_end(end - 1)
        rest = source.text[end:high].strip()
        if bracketed and not source.text[low:start].strip() and (not rest or rest.startswith("#")):
            change.delete(low, high, dead=True)
        elif index < last_kept:
            change.delete(start, source.start(names[index + 1]), dead=True)
        else:
            change.delete(source.end(names[index - 1]), source.end(alias), dead=True)


def _behind_comma(source: Source, statement: ast.stmt, alias: ast.alias) -> int:
    """The offset behind an alias and the comma that may follow it."""
    end = source.end(alias)
    for token in source.between(end, source.end(statement)):
        if token.text == ",":
            return token.end
        if token.text.strip() and not token.text.startswith("#"):
            break
    return end
