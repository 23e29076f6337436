"""What a result must hold before it may be written, in files that are no Python modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.fixing.kinds import yaml
from flake8_no_xrt.kinds import dockerfile, env, ini, jsonnet, make, shell
from flake8_no_xrt.kinds.part import Part

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from flake8_no_xrt.fixing.edits import Edit
    from flake8_no_xrt.fixing.kinds.trace import Traced

# Nodes of a script that count as one word.
_WORDS = frozenset(
    [
        *("variable_assignment", "concatenation", "string", "raw_string", "ansi_c_string", "translated_string"),
        *("heredoc_body", "comment"),
    ]
)


def torn(text: str, edits: Iterable[Edit]) -> bool:
    """Whether an edit begins or ends inside of a word."""
    return any(_inside(text, place) for edit in edits for place in (edit.start, edit.end) if edit.start < edit.end)


def _inside(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(one == "_" or one.isalnum() for one in text[place - 1 : place + 1])


def unsound(before: Traced, after: Traced, fixed: Counter[tuple[str, str]]) -> str | None:
    """Why a result may not be written; None if it may. ``fixed`` are the findings that should be gone."""
    if after.troubles - before.troubles:
        return f"the result does not parse ({next(iter(after.troubles - before.troubles))})"
    # Dead code shows more dead code.
    fresh = [what for what in after.counts - before.counts if not what[0].startswith("XRT5")]
    if fresh:
        code, name = fresh[0]
        return f"the result has a new finding ({code} {name})"
    for what, count in fixed.items():
        if after.counts[what] > max(before.counts[what] - count, 0):
            return f"the finding is still there afterwards ({what[0]} {what[1]})"
    if _errors(after) > _errors(before):
        return "the result does not parse as shell"
    shape = _SHAPES.get(before.kind)
    if shape is not None:
        return _changed(before.text, after.text, shape)
    return None


def _errors(traced: Traced) -> int:
    """What does not parse in the scripts of a text: the shell's parser goes on behind it."""
    found = 0
    for inside in traced.reader.parts:
        if inside.kind == "shell":
            todo = [shell.parsed(inside.part)[1]]
            while todo:
                node = todo.pop()
                found += node.is_error or node.is_missing
                todo += [child for child in node.children if child.has_error]
    return found


def _changed(before: str, after: str, shape: Callable[[str], Sequence[Hashable]]) -> str | None:
    """Whether one stretch went out of a structure, or texts in it have changed, and nothing else did."""
    try:
        old, new = shape(before), shape(after)
    except Exception as error:  # noqa: BLE001 - each parser has its own
        return f"the result does not parse ({' '.join(str(error).split())})"
    first = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
    if first is None:
        first = min(len(old), len(new))
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    if not come and _closed(gone):
        return None
    texts = len(gone) == len(come) and all(isinstance(one, tuple) and one[0] == "scalar" for one in (*gone, *come))
    return None if texts else "the result is built in another way"


def _closed(events: Sequence[Any]) -> bool:
    """Whether a stretch of events begins and ends what it begins and ends."""
    depth = 0
    for event in events:
        depth += -1 if event[0] == "end" else event[0] not in ("scalar", "alias")
        # A stretch may be shifted by what is alike at its ends.
    return depth == 0


def _toml(text: str) -> list[tuple[str, str]]:
    from flake8_no_xrt.command.sources import parse_toml

    return _events(parse_toml(text))


def _events(data: Any) -> list[tuple[str, str]]:
    events: list[tuple[str, str]] = []
    todo: list[Any] = [data]
    while todo:
        item = todo.pop()
        if isinstance(item, tuple):
            events.append(item)
        elif isinstance(item, dict):
            events.append(("mapping", ""))
            todo.append(("end", "mapping"))
            for key, value in reversed(item.items()):
                todo += [value, ("scalar", key)]
        elif isinstance(item, list):
            events.append(("sequence", ""))
            todo += [("end", "sequence"), *reversed(item)]
        else:
            events.append(("scalar", repr(item)))
    return events


def _markdown(text: str) -> list[tuple[str, str]]:
    """The blocks of a document, without what stands in the blocks of code."""
    from flake8_no_xrt.kinds.extras import library

    tokens = library("markdown_it", "markdown").MarkdownIt("commonmark").parse(text)
    code = ("fence", "code_block")
    return [("block", "code" if token.type in code else f"{token.type} {token.content}") for token in tokens]


def _texts(parts: Iterable[str]) -> list[tuple[str, str]]:
    return [("scalar", " ".join(part.split())) for part in parts]


def _dockerfile(text: str) -> list[tuple[str, str]]:
    return _texts(instruction.text for instruction in dockerfile.instructions(Part.whole(text)))


def _ini(text: str) -> list[tuple[str, str]]:
    known = list(ini.entries(Part.whole(text)))
    return _texts(f"{one.section} {one.key.text} {line.text}" for one in known for line in one.lines or [one.key])


def _env(text: str) -> list[tuple[str, str]]:
    return _texts(match[0] for match in env.ENTRY.finditer(text))


def _make(text: str) -> list[tuple[str, str]]:
    lines = (line.text for line in make.logical_lines(Part.whole(text)))
    return _texts(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _jsonnet(text: str) -> list[tuple[str, str]]:
    return _texts(match[0] for match in jsonnet.TOKEN.finditer(text) if match.lastgroup != "comment")


def _shell(text: str) -> list[tuple[str, str]]:
    """The words and signs of a script, each word and each assignment as one."""
    source, root = shell.parsed(Part.whole(text))
    words: list[tuple[str, str]] = []
    todo = [root]
    while todo:
        node = todo.pop()
        if node.children and node.type not in _WORDS:
            todo += reversed(node.children)
        else:
            words.append(("scalar", source.raw(node).text.strip()))
    return [word for word in words if word[1]]


_SHAPES: dict[str, Callable[[str], Sequence[Hashable]]] = {
    "shell": _shell,
    "yaml": yaml.shape,
    "toml": _toml,
    "markdown": _markdown,
    "dockerfile": _dockerfile,
    "ini": _ini,
    "env": _env,
    "make": _make,
    "jsonnet": _jsonnet,
}
