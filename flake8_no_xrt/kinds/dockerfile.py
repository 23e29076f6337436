"""Dockerfiles: ``ENV``, ``ARG``, and the commands of ``RUN``, ``CMD``, ``ENTRYPOINT`` and ``HEALTHCHECK``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds import jsonlist, shell, template, words
from flake8_no_xrt.kinds.hits import KNOWN, Reader
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPE = re.compile(r"#\s*escape\s*=\s*(?P<character>[\\`])\s*", re.IGNORECASE)
_DIRECTIVE = re.compile(r"#\s*\w+\s*=")
INSTRUCTION = re.compile(r"\s*(?:ONBUILD\s+)?(?P<verb>[A-Za-z]+)(?:\s+(?P<rest>.*))?", re.IGNORECASE | re.DOTALL)
_FLAGS = re.compile(r"(?:--[\w-]+(?:=\S*)?\s+)*")
_CHECK = re.compile(r"(?:--[\w-]+=\S*\s+)*CMD\s+", re.IGNORECASE)
PAIR = re.compile(r"""(?P<name>[A-Za-z_]\w*)(?:=(?P<value>(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])*))?""", re.DOTALL)
OLD_FORM = re.compile(r"(?P<name>[A-Za-z_]\w*)[ \t]+(?P<value>[^=\s].*)", re.DOTALL)
_HEREDOC = re.compile(r"<<-?\s*(?P<quote>['\"]?)(?P<word>\w+)(?P=quote)")
_EXPANDED = frozenset(["ADD", "COPY", "EXPOSE", "FROM", "LABEL", "USER", "WORKDIR", "VOLUME", "STOPSIGNAL"])


def read(part: Part, reader: Reader) -> None:
    """Report the settings, reads and launches of a Dockerfile. Raises MissingExtra."""
    for instruction in instructions(part):
        match = INSTRUCTION.fullmatch(instruction.text)
        if match is None or match["rest"] is None:
            continue
        verb, rest = match["verb"].upper(), instruction.group(match, "rest")
        if verb == "ENV":
            _settings(rest, reader)
        elif verb == "ARG":
            _settings(rest, reader, old_form=False)
        elif verb in {"RUN", "CMD", "ENTRYPOINT", "SHELL"}:
            _command(rest.cut(_flags_end(rest)), reader)
        elif verb == "HEALTHCHECK":
            check = _CHECK.match(rest.text)
            if check:
                _command(rest.cut(check.end()), reader)
        elif verb in _EXPANDED:
            template.read_dollars(rest, reader)


def _flags_end(rest: Part) -> int:
    match = _FLAGS.match(rest.text)
    return match.end() if match else 0


def instructions(part: Part) -> Iterator[Part]:
    """The instructions, without comment lines and with the lines of each joined; here-documents stay with them."""
    escape, directives = "\\", True
    lines = iter(part.lines())
    for line in lines:
        stripped = line.text.strip()
        directives = directives and bool(_DIRECTIVE.match(stripped))
        if directives and (match := _ESCAPE.fullmatch(stripped)):
            escape = match["character"]
        if not stripped or stripped.startswith("#"):
            continue
        pieces = [line]
        while pieces and pieces[-1].text.rstrip().endswith(escape):
            pieces[-1] = pieces[-1].cut(0, len(pieces[-1].text.rstrip()) - len(escape))
            following = next((one for one in lines if not _is_skipped(one)), None)
            if following is None:
                break
            pieces.append(following)
        for heredoc in _HEREDOC.finditer(Part.joined(pieces).text):
            for following in lines:
                pieces.append(following)
                if following.text.strip() == heredoc["word"]:
                    break
        yield Part.joined(pieces).stripped("\r\n")


def _is_skipped(line: Part) -> bool:
    stripped = line.text.strip()
    return not stripped or stripped.startswith("#")


def _settings(rest: Part, reader: Reader, *, old_form: bool = True) -> None:
    """``NAME=value OTHER=value``, the old form ``NAME the value``, and the bare ``NAME`` of ``ARG``."""
    old = OLD_FORM.fullmatch(rest.text) if old_form else None
    for match in [old] if old else PAIR.finditer(rest.text):
        name, value = rest.group(match, "name"), match["value"]
        if name.text in KNOWN:
            reader.setting(name, None if value is None else value.strip().strip("'\""))
        if value:
            template.read_dollars(rest.group(match, "value"), reader, {name.text})


def _command(rest: Part, reader: Reader) -> None:
    listed = jsonlist.strings(rest)
    if listed is not None:
        words.read(listed, reader)
        return
    heredoc = _HEREDOC.match(rest.text)
    if heredoc:
        # RUN <<EOF is a script of its own; with a program before the mark it is an ordinary command.
        end = rest.text.rstrip().rfind(heredoc["word"])
        start = rest.text.find("\n") + 1
        if 0 < start <= end:
            shell.read(rest.cut(start, end), reader)
        return
    shell.read(rest, reader)
