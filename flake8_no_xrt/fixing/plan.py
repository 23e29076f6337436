"""Which planner answers for which finding: one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.edits import Fix, Withheld

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.judging.check import Found

Planner = "Callable[[Context, Found], Fix | Withheld]"

_PLANNERS: dict[type, Callable[[Context, Found], Fix | Withheld]] = {}


def plan(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a finding, or why it has none."""
    planner = _PLANNERS.get(type(found.cause))
    return planner(context, found) if planner else Withheld("no fix is known, it needs a person")
