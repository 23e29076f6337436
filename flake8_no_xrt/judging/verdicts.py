"""Uses to verdicts: the set algebra and the words, for names, variables and settings.

Each function takes what is used and the releases on which the use can run (its *reach*), and gives the verdict
or None. With ``living`` False a name that is only deprecated or superseded is passed over: code that a guard keeps
away from the newest releases of the target needs no such advice.

A message names the thing in full, the release it went in, and what to do.
"""

from __future__ import annotations

from typing import Literal

from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import FORMS, VARIABLES, Advice
from flake8_no_xrt.facts.catalogue import Entry, lookup, offer
from flake8_no_xrt.facts.releases import ABSENT, Releases
from flake8_no_xrt.judging.findings import Verdict

Handling = Literal["set", "read", "named"]

_VARIABLE_CODES: dict[Handling, str] = {"set": "XRT201", "read": "XRT202", "named": "XRT203"}
_OPT_IN = "XRT9"


def name(path: str, reach: Releases, deprecated: bool = False, *, living: bool = True) -> Verdict | None:
    """The verdict on a use of a catalogued name by its full dotted path."""
    entry = lookup(path)
    return None if entry is None else _entry(entry, reach, deprecated, living=living)


def form(
    what: str, reach: Releases, deprecated: bool = False, label: str = "", *, living: bool = True
) -> Verdict | None:
    """The verdict on a form that is no name, such as ``pjrt://``; ``label`` is how the message calls it."""
    return _entry(catalogue.form(what), reach, deprecated, label, FORMS[what].went, living=living)


def variable(what: str, handling: Handling, reach: Releases) -> Verdict | None:
    """The verdict on an ``XRT_*`` environment variable that is set, read, or named by a constant."""
    lives = catalogue.variable(what)
    if lives is None:
        return None
    entry = VARIABLES[what]
    to = () if handling == "set" else entry.to
    advice = Advice(_VARIABLE_CODES[handling], "rewrite" if to else "drop", to, entry.hint)
    return _entry(Entry(what, lives, advice), reach, label=f"environment variable {what}", went="is ignored since")


def setting(what: str, value: str | None, handling: Handling, reach: Releases, deprecated: bool) -> Verdict | None:
    """The verdict on any environment variable: an ``XRT_*`` one, or one of the opt-in.

    ``value`` is the text it is set to, None where that is unknown or the variable is only read.
    """
    if what in VARIABLES:
        return variable(what, handling, reach)
    if what == "XLA_USE_SPMD" and handling == "set":
        return form(what, reach, deprecated, f"environment variable {what}")
    if what == "PJRT_DEVICE" and value == "GPU" and handling == "set":
        return form("PJRT_DEVICE=GPU", reach, deprecated)
    return None


def launcher(module: str, reach: Releases) -> Verdict | None:
    """The verdict on ``python -m`` of a module."""
    entry = lookup(module) if names.is_module(module) else None
    if entry is None or not entry.broken(reach):
        return None
    advice = entry.advice
    if advice.code == "XRT102":
        advice = advice._replace(code="XRT204")
    return _entry(entry._replace(advice=advice), reach, label=f"python -m {module}")


def hidden(path: str, reach: Releases) -> Verdict | None:
    """The verdict on a default or a guard that hides the loss of a name."""
    entry = lookup(path)
    if entry is None or not entry.broken(reach):
        return None
    advice = entry.advice._replace(code="XRT405")
    return _entry(entry._replace(advice=advice), reach, label=f"{path}, the loss of which is hidden here,")


def _entry(
    entry: Entry, reach: Releases, deprecated: bool = False, label: str = "", went: str = "", *, living: bool = True
) -> Verdict | None:
    advice = entry.advice
    if advice.code.startswith(_OPT_IN) and not deprecated:
        return None
    lost = entry.broken(reach)
    if lost:
        fact = _lost(entry, went)
    else:
        since = entry.outdated(reach) if living else None
        if since is None:
            return None
        fact = f"is superseded since torch_xla {since}" if advice.superseded else _deprecated(entry, since)
    return Verdict(advice.code, f"{label or entry.name} {fact}: {_action(advice, reach)}", entry.name)


def _lost(entry: Entry, went: str) -> str:
    fact = f"{went or 'was removed in'} torch_xla {entry.removed_in}"
    last = entry.lives.last
    back = [release for release in entry.lives if _newer(release, entry.removed_in)]
    if back and last is not None:
        fact += f" and came back in {back[0]} with another value"
    return fact


def _newer(release: str, than: str | None) -> bool:
    return than is not None and release in Releases.since(than)


def _deprecated(entry: Entry, since: str) -> str:
    gone = f" and removed in {entry.removed_in}" if entry.removed_in else ""
    return f"is deprecated since torch_xla {since}{gone}"


def _action(advice: Advice, reach: Releases) -> str:
    offered = offer(advice, reach - ABSENT)
    if offered is None:
        return advice.hint or "nothing replaces it"
    start = f" (from torch_xla {offered.starts} on)" if offered.starts else ""
    calls = f", {advice.calls}" if advice.calls else ""
    return f"use {offered.name}{start}{calls}"
