"""ast-grep rules for Python: a default that hides the loss of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.rules.describing import described, identifier
from flake8_no_xrt.rules.guarding import kept_away
from flake8_no_xrt.rules.saying import grouped
from flake8_no_xrt.rules.scopes import any_of, exactly, imported, in_scope, scope_utils
from flake8_no_xrt.rules.strings import argument, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.findings import Verdict
    from flake8_no_xrt.rules.table import Row


def hidden_rules(module: str, rows: Sequence[Row], target: Releases) -> Iterator[dict[str, Any]]:
    """The rule for ``getattr(module, "name", default)``, for the names of a module that were lost."""
    hidden = lost(rows, target)
    if not hidden:
        return
    code = hidden[0].code
    words = grouped((verdict.name.rpartition(".")[2], verdict.message) for verdict in hidden)
    names = [name for group in words for name in group.names]
    # A default that is a name or a call may well be the right answer.
    nothing = any_of("none", "integer", "string", "true", "false", "lambda")
    tested = {"inside": {"inside": {"kind": "comparison_operator"}}}
    conditions = (
        {"has": {"nthChild": 1, "pattern": "$X"}},
        {"has": {"nthChild": 3, **nothing}},
        {"not": tested},
    )
    rule = {
        "all": [
            text(exactly(*names), pattern="$N"),
            argument("^getattr$", 2, *conditions),
            in_scope("binds"),
            {"not": {"matches": "guarded"}},
        ]
    }
    utils = {"binds": imported(module)} | scope_utils() | kept_away()
    yield described(identifier(code, module), code, words, rule, utils)


def lost(rows: Sequence[Row], target: Releases) -> list[Verdict]:
    """The verdicts on a default for each name that was lost."""
    return [verdict for row in rows if (verdict := verdicts.hidden(row.name, target)) is not None]
