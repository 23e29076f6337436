"""Which planner answers for which finding: one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.calls import form
from flake8_no_xrt.fixing.dead import dead_code
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.environment import variable
from flake8_no_xrt.fixing.imported import imported
from flake8_no_xrt.fixing.never import never_run
from flake8_no_xrt.fixing.renames import attribute, star_name
from flake8_no_xrt.fixing.strings import string
from flake8_no_xrt.judging.check import Attribute
from flake8_no_xrt.judging.forms import FormUse
from flake8_no_xrt.judging.never import NeverRun
from flake8_no_xrt.reading.environment import EnvironmentUse
from flake8_no_xrt.reading.model import ImportedName, Place, Region, Test
from flake8_no_xrt.reading.strings import StringUse

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_no_xrt.fixing.context import Context
    from flake8_no_xrt.judging.check import Found

Planner = "Callable[[Context, Found], Fix | Withheld]"

_PLANNERS: dict[type, Callable[[Context, Found], Fix | Withheld]] = {
    Region: dead_code,
    Test: dead_code,
    NeverRun: never_run,
    EnvironmentUse: variable,
    ImportedName: imported,
    Attribute: attribute,
    Place: star_name,
    StringUse: string,
    FormUse: form,
}


def plan(context: Context, found: Found) -> Fix | Withheld:
    """The fix of a finding, or why it has none."""
    planner = _PLANNERS.get(type(found.cause))
    return planner(context, found) if planner else Withheld("no fix is known, it needs a person")
