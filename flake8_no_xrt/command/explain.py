"""``flake8-no-xrt explain``: the page of a code, and what there is to know about a name."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from flake8_no_xrt.command import lookup
from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import ADVICE, FORMS, VARIABLES, Advice
from flake8_no_xrt.facts.codes import CODES, Code
from flake8_no_xrt.facts.releases import ABSENT, NOTHING, PJRT_ONLY, Releases
from flake8_no_xrt.judging import verdicts
from flake8_no_xrt.judging.options import BadOption, Options

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.judging.findings import Verdict

_CODE = re.compile(r"XRT\d{0,3}", re.IGNORECASE)
_REWRITES = {
    "safe": "a mechanical rewrite keeps behaviour",
    "unsafe": "a mechanical rewrite is right in the usual case, and needs reading",
    "no": "needs a decision, so there is no mechanical rewrite",
}
_CODES_OF_VARIABLES = "XRT201 where it is set, XRT202 where it is read, XRT203 where a constant holds its name"
_NOTHING = "nothing replaces it"
# Of the other names with the same tail, this many are listed.
_OTHERS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("subject", metavar="CODE|NAME", help="such as XRT401, xm.get_ordinal or XRT_TPU_CONFIG")
    parser.add_argument("--torch-xla", metavar="SPEC", help="say what to write for these releases, such as '>=2.1'")


def run(arguments: argparse.Namespace) -> int:
    """Print what there is to say; 2 if there is no such code or name. Raises :class:`BadOption`."""
    try:
        target = Options.parse(torch_xla=arguments.torch_xla).target
    except BadOption as error:
        raise BadOption(f"--{error}") from None
    text = explain(arguments.subject.strip(), target)
    if text is None:
        close = ", ".join(lookup.close_to(arguments.subject))
        hint = f"; close: {close}" if close else ""
        raise BadOption(f"there is no code, variable or name of torch_xla {arguments.subject!r}{hint}")
    sys.stdout.write(text)
    return 0


def explain(subject: str, target: Releases) -> str | None:
    """All there is to say about a code or a name for code that runs on ``target``; None if it is unknown."""
    if _CODE.fullmatch(subject):
        codes = [code for name, code in CODES.items() if name.startswith(subject.upper())]
    else:
        codes = [code for code in CODES.values() if code.name == subject]
    if codes:
        return _code(codes[0]) if len(codes) == 1 else "".join(f"{code.code}  {code.says}\n" for code in codes)
    if subject in VARIABLES:
        return _variable(subject, target)
    if subject in FORMS:
        return _form(subject, target)
    found = lookup.resolve(subject)
    if not found:
        return None
    # What there is advice on is what was asked for, and a module rather than where it is imported; names that
    # merely end the same are listed below.
    modules = [path for path in found if names.is_module(path)]
    told = [path for path in modules or found if catalogue.lookup(path) is not None] or found[:1]
    others = [path for path in found if path not in told]
    text = "\n".join(_name(path, target) for path in told)
    if others:
        text += "\nThe same name elsewhere:\n"
        text += "".join(f"    {path}  ({names.lives(path)})\n" for path in others[:_OTHERS])
        if len(others) > _OTHERS:
            text += f"    and {len(others) - _OTHERS} more\n"
    return text


# -- codes ---------------------------------------------------------------------------------------------------
def _code(code: Code) -> str:
    parts = [f"{code.code} {code.name}", f"{_sentence(code.says)} {code.why}"]
    about = [entry for entry in lookup.entries() if entry.advice.code == code.code]
    if about:
        lines = [f"    {entry.name}  ({entry.lives})" for entry in about[:_OTHERS]]
        if len(about) > _OTHERS:
            lines.append(f"    and {len(about) - _OTHERS} more")
        parts.append("\n".join(["It is about:", *lines]))
    where = f" with the target {code.target}" if code.target else ""
    if code.bad:
        parts.append(f"Reported{where}:\n\n{_indented(code.bad)}")
    if code.good:
        parts.append(f"Not reported:\n\n{_indented(code.good)}")
    parts.append(f"To change it: {_REWRITES[code.fix]}.")
    parts.append(f"To keep it: `# noqa: {code.code}` on the line, or `ignore = {code.code}` in the configuration.")
    return "\n\n".join(parts) + "\n"


def _indented(code: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in code.rstrip().splitlines())


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# -- names ---------------------------------------------------------------------------------------------------
def _name(path: str, target: Releases) -> str:
    entry = catalogue.lookup(path)
    if entry is None:
        lives = names.lives(path)
        rows = [("lives in", str(lives))]
        replaced = sorted(lookup.replaced_by(path))
        rows += [("replaces", f"{name} ({old})") for name, old in replaced]
        rows += _to_write(
            [(path, lives), *((name, old) for name, old in replaced if name in ADVICE)], target, "it is missing"
        )
        return _table(path, rows)
    advice = entry.advice
    rows = [("lives in", str(entry.lives))]
    if advice.deprecated:
        rows.append(("deprecated", f"since {advice.deprecated}"))
    if advice.superseded:
        rows.append(("superseded", f"by {advice.superseded} ({catalogue.offered_by(advice.superseded)})"))
    if entry.removed_in:
        rows.append(("removed in", entry.removed_in))
    rows += _instead(advice)
    rows.append(("code", f"{advice.code} {CODES[advice.code].name}"))
    rows += _to_write(_spellings(path, entry.lives, advice), target, _instead_of(advice))
    rows.append(_said(verdicts.name(path, target, deprecated=True), target))
    return _table(path, rows)


def _variable(name: str, target: Releases) -> str:
    advice = VARIABLES[name]
    works = catalogue.variable(name) or NOTHING
    rows = [("is read by", str(works)), ("ignored", f"since {(~works - ABSENT).newer_than_one_of(works).first}")]
    if advice.constant:
        rows.append(("constant", f"torch_xla.core.xla_env_vars.{advice.constant}"))
    rows.append(("where set", advice.hint))
    rows += [("where read", f"use {name} ({catalogue.offered_by(name)})") for name in advice.to]
    rows.append(("code", _CODES_OF_VARIABLES))
    rows.append(_said(verdicts.variable(name, "set", target), target))
    return _table(f"environment variable {name}", rows)


def _form(what: str, target: Releases) -> str:
    form = FORMS[what]
    works = Releases.from_ranges(form.works)
    rows = [("works in", str(works)), ("evidence", form.evidence)]
    if form.advice.deprecated:
        rows.append(("deprecated", f"since {form.advice.deprecated}"))
    rows += _instead(form.advice)
    if form.advice.code:
        rows.append(("code", f"{form.advice.code} {CODES[form.advice.code].name}"))
        rows += _to_write(_spellings(what, works, form.advice), target, _instead_of(form.advice))
        rows.append(_said(verdicts.form(what, target, deprecated=True), target))
    return _table(what, rows)


def _instead(advice: Advice) -> Iterator[tuple[str, str]]:
    """What replaces it, how calls differ, and what to do where nothing replaces it."""
    for number, name in enumerate(advice.to):
        calls = f", {advice.calls}" if advice.calls and not number else ""
        yield "use" if not number else "or", f"{name}{calls} ({catalogue.offered_by(name)})"
    if advice.hint and not (advice.to and advice.hint == _NOTHING):
        yield "or" if advice.to else "advice", advice.hint


def _to_write(candidates: Sequence[tuple[str, Releases]], target: Releases, instead: str) -> list[tuple[str, str]]:
    """What a project may write that supports the releases of the target: one spelling, or one for each part.

    ``instead`` is what there is to say where none of the candidates can be written.
    """
    parts: list[tuple[Releases, str]] = []
    left = target
    while left:
        # The spelling that serves most releases; of equals the first, since the old name stands last.
        what, lives = max(candidates, key=lambda pair: (left & pair[1]).mask.bit_count())
        served = left & lives
        parts.append((served or left, what if served else instead))
        left -= parts[-1][0]
    label = f"to support {target}"
    if len(parts) == 1:
        return [(label, parts[0][1])]
    parts.sort(key=lambda part: part[0].mask)
    lines = [f"on {releases}: {what}" for releases, what in parts]
    return [(label, "\n        ".join(["no one spelling serves, so test for the release:", *lines]))]


def _spellings(name: str, lives: Releases, advice: Advice) -> list[tuple[str, Releases]]:
    """What can be written in place of a name, with the releases on which it can, best first; the name itself last."""
    written = [(instead, catalogue.offered_by(instead)) for instead in advice.to]
    # What is to be dropped can be dropped wherever there is no XRT, and not only where the name is missing.
    dropped = [(advice.hint, PJRT_ONLY)] if advice.action == "drop" and not advice.to else []
    return [*written, *dropped, (name, lives)]


def _instead_of(advice: Advice) -> str:
    # A hint on what to drop speaks of the releases without XRT, which have been served.
    return _NOTHING if advice.action == "drop" else advice.hint or _NOTHING


def _said(verdict: Verdict | None, target: Releases) -> tuple[str, str]:
    said = f"{verdict.code} {verdict.message}" if verdict else "nothing"
    return f"check says for {target}", said


def _table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """A title and labelled rows. Labels that name the target are long and get a line of their own."""
    lines = [title]
    for label, value in rows:
        lines.append(f"    {label + ':':<12} {value}" if len(label) < 12 else f"    {label}:\n        {value}")
    return "\n".join(lines) + "\n"
