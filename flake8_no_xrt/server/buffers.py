"""The buffers of the editor, kept up to date as it tells of its changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import to_fs_path, urlparse

from flake8_no_xrt.kinds import kind_of
from flake8_no_xrt.server.positions import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

# Names of languages in editors, for buffers whose name says nothing.
_LANGUAGES = {
    "python": "python",
    "shellscript": "shell",
    "sh": "shell",
    "bash": "shell",
    "zsh": "shell",
    "shell": "shell",
    "yaml": "yaml",
    "dockercompose": "yaml",
    "github-actions-workflow": "yaml",
    "dockerfile": "dockerfile",
    "makefile": "make",
    "make": "make",
    "toml": "toml",
    "ini": "ini",
    "properties": "ini",
    "dotenv": "env",
    "jsonnet": "jsonnet",
    "markdown": "markdown",
    "rst": "rst",
    "restructuredtext": "rst",
}


class Buffer:
    """One text document that is open in the editor, saved or not.

    The library keeps texts too, but takes form feeds and the like for line ends, which editors do not.
    """

    def __init__(self, item: types.TextDocumentItem, encoding: str) -> None:
        self.uri = item.uri
        self.language = item.language_id
        self.version: int | None = item.version
        self.content = Text(item.text, encoding)
        self.path = path_of(item.uri)

    @property
    def text(self) -> str:
        """The text as it is in the editor, with its own line ends."""
        return self.content.text

    @property
    def kind(self) -> str | None:
        """The kind of file it is: by its name, else by its first line, else as the editor calls its language."""
        return kind_of(self.path, self.content.line(1)) or _LANGUAGES.get(self.language.lower())

    def change(self, changes: Sequence[types.TextDocumentContentChangeEvent], version: int | None) -> None:
        """Apply changes: of the whole text, or of ranges of it."""
        for change in changes:
            text = change.text
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = (self.content.offset(place) for place in (change.range.start, change.range.end))
                text = f"{self.text[:start]}{text}{self.text[max(start, end) :]}"
            self.content = Text(text, self.content.encoding)
        self.version = version


def path_of(uri: str) -> str:
    """The path of a document; for one that is in no file, such as an untitled one, what stands for it."""
    parts = urlparse(uri)
    path = str(parts[2])
    return os.path.normpath(to_fs_path(uri) or path) if parts[0] == "file" else path
