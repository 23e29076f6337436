"""What must hold of a fixed file, found out without the fixer: by the parser, the checker, pyflakes and the tokenizer.

Each function gives what is wrong, as texts; nothing is right.
"""

from __future__ import annotations

import ast
import difflib
import io
import re
import symtable
import tokenize
import warnings
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pyflakes.checker import Checker

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flake8_no_xrt.judging.findings import Finding

# Names that a fix may bring: new modules and their usual aliases, what an empty body gets, what a constant becomes.
_NEW_WORDS = {"torch_xla", "runtime", "xr", "torch_xla_runtime", "core", "xla_model", "_internal", "utils", "xla_utils"}
_NEW_WORDS |= {"import", "from", "as", "pass", "return", "True", "False"}


class File(NamedTuple):
    """A file before and after, in text and bytes, with its findings before and after."""

    path: str
    before: str
    after: str
    old: bytes
    new: bytes
    found: list[Finding]
    left: list[Finding]


def does_not_compile(file: File) -> list[str]:
    for text in (file.before, file.after):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            try:
                compile(text, file.path, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                return [f"does not compile: {error}"]
    return []


def new_findings(file: File) -> list[str]:
    """Findings that were not there, by code and name: also of dead code, of which a fix may show more."""
    fresh = Counter(map(_about, file.left)) - Counter(map(_about, file.found))
    return [f"a new finding: {code} {name}" for code, name in fresh]


def kept_findings(file: File, applied: Iterable[Finding]) -> list[str]:
    """Findings that are still there although as many of their kind were fixed as there were."""
    fixed = Counter(map(_about, applied))
    before, after = (Counter(map(_about, those)) for those in (file.found, file.left))
    return [
        f"still there: {code} {name}"
        for (code, name), number in fixed.items()
        if code[:4] != "XRT5" and after[code, name] > before[code, name] - number
    ]


def _about(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.name


def new_flakes(file: File) -> list[str]:
    fresh = flakes(file.after) - flakes(file.before)
    return [f"pyflakes: {message}" for message in fresh]


def flakes(text: str) -> Counter[str]:
    """What pyflakes says, with no line numbers in it; of an unused import the name, as its module may have moved."""
    said: Counter[str] = Counter()
    for message in Checker(ast.parse(text)).messages:
        about = [str(item) for item in message.message_args if not isinstance(item, int)]
        kind = type(message).__name__
        said[f"{kind} {re.split(r'[. ]', about[0])[-1] if kind == 'UnusedImport' else about}"] += 1
    return said


# -- between files -------------------------------------------------------------------------------------------
def bound(text: str) -> set[str]:
    """The names of a module, by Python's own symbol table."""
    table = symtable.symtable(text, "module", "exec")
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    return own | {symbol.get_name() for symbol in _globals_of(table)}


def _globals_of(table: symtable.SymbolTable) -> Iterable[symtable.Symbol]:
    for child in table.get_children():
        yield from (one for one in child.get_symbols() if one.is_declared_global() and one.is_assigned())
        yield from _globals_of(child)


def broken_names(files: Iterable[File], texts: Mapping[str, str]) -> list[str]:
    """Names that a file lost and another one still takes: imported, as an attribute, or in a string.

    ``texts`` are the files of the run as they are now.
    """
    wrong = []
    for file in files:
        lost = bound(file.before) - bound(file.after)
        module = _dotted(file.path)
        for path, text in texts.items():
            if path != file.path and any(name in text for name in lost):
                wrong += [f"{path} takes {module}.{name}" for name in sorted(lost & _taken(path, text, module))]
    return wrong


def _dotted(path: str) -> str:
    return path.removesuffix(".pyi").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _taken(path: str, text: str, module: str) -> set[str]:
    """The names that a file takes from a module."""
    package = path.split("/")[:-1]
    found: set[str] = set()
    aliases: set[str] = {module}
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                if source == module:
                    found.add(alias.name)
                elif f"{source}.{alias.name}" == module:
                    aliases.add(alias.asname or alias.name)
        elif isinstance(node, ast.Import):
            aliases |= {alias.asname for alias in node.names if alias.asname and alias.name == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in aliases:
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{module}."):
            found.add(node.value.removeprefix(f"{module}."))
    return found


# -- text and bytes ------------------------------------------------------------------------------------------
def lost_comments(file: File) -> list[str]:
    """Comments that went, other than those in code that was reported as dead, and right above it."""
    dead = _dead_lines(file)
    lost = Counter(text for _, text in _comments(file.before)) - Counter(text for _, text in _comments(file.after))
    excused = Counter(text for line, text in _comments(file.before) if line in dead)
    return [f"a comment is lost: {text}" for text in lost - excused]


def _dead_lines(file: File) -> set[int]:
    """The lines of dead code, and the comments and empty lines right above it."""
    lines = file.before.splitlines()
    dead: set[int] = set()
    for one in file.found:
        if one.code == "XRT501":
            dead |= set(range(one.line, one.end_line + 1))
            dead |= set(range(_last_code(lines, one.line) + 1, one.line))
    return dead


def _last_code(lines: list[str], line: int) -> int:
    """The last line above a line that holds code."""
    return next((above for above in range(line - 1, 0, -1) if lines[above - 1].split("#")[0].strip()), 0)


def _comments(text: str) -> list[tuple[int, str]]:
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def other_bytes(file: File) -> list[str]:
    """The byte order mark, the encoding, the kinds of line ends, the last line's end."""
    wrong = []
    mark = b"\xef\xbb\xbf"
    if file.old.startswith(mark) != file.new.startswith(mark):
        wrong.append("the byte order mark")
    encodings = [tokenize.detect_encoding(io.BytesIO(data).readline)[0] for data in (file.old, file.new)]
    if encodings[0] != encodings[1] or file.new.decode(encodings[1]) != file.after:
        wrong.append("the encoding")
    ends = [set(re.findall(rb"\r\n|\r|\n", data)) for data in (file.old, file.new)]
    if not ends[1] <= ends[0]:
        wrong.append("the line ends")
    if file.old.endswith(b"\n") != file.new.endswith(b"\n"):
        wrong.append("the end of the last line")
    return wrong


def other_lines(file: File) -> list[str]:
    """Lines that went or came although no finding, import, or name that is gone accounts for them."""
    old, new = (text.splitlines() for text in (file.before, file.after))
    gone: list[int] = []
    came: list[str] = []
    for tag, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += range(start + 1, end + 1)
            came += new[first:last]
    about = _concerned(file) | _needless_lines(file)
    kept = {line.strip() for line in came}
    wrong = [
        f"line {line} has nothing to do with a finding: {old[line - 1]}"
        for line in gone
        if line not in about and old[line - 1].strip() not in {*kept, ""}
    ]
    known = {word for line in gone for word in _words(old[line - 1])} | _NEW_WORDS
    known |= {word for one in file.found for word in _words(one.message)}
    wrong += [f"a word that was not there: {word} in {line}" for line in came for word in _words(line) - known]
    return wrong


def _words(line: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", line))


def _needless_lines(file: File) -> set[int]:
    """The lines of imports, and of statements that bind names which do not occur in the file any more."""
    left = {token.string for token in tokenize.generate_tokens(io.StringIO(file.after).readline)}
    lines: set[int] = set()
    for node in ast.walk(ast.parse(file.before)):
        if not isinstance(node, ast.stmt):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            lines |= _lines_of(node)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            lines |= _lines_of(node) if node.name not in left else set()
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            lines |= _lines_of(node) if len(names) == len(targets) and not left & set(names) else set()
    return lines


def _concerned(file: File) -> set[int]:
    """The lines of findings and of the statements that hold them; of those with a body, only ``if``, ``else``, ``try``.

    Where code is dead because of what returns above it, that statement is concerned too.
    """
    lines = file.before.splitlines()
    found = {line for one in file.found for line in range(one.line, one.end_line + 1)}
    above = {_last_code(lines, one.line) for one in file.found if one.code == "XRT501"}
    concerned = found | _dead_lines(file)
    for node in ast.walk(ast.parse(file.before)):
        if isinstance(node, ast.stmt) and ((found & _lines_of(node)) or node.end_lineno in above):
            inner = [part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node]
            if isinstance(node, (ast.If, ast.Try)) or not inner:
                concerned |= _lines_of(node) - {line for part in inner for line in _lines_of(part)}
    return concerned


def _lines_of(node: ast.stmt) -> set[int]:
    """The lines of a statement with its decorators."""
    start = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return set(range(start, (node.end_lineno or start) + 1))
