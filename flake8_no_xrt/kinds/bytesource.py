"""A part as the bytes that tree-sitter parses, and its nodes as parts."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from flake8_no_xrt.kinds.part import Part


class Source:
    """A text, encoded; surrogates pass, since a file may hold anything."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.encoded = part.text.encode("utf-8", "surrogatepass")
        self._offsets: Sequence[int] = range(len(self.encoded) + 1)
        if len(self.encoded) != len(part.text):
            sizes = [len(character.encode("utf-8", "surrogatepass")) for character in part.text]
            offsets = [0] * (len(self.encoded) + 1)
            for index, end in enumerate(accumulate(sizes), 1):
                offsets[end - sizes[index - 1] + 1 : end + 1] = [index] * sizes[index - 1]
            self._offsets = offsets

    def cut(self, start: int, end: int) -> Part:
        """The part between two byte offsets."""
        return self.part.cut(self._offsets[start], self._offsets[end])

    def span(self, node: Node) -> tuple[int, int]:
        """Where a node starts and ends, in characters of the part."""
        return self._offsets[node.start_byte], self._offsets[node.end_byte]

    def raw(self, node: Node) -> Part:
        """A node as it stands."""
        return self.cut(node.start_byte, node.end_byte)
