"""A text as its reader sees it: what was found, and inside of which parts of other languages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.kinds import dispatch
from flake8_no_xrt.kinds.hits import KNOWN, Hit, Reader, finding
from flake8_no_xrt.kinds.noqa import Comments
from flake8_no_xrt.kinds.part import Lines, Part

if TYPE_CHECKING:
    from flake8_no_xrt.judging.findings import Finding
    from flake8_no_xrt.judging.options import Options


class Inside(NamedTuple):
    """A part that was read as a kind."""

    kind: str
    part: Part

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of the file stands in the part, if all of it does."""
        places = self.part.places
        if isinstance(places, range):
            first, last = start - places.start, end - 1 - places.start
            return (first, last + 1) if 0 <= first <= last < len(places) else None
        try:
            first = places.index(start)
            return first, places.index(end - 1, first) + 1
        except ValueError:
            return None


class Set(NamedTuple):
    """A variable that is set at a stretch of the file, and the value, if it is known."""

    start: int
    end: int
    name: str
    value: str | None


class Tracing(Reader):
    """A reader that keeps the parts that were read, and every known variable that is set or read."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.parts: list[Inside] = []
        self.sets: list[Set] = []
        self.reads: list[tuple[str, int]] = []

    def entered(self, kind: str, part: Part) -> None:
        """Keep the part."""
        if part.text:
            self.parts.append(Inside(kind, part))

    def setting(self, name: Part, value: str | None) -> None:
        """Keep what is set, also what is no finding: ``PJRT_DEVICE``."""
        if name.text in KNOWN:
            self.sets.append(Set(name.places[0], name.places[-1] + 1, name.text, value))
        super().setting(name, value)

    def reading(self, name: Part) -> None:
        """Keep what is read."""
        self.reads.append((name.text, name.places[0]))
        super().reading(name)

    def around(self, start: int, end: int) -> list[Inside]:
        """The parts that hold a stretch of the file, the innermost first."""
        holding = [inside for inside in reversed(self.parts) if inside.span(start, end)]
        # A part can be read as the same kind twice, on the way through two readers.
        return [one for one, inner in zip(holding, [None, *holding], strict=False) if one != inner]


class Traced:
    """One text in one round: a file, or a cell of a notebook. Raises MissingExtra."""

    def __init__(self, kind: str, text: str, reader: Tracing, *, comments: str | None = None) -> None:
        self.kind = kind
        self.text = text
        self.reader = reader
        self.lines = Lines(text)
        silencing = Comments(comments or kind, self.lines)
        found = sorted((finding(hit, self.lines), hit) for hit in reader.hits)
        self.found: list[tuple[Finding, Hit]] = [
            (one, hit) for one, hit in found if not silencing.silence(one.line, one.code)
        ]

    @classmethod
    def read(cls, kind: str, text: str, options: Options) -> Traced:
        """Read a file."""
        reader = Tracing(options)
        dispatch.read(kind, Part.whole(text), reader)
        return cls(kind, text, reader)

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """How often each thing is found."""
        return Counter((one.code, one.name) for one, _ in self.found)

    @property
    def troubles(self) -> Counter[str]:
        """What could not be parsed."""
        return Counter(trouble.message for trouble in self.reader.troubles)
