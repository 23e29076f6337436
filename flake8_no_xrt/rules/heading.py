"""What stands at the head of every generated file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options


def heading(options: Options, what: str, *, advice: bool) -> list[str]:
    """Comment lines, in the syntax that TOML and YAML share: what the file is, for which releases, and whence."""
    scope = "what torch_xla lost with XRT and after it"
    if advice:
        scope += ", what is superseded, and XRT9xx"
    return [
        f"# {what}: {scope}.",
        f"# For code that supports torch_xla {options.target}.",
        "# Made by flake8-no-xrt. Do not edit; `flake8-no-xrt rules` makes it for other releases.",
        "",
    ]
