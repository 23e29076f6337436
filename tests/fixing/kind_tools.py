"""Before and after in files that are no Python modules, and what must hold whatever a fix does."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.kinds.files import fix
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.kinds import Unreadable, kind_of, scan

if TYPE_CHECKING:
    from flake8_no_xrt.fixing.kinds.files import Outcome

_COMMENT = re.compile(r"(?:^|\s)#[^\n]*", re.MULTILINE)


def dedent(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def counted(name: str, text: str, options: Options) -> Counter[tuple[str, str]]:
    try:
        found = scan(name, text, options)
    except Unreadable as error:
        found = error.found
    return Counter((one.finding.code, one.finding.name) for one in found)


def run(name: str, text: str, *, unsafe: bool = True, target: str | None = None) -> Outcome:
    """The outcome of fixing a file, with all that must hold of it looked at."""
    options = Options.parse(target)
    kind = kind_of(name, text.partition("\n")[0])
    assert kind is not None
    outcome = fix(kind, text, options, unsafe=unsafe, wanted=lambda _: True)
    again = fix(kind, outcome.text, options, unsafe=unsafe, wanted=lambda _: True)
    assert again.text == outcome.text, "a second run changes something"
    assert again.applied == []
    assert again.withheld == outcome.withheld
    before, after = (counted(name, one, options) for one in (text, outcome.text))
    assert not +Counter({what: number for what, number in (after - before).items() if what[0][:4] != "XRT5"})
    assert len(outcome.withheld) == sum(after.values())
    assert bool(outcome.applied) == (outcome.text != text)
    for _, reason in outcome.withheld:
        assert reason
        assert "\n" not in reason
    if not unsafe:
        assert all(one.fix.safety == "safe" for one in outcome.applied)
    assert not comments(kind, text) - comments(kind, outcome.text), "a comment is lost"
    return outcome


def comments(kind: str, text: str) -> Counter[str]:
    """What looks like a comment; in a notebook in the code of its cells."""
    if kind == "notebook":
        cells = json.loads(text).get("cells", ())
        text = "\n".join("".join(cell["source"]) for cell in cells)
    return Counter(one.strip() for one in _COMMENT.findall(text))


def check_noop(name: str, text: str, *reasons: str, target: str | None = None) -> None:
    """Nothing is changed; ``reasons`` are begun or contained by those that are given, one for each finding."""
    text = dedent(text)
    outcome = run(name, text, target=target)
    assert outcome.text == text
    given = [reason for _, reason in outcome.withheld]
    assert len(given) == len(reasons), given
    for said, expected in zip(given, reasons, strict=True):
        assert expected in said


def check_fixed(name: str, before: str, after: str, *reasons: str, safe: bool = False) -> Outcome:
    """``before`` becomes ``after``, and ``reasons`` are given for what is left.

    What is not ``safe`` is left alone by the safe run.
    """
    before, after = dedent(before), dedent(after)
    outcome = run(name, before)
    assert outcome.text == after
    given = [reason for _, reason in outcome.withheld]
    assert len(given) == len(reasons), given
    for said, expected in zip(given, reasons, strict=True):
        assert expected in said
    assert (run(name, before, unsafe=False).text == after) == safe
    return outcome
