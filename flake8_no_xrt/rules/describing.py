"""What every ast-grep rule has beside its patterns: the id, the words, and how bad it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.facts.codes import CODES, level
from flake8_no_xrt.facts.names import ROOT
from flake8_no_xrt.rules.saying import SAID, Words, said

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEVERITIES = {"error": "error", "warning": "warning", "note": "hint"}


# Where torch_xla tells about the move; what is said about a name stands in the message.
URL = "https://github.com/pytorch/xla/blob/r2.1/docs/pjrt.md"


def described(
    identifier: str,
    code: str,
    message: str | Sequence[Words],
    rule: dict[str, Any],
    utils: dict[str, Any] | None = None,
    *,
    language: str = "python",
    fix: Any = None,
) -> dict[str, Any]:
    """A whole rule. The message starts with the code; where it is words for several names, the rule finds ``$N``."""
    whole: dict[str, Any] = {
        "id": identifier,
        "language": language,
        "severity": _SEVERITIES[level(code)],
        "message": f"{code} {message if isinstance(message, str) else SAID}",
        "note": f"{CODES[code].name}: {CODES[code].why}",
        "url": URL,
    }
    if utils:
        whole["utils"] = utils
    whole["rule"] = rule
    if not isinstance(message, str):
        whole["transform"] = said(message)
    if fix is not None:
        whole["fix"] = fix
    return whole


def identifier(code: str, *parts: str) -> str:
    """The id of a rule: the code, and what tells rules of one code apart, such as a path in torch_xla."""
    return "-".join([code, *(part.removeprefix(f"{ROOT}.") for part in parts)])
