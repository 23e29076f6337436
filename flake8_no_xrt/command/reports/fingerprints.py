"""Names for findings that stay when the lines around them move."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flake8_no_xrt.command.run import Hit


def fingerprints(hits: Sequence[Hit]) -> Iterator[tuple[Hit, str]]:
    """Each finding with a text of its own, made from its file, its code, its subject and its line of source."""
    seen: Counter[tuple[str, ...]] = Counter()
    for hit in hits:
        key = (hit.path, hit.finding.code, hit.finding.name, hit.source.strip())
        seen[key] += 1
        parts = "\0".join((*key, str(seen[key])))
        yield hit, hashlib.sha256(parts.encode("utf-8", "backslashreplace")).hexdigest()
