"""What a piece of text without a stated language is, by what it looks like."""

from __future__ import annotations

import re

from flake8_no_xrt.kinds.hits import LAUNCHED, NAME
from flake8_no_xrt.kinds.parsing import parses

_DOCTEST = re.compile(r"^[ \t]*(?:>>> |In \[\d+\]: )", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*(?:%(?:set_)?env |%%\w+|!\w)", re.MULTILINE)
_CONSOLE = re.compile(r"^[ \t]*(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.:~/-]+[ ]?)?\$ \S", re.MULTILINE)
# A line that no other language and no prose has: an export, a setting without blanks around its sign, a launch.
_SHELL = re.compile(
    rf"^[ \t]*(?:export[ \t]+[A-Za-z_]\w*=|[A-Z_][A-Z0-9_]*=(?!=)\S|(?:[A-Z_]\w*=\S*[ \t]+|sudo[ \t]+)*"
    rf"python[\d.]*[ \t]+-m[ \t]+{LAUNCHED}"
    r"|(?:sudo[ \t]+)?(?:docker|gcloud|podman)[ \t]+\w+)"
    rf"|\$\{{?{NAME}",
    re.MULTILINE,
)
_PYTHON = re.compile(r"^[ \t]*(?:import|from|def|class|with|for|if|try|@)\b|^[\w.\[\]'\" ,]+=|\)\s*$", re.MULTILINE)

_DOCKERFILE = re.compile(r"^(?:FROM[ \t]+\S+|ENV[ \t]+[A-Z_][A-Z0-9_]*[= ])", re.MULTILINE)
_YAML = re.compile(r"^[ \t-]*(?:env|environment):[ \t]*\r?$", re.MULTILINE)
_LOOKS = (
    (_DOCTEST, "doctest"),
    (_MAGIC, "python"),
    (_CONSOLE, "console"),
    (_DOCKERFILE, "dockerfile"),
    (_YAML, "yaml"),
    (_SHELL, "shell"),
)


def kind_of_text(text: str) -> str | None:
    """``doctest``, ``console``, ``shell`` or ``python``; None if it is none of these for sure."""
    for pattern, kind in _LOOKS:
        if pattern.search(text):
            return kind
    return "python" if _PYTHON.search(text) and parses(text) else None
