"""How the tests of the kinds write down what was found, and what must hold for every finding."""

from __future__ import annotations

from flake8_no_xrt.facts.advice import VARIABLES
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.kinds import Located, Unreadable, scan

PLAIN = Options()
OPT_IN = Options(deprecated=True)


def located(name: str, text: str, options: Options = PLAIN) -> list[str]:
    """Each finding as ``line:column code name``; it is an error if the file is not readable."""
    items = scan(name, text, options)
    for item in items:
        check(item, text)
    return [shown(item) for item in items]


def unreadable(name: str, text: str, options: Options = PLAIN) -> tuple[Unreadable, list[str]]:
    """The fault of a file that cannot be read, and what was found nevertheless."""
    try:
        scan(name, text, options)
    except Unreadable as error:
        return error, [shown(item) for item in error.found]
    raise AssertionError(f"{name} was read")


def shown(item: Located) -> str:
    finding = item.finding
    cell = f"cell {item.cell}:" if item.cell else ""
    return f"{cell}{finding.line}:{finding.column} {finding.code} {finding.name}"


def check(item: Located, text: str) -> None:
    """A finding lies inside the text, and the text there is the name it is about."""
    finding = item.finding
    assert (finding.line, finding.column) < (finding.end_line, finding.end_column)
    if item.cell is None and finding.line == finding.end_line:
        line = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[finding.line - 1]
        assert finding.end_column <= len(line) + 1
        if finding.code == "XRT204" and finding.message.startswith("python -m"):
            assert line[finding.column - 1 : finding.end_column - 1].strip("'\"") == finding.name
        if finding.name in VARIABLES:
            assert line[finding.column - 1 : finding.end_column - 1].strip("'\"") == finding.name
