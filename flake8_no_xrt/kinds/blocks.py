"""Blocks of code in documents: from the language that is written above one to its reader."""

from __future__ import annotations

import re

from flake8_no_xrt.kinds import dispatch, kind_of
from flake8_no_xrt.kinds.guess import kind_of_text
from flake8_no_xrt.kinds.hits import Reader
from flake8_no_xrt.kinds.part import Part, each
from flake8_no_xrt.kinds.snippet import has_stem

_KINDS = {
    **dict.fromkeys(each("python py python3 py3 python2 ipython ipython3 pyi"), "python"),
    **dict.fromkeys(each("pycon python-console python-repl doctest"), "doctest"),
    **dict.fromkeys(each("bash sh shell zsh ksh shellscript fish"), "shell"),
    **dict.fromkeys(each("console shell-session sh-session bash-session shellsession terminal"), "console"),
    **dict.fromkeys(each("yaml yml"), "yaml"),
    "toml": "toml",
    **dict.fromkeys(each("ini cfg conf systemd dosini"), "ini"),
    **dict.fromkeys(each("dockerfile docker containerfile"), "dockerfile"),
    **dict.fromkeys(each("make makefile mk"), "make"),
    **dict.fromkeys(each("env dotenv envfile properties"), "env"),
    **dict.fromkeys(each("jsonnet libsonnet"), "jsonnet"),
    **dict.fromkeys(each("markdown md myst"), "markdown"),
    **dict.fromkeys(each("rst rest restructuredtext eval-rst"), "rst"),
}
# In these a prompt is allowed, and says which lines were typed.
_PROMPTED = {"shell": re.compile(r"\s*(?:\([\w.-]+\) ?)?\$ "), "python": re.compile(r"\s*(?:>>> |In \[\d+\]: )")}
_SESSIONS = {"shell": "console", "python": "doctest"}
_DIFFS = frozenset(["diff", "patch", "udiff"])
_ADDED_FILE = re.compile(r"^\+\+\+ (?:b/)?(?P<name>\S+)", re.MULTILINE)


def read_block(language: str, part: Part, reader: Reader) -> None:
    """Read a block; without a language its look decides, in an unknown language it is passed over.

    Raises MissingExtra.
    """
    if not has_stem(part.text, reader.options):
        return
    language = language.lower()
    if language.startswith("diff") or language in _DIFFS:
        _diff(part, reader)
        return
    kind = _KINDS.get(language) if language else kind_of_text(part.text)
    if kind is None:
        return
    prompt = _PROMPTED.get(kind)
    if prompt and prompt.match(part.text.lstrip("\r\n")):
        kind = _SESSIONS[kind]
    dispatch.read(kind, part, reader)


def _diff(part: Part, reader: Reader) -> None:
    """The new side of a diff; only what an added line says counts, and fragments are to be expected."""
    added: set[int] = set()
    kept: list[Part] = []
    for line in part.lines():
        if line.text.startswith(("-", "+++", "@@", "diff ", "index ", "\\")):
            continue
        if line.text.startswith("+"):
            added.update(line.places)
        kept.append(line.cut(1) if line.text.startswith(("+", " ")) else line)
    text = Part.joined(kept)
    name = _ADDED_FILE.search(part.text)
    kind = kind_of(name["name"], "") if name else kind_of_text(text.text)
    if kind is None or kind == "notebook":
        return
    inner = Reader(reader.options)
    dispatch.read(kind, text, inner)
    reader.hits.extend(hit for hit in inner.hits if hit.start in added)
