"""Write the parts of README.md that come from elsewhere: the table of codes, and what the example reports.

    python tools/readme.py          rewrite them
    python tools/readme.py --check  compare only; exit 1 if they differ

Each part stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from flake8_no_xrt.facts.codes import CODES  # noqa: E402 -- from this checkout, installed or not

README = ROOT / "README.md"
EXPECTED = ROOT / "examples" / "expected.txt"
EXAMPLES = EXPECTED.parent / "digits"


def codes() -> str:
    """The table of codes."""
    rows = ["| code | name | reports | fix |", "|---|---|---|---|"]
    for entry in CODES.values():
        notes = []
        if entry.code.startswith(("XRT5", "XRT602")):
            notes.append("needs a stated target")
        if entry.code.startswith("XRT9"):
            notes.append("needs `--xrt-deprecated`")
        says = entry.says + "".join(f" ({note})" for note in notes)
        rows.append(f"| {entry.code} | {entry.name} | {says} | {entry.fix} |")
    return "\n".join(rows)


def example() -> str:
    """What the first command reports."""
    return f"```text\n{EXPECTED.read_text(encoding='utf-8').rstrip()}\n```"


PARTS = {"codes": codes, "example": example}


def written(text: str) -> str:
    """The text with each part as it should be."""
    for name, part in PARTS.items():
        start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        _old, closed, after = rest.partition(end)
        if not found or not closed:
            sys.exit(f"README.md has no part {name!r}")
        text = f"{before}{start}{part()}{end}{after}"
    return text


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Write the parts of README.md that come from elsewhere.")
    parser.add_argument("--check", action="store_true", help="compare only, exit 1 if they differ")
    options = parser.parse_args(arguments)
    text = README.read_text(encoding="utf-8")
    new = written(text)
    if options.check:
        if new != text:
            print("README.md is out of date: run python tools/readme.py", file=sys.stderr)
        return int(new != text)
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
