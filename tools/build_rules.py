"""Make the rules for other tools: ``rules/``, and the same files in the package, which hands them out.

Without options the files are written; what should not be there is deleted. ``--check`` only tells what differs, and
ends with exit code 1 if something does.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from flake8_no_xrt.rules import shipped

PLACES = (Path(__file__).resolve().parents[1] / "rules", shipped.DATA)


def differences(place: Path, files: dict[str, str]) -> list[str]:
    """The paths in ``place`` whose content is not the one in ``files``, that are missing, or that are too many."""
    there = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    # What tools leave behind, such as .ruff_cache, is none of it.
    there = {path for path in there if not any(part.startswith(".") for part in path.split("/"))}
    return sorted(
        path
        for path in there | set(files)
        if path not in files or path not in there or (place / path).read_text(encoding="utf-8") != files[path]
    )


def write(place: Path, files: dict[str, str]) -> list[str]:
    """Write what differs and delete what is too many. Returns the paths."""
    changed = differences(place, files)
    for path in changed:
        if path in files:
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(files[path], encoding="utf-8", newline="\n")
        else:
            (place / path).unlink()
    return changed


def main() -> int:
    """Write or check both places. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Make the rules for other tools.")
    parser.add_argument("--check", action="store_true", help="write nothing, tell what differs")
    check = parser.parse_args().check
    files = shipped.files()
    found = False
    for place in PLACES:
        for path in differences(place, files) if check else write(place, files):
            found = True
            print(f"{'differs' if check else 'written'}: {place.name}/{path}")
    return int(check and found)


if __name__ == "__main__":
    sys.exit(main())
