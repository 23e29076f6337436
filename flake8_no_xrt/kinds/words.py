"""A command as a list of words: what it sets, hands over and runs.

The words come from a shell command, or from a JSON or YAML list such as ``["python", "-m", "pkg"]``, without
quotes and with expansions overwritten by ``_``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import dispatch
from flake8_no_xrt.kinds.hits import KNOWN, LAUNCHED, NAME, Reader
from flake8_no_xrt.kinds.part import Part, each

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Commands in front of the command that matters.
_WRAPPERS = frozenset(each("sudo doas env nohup nice ionice time timeout exec command builtin stdbuf setsid xargs"))
PRINTING = frozenset(["echo", "printf"])
# Commands whose arguments are text or patterns, also behind a wrapper or ``ssh host``. They are prose here, unless
# their output goes to a file.
_TEXT = PRINTING | frozenset(each("grep egrep fgrep zgrep rg sed awk gawk unset"))
_TEXT_ALONE = frozenset(each("ag ack perl git hg gh man which apropos read [ [[ expr cut tr sort wall figlet die"))
# Functions of scripts that print, log or check what they are given.
_SPEAKING = re.compile(
    r"(?:^|[_-])(?:log|logger|print|echo|info|warn|warning|err|error|msg|message|say|fail|assert|check|debug)(?:$|[_-])",
    re.IGNORECASE,
)
_SHELLS = frozenset(["bash", "sh", "zsh", "dash", "ksh", "ash", "su", "flock", "script"])
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*")

# Options that hand a variable to a process by its bare name.
HANDING = frozenset(
    each("-e --env -x -E --build-arg --test_env --action_env --repo_env --preserve-env --export --pass-env")
)
_LONG = "|".join(sorted(option for option in HANDING if option.startswith("--")))
_ATTACHED = re.compile(rf"(?:-e|(?:{_LONG})=)(?P<name>{NAME})$")
# NAME=value as a word, as the value of an option, or further on in a list with commas.
_SETTING = re.compile(rf"(?:^|^-e|^--?[\w.-]+=|(?<=\S),)['\"]?(?P<name>{NAME})=(?P<value>[^,]*)")
_LISTED = re.compile(rf"(?:^|=|,)(?P<name>{NAME})(?=,|$)")
_LISTING = re.compile(r"--(?:preserve-env|export|envlist|env)=")
_MODULE = re.compile(LAUNCHED)
_RUNS = re.compile(r"-[a-zA-Z]*m|--module")
_CODE = re.compile(r"-[a-zA-Z]*c")
_COMMAND_OPTION = re.compile(r"--(?:command|cmd|wrap|worker-command|container-command)(?P<equals>=)?")
_TAKES_COMMANDS = frozenset(["eval", "ssh", "tmux", "screen", "watch", "parallel", "trap", "wsl", "srun", "gcloud"])
_SCHEME = re.compile(r"(?:^|=)(?P<scheme>pjrt://)$")


def base(word: str) -> str:
    """The name of a program without its folder."""
    return word.rsplit("/", 1)[-1]


def program(words: Sequence[Part]) -> str:
    """The program that a command runs, past ``sudo``, ``env`` and their options; empty if there is none."""
    for word in words:
        name = base(word.text)
        if name not in _WRAPPERS and not name.startswith("-") and "=" not in name:
            return name
    return ""


def read(words: Sequence[Part], reader: Reader) -> frozenset[str]:
    """Report what a command sets, hands over and runs; give the names it sets. Raises MissingExtra."""
    name = program(words)
    if name == "printenv":
        _read_names(words, reader)
        return frozenset()
    # In a .bazelrc, `test` has options.
    if name == "test" and not any(word.text.startswith("--") for word in words):
        _read_tested(words, reader)
        return frozenset()
    if name in _TEXT_ALONE or _SPEAKING.search(name):
        return frozenset()
    seen: set[str] = set()
    names: set[str] = set()
    for index, word in enumerate(words):
        if base(word.text) in _TEXT:
            break
        before = words[index - 1].text if index else ""
        for setting, value in _settings(word, before):
            names.add(setting.text)
            reader.setting(setting, value)
        _read_word(word, before, reader)
        _read_nested(word, before, name, seen, reader)
        seen.add(base(word.text))
    return frozenset(names)


def _settings(word: Part, before: str) -> Iterator[tuple[Part, str | None]]:
    text = word.text
    if before in HANDING and text in KNOWN:
        yield word, None
    if attached := _ATTACHED.match(text):
        yield word.group(attached, "name"), None
    for setting in _SETTING.finditer(text):
        yield word.group(setting, "name"), setting["value"].strip("'\"")
    if _LISTING.match(text):
        for listed in _LISTED.finditer(text):
            yield word.group(listed, "name"), None


def _read_word(word: Part, before: str, reader: Reader) -> None:
    if _RUNS.fullmatch(before) and _MODULE.fullmatch(word.text):
        reader.launch(word)
    elif scheme := _SCHEME.search(word.text):
        reader.scheme(word.group(scheme, "scheme"))


def _read_nested(word: Part, before: str, name: str, seen: set[str], reader: Reader) -> None:
    """Code in a word of its own: ``bash -c '…'``, ``python -c '…'``, ``ssh host '…'``, ``--command='…'``."""
    if _CODE.fullmatch(before):
        if seen & _SHELLS:
            dispatch.read("shell", word, reader)
        elif any(_PYTHON.fullmatch(program) for program in seen):
            dispatch.read("python", word, reader)
        return
    option = _COMMAND_OPTION.match(word.text)
    if option and option["equals"]:
        dispatch.read("shell", word.cut(option.end()).unquoted(), reader)
    elif _COMMAND_OPTION.fullmatch(before) or (name in _TAKES_COMMANDS and re.search(r"\s", word.text)):
        dispatch.read("shell", word, reader)


def _read_names(words: Sequence[Part], reader: Reader) -> None:
    for word in words:
        if word.text in KNOWN:
            reader.reading(word)


def _read_tested(words: Sequence[Part], reader: Reader) -> None:
    for option, word in pairwise(words):
        if option.text == "-v" and word.text in KNOWN:
            reader.reading(word)
