"""Files without a chance, told from their text: two steps, both erring towards reading.

The first looks for the few stems that any finding needs. The second reads torch_xla imports and the dotted
names behind them lexically and looks them up: a file in which every one lives on the whole target, and that has
no guard, no variable and no indirection, has no finding.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from flake8_no_xrt.facts.advice import LATER_VARIABLES, SCHEME, SPAWN, VARIABLES
from flake8_no_xrt.facts.names import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.options import Options

_PREFIX = "XRT_"
# Tests that speak of torch_xla without naming it; they matter alone once a floor is stated.
_GUARD_STEMS = ("XLA_GREATER_EQUAL_", "XLA_GE_", "XLA_GTE_", "using_pjrt", "torch-xla")
# Tests and indirections that lead further than names can be followed by their text.
_INDIRECT = (
    *("RequirementCache", "compare_version", "__version__", "metadata", "find_spec", "module_available"),
    *("package_available", "ModuleAvailableCache", "import_module", "importorskip", "__import__", "sys.modules"),
    *("skipif", "skipIf", "skipUnless", "import *", "import\\", "\\\nimport"),
)
# What separates words: white space, or a line that goes on.
_GAP = r"(?:[ \t\f]|\\\n)"
_FROM = re.compile(
    rf"\bfrom{_GAP}+({ROOT}(?:\.\w+)*){_GAP}+import{_GAP}*(\((?:[^()#]|#[^\n]*\n)*\)|[^\n;]*(?:\\\n[^\n;]*)*)"
)
_IMPORT = re.compile(rf"\bimport{_GAP}+((?:[\w.]+(?:{_GAP}+as{_GAP}+\w+)?{_GAP}*,{_GAP}*)*{ROOT}\b[^\n;#]*)")
_NAME = re.compile(rf"([\w.]+)(?:{_GAP}+as{_GAP}+(\w+))?")
_COMMENT = re.compile(r"#[^\n]*")
_DOTTED = re.compile(rf"(?<!\w){ROOT}((?:\.\w+)+)(['\"]?)")
_LOOSE = re.compile(
    rf"(?:[=(,\[{{:]|\bor\b|\band\b|\belse\b|\bin\b|\breturn\b|\bif\b)\s*{ROOT}\b(?![ \t\f]*[.\w\"'=/-])"
    rf"|{ROOT}\s+\.|{ROOT}\.\s|{ROOT}\s*\\"
)


def stems(options: Options) -> tuple[str, ...]:
    """The substrings of which every file with a finding has one."""
    found = [ROOT, _PREFIX, SCHEME]
    if options.deprecated:
        found += LATER_VARIABLES
    if options.floor_stated:
        found += [*_GUARD_STEMS, *(name.rpartition(".")[2] for name in options.guards)]
    return tuple(found)


def may_report(text: str, options: Options) -> bool:
    """Whether the checker could report anything on a file with this text; False is certain."""
    found = [stem for stem in stems(options) if stem in text]
    return bool(found) and (any(stem not in (_PREFIX, ROOT) for stem in found) or _second(text, options))


def _second(text: str, options: Options) -> bool:
    if _PREFIX in text and any(name in text for name in VARIABLES):
        return True
    if ROOT not in text:
        return False
    if any(word in text for word in (*_INDIRECT, *_GUARD_STEMS)):
        return True
    if any(name.rpartition(".")[2] in text for name in options.guards) or _LOOSE.search(text):
        return True
    if "except" in text and (options.floor_stated or _in_handler(text)):
        return True
    return _names(text, options)


def _in_handler(text: str) -> bool:
    """Whether a torch_xla import stands in an ``except`` block, by its indentation."""
    opened: list[tuple[int, bool]] = []  # the lines around, by depth, and whether they open a handler
    for line in text.split("\n"):
        words = line.lstrip()
        if not words or words[0] in "#)]}":
            continue
        depth = len(line) - len(words)
        while opened and opened[-1][0] >= depth:
            opened.pop()
        if words.startswith(("import", "from")) and ROOT in words and any(handler for _, handler in opened):
            return True
        opened.append((depth, words.startswith("except")))
    return False


def _names(text: str, options: Options) -> bool:
    from flake8_no_xrt.facts import names  # the data is read when a file first needs it

    aliases: dict[str, str] = {}
    for module, asked in _imports(text):
        for path, alias in asked:
            if not _fine(path, options) or not _fine(module, options):
                return True
            if alias and aliases.setdefault(alias, path) != path:
                return True  # one name for two things: the guards around them matter
    for match in _DOTTED.finditer(text):
        path = ROOT + match[1]
        if not _fine(path, options) or (_taken(text, match) and names.is_module(path)):
            return True
    return bool(aliases) and _aliases(text, aliases, options)


def _taken(text: str, match: re.Match[str]) -> bool:
    """Whether a dotted path may be used as a value: not in an import, and a string only as a whole literal."""
    if match[2]:
        return text[match.start() - 1] == match[2]
    before = text[max(0, match.start() - 200) : match.start()].rpartition("\n")[2]
    return not re.search(r"\b(?:import|from)\b", before)


def _imports(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The torch_xla imports: the module, and each full path with the name it is bound to."""
    for match in _FROM.finditer(text):
        listed = _NAME.findall(_COMMENT.sub("", match[2]))
        yield match[1], [(f"{match[1]}.{name}", alias or name) for name, alias in listed]
    for match in _IMPORT.finditer(text):
        for name, alias in _NAME.findall(match[1]):
            if name == ROOT or name.startswith(f"{ROOT}."):
                yield name, [(name, alias)]


def _aliases(text: str, aliases: dict[str, str], options: Options) -> bool:
    """Whether a module's alias is followed by a name that is not fine, or goes where it cannot be followed."""
    from flake8_no_xrt.facts import names  # as above

    words = "|".join(map(re.escape, aliases))
    pattern = re.compile(
        rf"(\bas\s+|\bimport\s+[^\n]*|\bglobal\s+|\()?(?<!\w)({words})(?!\w)((?:\s*\.\s*\w+)*)(\s*=\s*None\b)?"
    )
    for match in pattern.finditer(text):
        before, alias, attributes, cleared = match.groups()
        path = aliases[alias]
        if attributes:
            if not _fine(path + re.sub(r"\s", "", attributes), options):
                return True
        elif (names.is_module(path) and not before and not cleared) or (before == "(" and names.is_module(path)):
            return True
    return False


def _fine(path: str, options: Options) -> bool:
    """Whether nothing could be said about a path wherever on the target it stood."""
    return _judged(path, options.target, options.floor_stated, options.deprecated)


@lru_cache(maxsize=4096)
def _judged(path: str, target: Releases, stated: bool, deprecated: bool) -> bool:
    from flake8_no_xrt.facts import catalogue, names  # as above
    from flake8_no_xrt.facts.releases import ABSENT, Releases

    parts = path.split(".")
    for size in range(2, len(parts) + 1):
        here = ".".join(parts[:size])
        lives = names.lives(here) - ABSENT
        entry = catalogue.lookup(here)
        if here == SPAWN:
            return False
        if entry is not None and (deprecated or not entry.advice.code.startswith("XRT9")):
            if entry.broken(target):
                return False
            since = entry.advice.deprecated
            if entry.advice.superseded or (since is not None and target & Releases.since(since)):
                return False
        if not lives:
            return parts[size - 1].startswith("__")
        if stated and not target <= lives:
            return False
        if not names.is_module(here):
            return True
    return True
