"""Before and after: what a fix must do to a text, and what must hold whatever it does."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
from collections import Counter
from typing import TYPE_CHECKING

from flake8_no_xrt.fixing.change import for_tools
from flake8_no_xrt.fixing.edits import Fix, Withheld
from flake8_no_xrt.fixing.engine import Outcome, everything, fix, plans
from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import Options

if TYPE_CHECKING:
    from flake8_no_xrt.judging.findings import Finding


def dedent(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def every(finding: Finding) -> bool:
    del finding
    return True


def fixed(
    text: str, options: Options | None = None, *, unsafe: bool = False, kept: frozenset[str] = frozenset()
) -> Outcome:
    """The outcome of fixing a text, with all that must hold of it looked at."""
    options = options or Options()
    outcome = fix(text, options, unsafe=unsafe, wanted=every, kept=kept)
    ast.parse(outcome.text)
    again = fix(outcome.text, options, unsafe=unsafe, wanted=every, kept=kept)
    assert again.text == outcome.text, "a second run changes something"
    assert again.applied == []
    if not outcome.applied:
        assert outcome.text == text
    before, after = (Counter((one.code, one.name) for one in found(part, options)) for part in (text, outcome.text))
    assert not +Counter({what: number for what, number in (after - before).items() if what[0][:4] != "XRT5"})
    assert len(outcome.withheld) == sum(after.values())
    # A handler, a reader of noqa, another file or a ``global`` may want an import that is not used here.
    for_others = bool(kept) or any(word in text for word in ("noqa", "try:", "suppress(", "global "))
    assert not flakes(outcome.text, unused=not for_others) - flakes(text)
    if not unsafe:
        assert all(item.fix.safety == "safe" for item in outcome.applied)
        # Comments on dead code go with it.
        if not any(item.finding.code.startswith("XRT5") for item in outcome.applied):
            assert not comments(text) - comments(outcome.text), "a comment is lost"
    ends = {line[len(line.rstrip("\r\n")) :] for line in io.StringIO(outcome.text, newline="")}
    assert ends <= {line[len(line.rstrip("\r\n")) :] for line in io.StringIO(text, newline="")} | {""}
    for _, reason in outcome.withheld:
        assert reason
        assert "\n" not in reason
    return outcome


def found(text: str, options: Options) -> list[Finding]:
    return check(ast.parse(text), list(io.StringIO(text, newline="")), options)


def flakes(text: str, *, unused: bool = True) -> Counter[str]:
    """The pyflakes messages without their lines; unused imports are only counted, and only if asked for."""
    from pyflakes.checker import Checker

    found: Counter[str] = Counter()
    for one in Checker(ast.parse(text)).messages:
        kind = type(one).__name__
        if kind == "UnusedImport":
            found[kind] += unused
        else:
            found[f"{kind} {[item for item in one.message_args if not isinstance(item, int)]}"] += 1
    return found


def comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    said = (token.string for token in tokens if token.type == tokenize.COMMENT)
    return Counter(comment for comment in said if not for_tools(comment))


def check_noop(
    text: str,
    *reasons: str,
    target: str | None = None,
    unsafe: bool = True,
    kept: frozenset[str] = frozenset(),
    deprecated: bool = False,
) -> None:
    """Nothing is changed, and not because an edit was refused by the proof; ``reasons`` are the ones given."""
    text = dedent(text)
    options = Options.parse(target, deprecated=deprecated)
    outcome = fixed(text, options, unsafe=unsafe, kept=kept)
    assert outcome.text == text
    assert outcome.applied == []
    proposals = [proposal for _, proposal in plans(text, options, kept, everything)]
    planned = [one for one in proposals if isinstance(one, Fix) and (unsafe or one.safety == "safe")]
    assert planned == [], "edits are planned"
    given = [one.reason for one in proposals if isinstance(one, Withheld)]
    given += ["unsafe" for one in proposals if isinstance(one, Fix)]
    assert len(given) == len(reasons), given
    for said, expected in zip(given, reasons, strict=True):
        assert expected in said


def check_fixed(
    before: str,
    after: str,
    *,
    target: str | None = None,
    unsafe: bool = False,
    kept: frozenset[str] = frozenset(),
    left: int = 0,
    deprecated: bool = False,
) -> Outcome:
    """``before`` becomes ``after``; ``left`` findings remain. An unsafe fix is left alone by the safe run."""
    before, after = dedent(before), dedent(after)
    options = Options.parse(target, deprecated=deprecated)
    outcome = fixed(before, options, unsafe=unsafe, kept=kept)
    assert outcome.text == after
    assert len(outcome.withheld) == left, outcome.withheld
    if unsafe:
        assert any(item.fix.safety == "unsafe" for item in outcome.applied), "it is safe"
        assert fixed(before, options, kept=kept).text != after
    return outcome
