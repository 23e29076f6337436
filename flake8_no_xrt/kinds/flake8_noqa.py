"""``# noqa`` comments in Python, by the rules of the flake8 that is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

    from flake8_no_xrt.judging.findings import Finding

_WORD = "noqa"


def unsuppressed(findings: Sequence[Finding], lines: Sequence[str], tree: ast.AST | None = None) -> list[Finding]:
    """Apply the suppression comments: the findings that are left.

    ``lines`` are those of the file, with their line ends. A ``# flake8: noqa`` line silences the file, and so does
    one with codes after it, if that is what the installed flake8 makes of it. The other comments count for the
    lines of the string, or of the continued line, that they stand at the end of. ``tree`` is not needed: flake8
    goes by tokens.
    """
    del tree
    if not findings or not any(_WORD in line.lower() for line in lines):
        return list(findings)
    # flake8 is asked, rather than its expressions copied, since they change from release to release.
    from flake8.defaults import NOQA_FILE
    from flake8.violation import Violation

    if any(NOQA_FILE.match(line) for line in lines):
        return []
    physical = _physical_lines(lines)
    return [
        finding
        for finding in findings
        if not Violation(
            finding.code, "", finding.line, finding.column, finding.message, physical.get(finding.line, "")
        ).is_inline_ignored(disable_noqa=False)
    ]


def _physical_lines(lines: Sequence[str]) -> dict[int, str]:
    """For each line the text in which flake8 looks for the comment: all lines of a string or continued line."""
    import io
    import tokenize

    alone = dict(enumerate(lines, start=1))
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO("".join(lines)).readline))
    except (tokenize.TokenError, SyntaxError):
        return alone
    first, last = len(lines) + 1, 0
    for token in tokens:
        if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
            continue
        first, last = min(first, token.start[0]), max(last, token.end[0])
        if token.type in (tokenize.NL, tokenize.NEWLINE):
            if last > first:
                alone.update(dict.fromkeys(range(first, last + 1), "".join(lines[first - 1 : last])))
            first, last = len(lines) + 1, 0
    return alone
