"""What ruff and ast-grep see of what the checker sees: runs over the eval files, the cases and a list of forms.

``python tests/parity.py`` makes ``docs/parity.md`` from new runs; ``test_parity.py`` holds the page against them.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import eval_format
import real_tools

from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import astgrep, ruff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "parity.md"
CASES = ROOT / "tests" / "cases"
FORMS = ROOT / "tests" / "data" / "parity_forms.toml"
TOOLS = ("ruff", "ast-grep")


class Hit(NamedTuple):
    """A report of any of the tools, on the lines it spans."""

    file: str
    line: int
    last: int
    code: str


class Seen(NamedTuple):
    """One finding of the checker, and which tools see it; or a line of a tool's false alarms."""

    file: str
    line: int
    code: str
    tools: frozenset[str]
    source: str


class Form(NamedTuple):
    """One spelling: the tools that report it, and whether it is right that they do."""

    group: str
    says: str
    silent: bool
    tools: frozenset[str]


# -- running the tools ---------------------------------------------------------------------------------------
def ruff_hits(folder: Path, options: Options) -> Iterator[Hit]:
    """What ruff reports in a folder with the rules, advice included."""
    rules = folder.with_name(f"{folder.name}.toml")
    rules.write_text(ruff.configuration(options, advice=True), encoding="utf-8")
    for hit in real_tools.ruff_hits(real_tools.program("ruff"), folder, "--select=TID251", "--config", str(rules)):
        if hit["code"] == "TID251":
            code = hit["message"].partition("is banned: ")[2][:6]
            yield Hit(hit["filename"], hit["location"]["row"], hit["end_location"]["row"], code)


def ast_grep_hits(folder: Path, options: Options) -> Iterator[Hit]:
    """What ast-grep reports in a folder with the rules, advice included."""
    rules = folder.with_name(f"{folder.name}.yml")
    rules.write_text(astgrep.one_file(options, advice=True), encoding="utf-8")
    for hit in real_tools.ast_grep_hits(folder, "-r", str(rules)):
        first, last = hit["range"]["start"]["line"] + 1, hit["range"]["end"]["line"] + 1
        yield Hit(hit["file"], first, last, hit["message"][:6])


def checker_hits(folder: Path) -> Iterator[Hit]:
    """What the command reports in a folder, by default."""
    command = [sys.executable, "-m", "flake8_no_xrt", "check", "--isolated", "--output-format=json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    for hit in json.loads(done.stdout)["findings"]:
        yield Hit(hit["path"], hit["line"], hit["end_line"], hit["code"])


# -- eval files and cases --------------------------------------------------------------------------------------
def seen(folder: Path) -> tuple[list[Seen], list[Seen]]:
    """The findings of the checker in eval files and cases, and the lines where only a tool reports something.

    ``folder`` is an empty one to work in.
    """
    batches: dict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in eval_format.EVAL_FILES:
        batches[eval_format.read(path)[1].arguments].append(path)
    batches[()] += sorted(CASES.glob("*.py"))
    found: list[Seen] = []
    alarms: list[Seen] = []
    for number, (arguments, paths) in enumerate(batches.items()):
        here = folder / f"batch{number}"
        here.mkdir()
        for path in paths:
            shutil.copy(path, here)
        options = eval_format.options_of(arguments)
        hits = {"ruff": list(ruff_hits(here, options)), "ast-grep": list(ast_grep_hits(here, options))}
        for path in paths:
            own = {tool: [hit for hit in hits[tool] if Path(hit.file).name == path.name] for tool in TOOLS}
            _compare(path, options, own, found, alarms)
    return sorted(found), sorted(alarms)


def _compare(path: Path, options: Options, hits: dict[str, list[Hit]], found: list[Seen], alarms: list[Seen]) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    first = _statements(text)
    places = [place for place, _ in eval_format.findings(text, options)]
    for place in places:
        tools = {
            tool
            for tool, reported in hits.items()
            if any(_covers(hit, place, first) and hit.code == place.code for hit in reported)
        }
        found.append(Seen(path.name, place.line, place.code, frozenset(tools), lines[place.line - 1].strip()))
    wrong: dict[int, set[str]] = defaultdict(set)
    for tool, reported in hits.items():
        for hit in reported:
            opt_in = hit.code.startswith("XRT9") and not options.deprecated
            if not opt_in and not any(_covers(hit, place, first) for place in places):
                wrong[hit.line].add(tool)
    for line, tools in wrong.items():
        alarms.append(Seen(path.name, line, "", frozenset(tools), lines[line - 1].strip()))


def _statements(text: str) -> Callable[[int], int]:
    """The first line of the import statement that a line belongs to; of other lines, the line itself."""
    first = {
        line: node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return lambda line: first.get(line, line)


def _covers(hit: Hit, place: eval_format.Place, first: Callable[[int], int]) -> bool:
    return first(hit.line) == first(place.line) or hit.line <= place.line <= hit.last


# -- forms -----------------------------------------------------------------------------------------------------
def forms(folder: Path) -> list[Form]:
    """Each form with the tools that report it, the checker among them; ``folder`` is an empty one to work in."""
    here = folder / "forms"
    entries: list[dict[str, Any]] = tomllib.loads(FORMS.read_text(encoding="utf-8"))["form"]
    for number, entry in enumerate(entries):
        place = here / str(number)
        place.mkdir(parents=True)
        (place / entry.get("name", "code.py")).write_text(entry["text"], encoding="utf-8")
    options = Options()
    runs = {"checker": checker_hits(here), "ruff": ruff_hits(here, options), "ast-grep": ast_grep_hits(here, options)}
    reported: dict[int, set[str]] = defaultdict(set)
    for tool, hits in runs.items():
        for hit in hits:
            number = int(Path(hit.file).parent.name)
            # The form may be about one line of its text.
            if hit.line <= entries[number].get("line", hit.line) <= hit.last:
                reported[number].add(tool)
    return [
        Form(entry["group"], entry["says"], entry.get("silent", False), frozenset(reported[number]))
        for number, entry in enumerate(entries)
    ]


# -- released code ---------------------------------------------------------------------------------------------
class Released(NamedTuple):
    """What a tool reports in the corpus: lines that the checker reports too, and lines that it does not."""

    seen: int
    alarms: int


def released() -> tuple[int, int, dict[str, Released]]:
    """How many releases the corpus has, the lines with a finding in them, and what each tool makes of these.

    Downloads the corpus. The findings are those that are recorded, with the default target.
    """
    import corpus

    options = Options()
    counts = {tool: Released(0, 0) for tool in TOOLS}
    releases = lines = 0
    for package in corpus.packages():
        if package.quiet or "default" not in package.targets:
            continue
        releases += 1
        folder = corpus.fetch(package)
        places = [place.rsplit(":", 2) for place, _ in corpus.recorded(package, "default").readings]
        expected = {(file, int(line)) for file, line, _ in places}
        lines += len(expected)
        files = [name for name in corpus.sources(folder) if corpus.has_stem(corpus.text(folder / name), options)]
        for tool, count in counts.items():
            found = _lines(tool, folder, files)
            counts[tool] = Released(count.seen + len(found & expected), count.alarms + len(found - expected))
    return releases, lines, counts


def _lines(tool: str, folder: Path, files: list[str]) -> set[tuple[str, int]]:
    if not files:
        return set()
    rules = ROOT / "rules"
    if tool == "ruff":
        arguments = ["--select=TID251", "--ignore-noqa", "--config", str(rules / "ruff-advice.toml")]
        hits = real_tools.ruff_hits(real_tools.program("ruff"), folder, *arguments, paths=files)
        return {
            (Path(hit["filename"]).relative_to(folder).as_posix(), hit["location"]["row"])
            for hit in hits
            if hit["code"] == "TID251"
        }
    hits = real_tools.ast_grep_hits(folder, "-r", str(rules / "ast-grep-advice.yml"), "--off=XRT903", paths=files)
    return {(Path(hit["file"]).as_posix(), hit["range"]["start"]["line"] + 1) for hit in hits}


# -- the page --------------------------------------------------------------------------------------------------
HEAD = """\
<!-- Generated by tests/parity.py: do not edit. -->
# What ruff and ast-grep see

`rules/` says to ruff and ast-grep what their rules can hold. This page says what that is worth, from runs of ruff
{ruff} and ast-grep {ast_grep} with the rules for the target of each file, advice included. `python tests/parity.py`
makes it anew, and a test compares it with new runs.

The short of it: neither tool knows for which releases a line is meant. **ruff** resolves names well, but cannot see
through an optional import, sees no strings and no environment, and reports what stands behind a guard. The **ast-grep**
rules leave alone whatever stands behind anything that looks like a guard: they miss more there, and raise few false
alarms. Where you can, run `flake8 --select XRT` or `flake8-no-xrt check` as well, at least in CI.

## Code by code

The findings of the checker in the eval files and cases of the tests, Python only, and how many of them each tool
reports at the same statement under the same code. These files are made of odd cases; in released code both tools see
nearly all that is to be seen (`docs/rules.md`).

| code | | findings | ruff | ast-grep |
|---|---|--:|--:|--:|
"""

FORMS_HEAD = """
## Form by form

What a tool makes of one spelling. *a*, *b* are packages and modules, *f* a name that went, *V* a variable.

- **yes**: reported, as it should be
- **no**: not reported, though it should be
- **false alarm**: reported, though it is right
- **silent**: not reported, as it should be
"""

ALARMS_HEAD = """
## False alarms

The statements of the eval files and cases where a tool reports something and the checker nothing: {ruff} for ruff,
{ast_grep} for ast-grep. All but those marked with a star are code that is kept by a guard from the releases that
lost a name, or a use behind an import that is reported already.

| file | what is in it | ruff | ast-grep |
|---|---|--:|--:|
"""
_KEPT = ("guards_", "xrt405_", "xrt5", "xrt603_", "14-", "15-", "xrt301_plain_import")


class Runs(NamedTuple):
    """What the runs gave: all that the page is made from."""

    found: list[Seen]
    alarms: list[Seen]
    forms: list[Form]


def run(folder: Path) -> Runs:
    """Run everything; ``folder`` is an empty one to work in."""
    return Runs(*seen(folder), forms(folder))


def render(runs: Runs) -> str:
    """The text of the page."""
    versions = {name.replace("-cli", "").replace("-", "_"): version for name, version in real_tools.pins().items()}
    counts = {tool.replace("-", "_"): sum(tool in one.tools for one in runs.alarms) for tool in TOOLS}
    parts = [HEAD.format(**versions), _codes(runs.found), FORMS_HEAD, _forms(runs.forms)]
    return "".join([*parts, ALARMS_HEAD.format(**counts), _alarms(runs.alarms)])


def _codes(found: list[Seen]) -> str:
    rows = []
    for code in sorted({one.code for one in found}):
        own = [one for one in found if one.code == code]
        counts = [str(sum(tool in one.tools for one in own)) for tool in TOOLS]
        rows.append(f"| {code} | {CODES[code].name} | {len(own)} | {' | '.join(counts)} |\n")
    counts = [str(sum(tool in one.tools for one in found)) for tool in TOOLS]
    return "".join(rows) + f"| | **all** | {len(found)} | {' | '.join(counts)} |\n"


def _forms(all_forms: list[Form]) -> str:
    text, group = "", ""
    for form in all_forms:
        if form.group != group:
            group = form.group
            text += f"\n### {group}\n\n| form | checker | ruff | ast-grep |\n|---|---|---|---|\n"
        cells = [_cell(form, tool in form.tools) for tool in ("checker", *TOOLS)]
        text += f"| {form.says.replace('|', chr(92) + '|')} | {' | '.join(cells)} |\n"
    return text


def _cell(form: Form, reported: bool) -> str:
    if form.silent:
        return "**false alarm**" if reported else "silent"
    return "yes" if reported else "no"


def _alarms(alarms: list[Seen]) -> str:
    rows = ""
    for file in sorted({one.file for one in alarms}):
        own = [one for one in alarms if one.file == file]
        path = (CASES if file[0].isdigit() else CASES.parent / "eval_files") / file
        says = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "a case").partition("\n")[0]
        star = "" if file.startswith(_KEPT) else " \\*"
        counts = [str(sum(tool in one.tools for one in own) or "") for tool in TOOLS]
        rows += f"| {file}{star} | {says} | {' | '.join(counts)} |\n"
    return rows


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        PAGE.write_text(render(run(Path(work))), encoding="utf-8", newline="\n")
