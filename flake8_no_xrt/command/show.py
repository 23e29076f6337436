"""``check --show-settings``: what the settings are, and where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.command import requirements
from flake8_no_xrt.command.decoding import Undecodable, decode
from flake8_no_xrt.command.reports import printable
from flake8_no_xrt.judging.options import BadOption
from flake8_no_xrt.kinds import kind_of

if TYPE_CHECKING:
    from flake8_no_xrt.command.files import Listing
    from flake8_no_xrt.command.settings import Settings


def show(settings: Settings, listing: Listing) -> str:
    """The settings with their origins, then the scripts whose own metadata says otherwise."""
    lines = [f"{origin.key} = {origin.value or 'none'}  ({origin.source})" for origin in settings.origins]
    lines.append(f"files = {len(listing.files)}  ({'with errors' if listing.problems else 'listed'})")
    if not settings.target_stated:
        for file in listing.files:
            if kind_of(file.path, "") == "python":
                lines += _script(file.path)
    return "".join(f"{printable(line)}\n" for line in lines)


def _script(path: str) -> list[str]:
    try:
        with open(path, "rb") as opened:
            data = opened.read()
        required = requirements.of_script(decode(data, python=True)) if b"# /// script" in data else None
    except (OSError, Undecodable):
        return []
    except BadOption as error:
        return [f"{path}: {error}"]
    return [] if required is None else [f"{path}: torch-xla = {required.releases}  ({required.said})"]
