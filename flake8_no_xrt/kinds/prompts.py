"""Sessions with prompts: what was typed is code, what was answered is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import shell, snippet
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from flake8_no_xrt.kinds.hits import Reader

_PYTHON = re.compile(r"[ \t]*(?:(?:>>>|\.\.\.)(?: |(?=[\r\n]|$))|In \[\d*\]: | +\.\.\.: ?)")
PROMPT = re.compile(r"[ \t]*(?:\([\w./-]+\) ?)?(?:\[?[\w.-]+@[^$#%>\r\n]*[$#%>]|\$|%|sh-[\d.]+[$#])[ \t]")
_CONTINUED = re.compile(r"[ \t]*> ")


def read(part: Part, reader: Reader) -> None:
    """Report what is typed in a session, of Python if it has such prompts, else of a shell. Raises MissingExtra.

    A text without any prompt is a script.
    """
    lines = part.lines()
    if any(_PYTHON.match(line.text) for line in lines):
        snippet.read(_typed(lines), reader)
        return
    commands: list[Part] = []
    continued = False
    for line in lines:
        prompt = PROMPT.match(line.text)
        if prompt is None and continued:
            prompt = _CONTINUED.match(line.text)
            commands.append(line.cut(prompt.end() if prompt else 0))
        elif prompt is not None:
            commands.append(line.cut(prompt.end()))
        else:
            continued = bool(commands) and _CONTINUED.match(line.text) is not None
            if continued:
                commands.append(line.cut(line.text.index(">") + 2))
            continue
        continued = line.text.rstrip("\r\n").endswith("\\")
    shell.read(Part.joined(commands) if commands else part, reader)


def _typed(lines: list[Part]) -> Part:
    prompts = [(line, _PYTHON.match(line.text)) for line in lines]
    return Part.joined(line.cut(prompt.end()) for line, prompt in prompts if prompt)
