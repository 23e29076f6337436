"""An editor as the tests need it: the client of pygls, talking to our server in a process of its own, over stdio."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from command_line import SAID
from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

PATIENCE = 60.0
WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

FINE = "import torch_xla.runtime as xr\n\nsize = xr.world_size()\n"
# Before the name stand characters of one, two and four bytes, the last of which is two units of UTF-16.
GONE = 'import torch_xla.core.xla_model as xm\n\nlänge = "é😀"; size = xm.xrt_world_size()\n'
FIXED = 'import torch_xla.runtime as xr\n\nlänge = "é😀"; size = xr.world_size()\n'
NAME = "xm.xrt_world_size"
CHARACTERS = GONE.split("\n")[2].index(NAME)
MESSAGE = SAID.removeprefix("XRT401 ")
BROKEN = "def f(:\n"


def span(found: types.Diagnostic) -> tuple[int, int, int, int]:
    start, end = found.range.start, found.range.end
    return start.line, start.character, end.line, end.character


def codes(found: list[types.Diagnostic]) -> list[str]:
    return [str(one.code) for one in found]


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)


class Editor:
    """A running server and what it has said. Used in a ``with``; a server that does not end well fails the test."""

    def __init__(self, folder: Path, *, encoding: str = "utf-16", options: object = None, **workspace: Any) -> None:
        self.folder = folder
        self.encoding = encoding
        self.said: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.registered: list[str] = []
        self.configured: object = None
        self._options = options
        self._workspace = workspace
        self._versions: dict[str, int] = {}
        self._loop = asyncio.new_event_loop()
        self._client = LanguageClient("test-editor", "1")
        self._listen()

    def _listen(self) -> None:
        client = self._client

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.said.append(params)

        @client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[object]:
            return [self.configured if item.section == "flake8-no-xrt" else None for item in params.items]

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            self.registered += [one.method for one in params.registrations]

    def run(self, awaitable: Awaitable[Any]) -> Any:
        return self._loop.run_until_complete(asyncio.wait_for(awaitable, PATIENCE))

    def __enter__(self):
        command = [sys.executable, "-m", "flake8_no_xrt", "server", "--stdio"]
        self.run(self._client.start_io(*command, cwd=self.folder))
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=[self.encoding]),
            workspace=types.WorkspaceClientCapabilities(**self._workspace),
            notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
        )
        uri = self.folder.as_uri()
        folders = [types.WorkspaceFolder(uri, self.folder.name)]
        self.about = self.run(
            self._client.initialize_async(
                types.InitializeParams(
                    capabilities, root_uri=uri, workspace_folders=folders, initialization_options=self._options
                )
            )
        )
        self._client.initialized(types.InitializedParams())
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.run(self._client.shutdown_async(None))
                self._client.exit(None)
                assert self.run(self._client._server.wait()) == 0
        finally:
            server = self._client._server
            if server.returncode is None:
                server.kill()
            self.run(self._client.stop())
            self._loop.close()

    def wait(self, enough: Callable[[], Any]) -> Any:
        """Let messages arrive until there is something."""

        async def waiting() -> Any:
            while not (found := enough()):  # noqa: ASYNC110 - what is waited for differs
                await asyncio.sleep(0.01)
            return found

        return self.run(waiting())

    # -- documents ------------------------------------------------------------------------------------------
    def open(self, path: Path, text: str, language: str = "python") -> list[types.Diagnostic]:
        """Open a buffer, and what is said about it. The file on disk may hold something else, or not exist."""
        return self.open_uri(path.as_uri(), text, language)

    def open_uri(self, uri: str, text: str, language: str) -> list[types.Diagnostic]:
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self._client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return self.heard(uri)

    def change(self, path: Path, *changes: types.TextDocumentContentChangeEvent | str) -> list[types.Diagnostic]:
        """Change a buffer, unsaved, by new texts or by changes of ranges, and what is said then."""
        uri = path.as_uri()
        self._versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self._versions[uri], uri)
        told = [types.TextDocumentContentChangeWholeDocument(one) if isinstance(one, str) else one for one in changes]
        self._client.text_document_did_change(types.DidChangeTextDocumentParams(document, told))
        return self.heard(uri)

    def heard(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """What is said about the version of a document."""
        version = self._versions.get(uri) if version is None else version
        said = self.wait(lambda: [one for one in self.said if one.uri == uri and one.version == version])
        return list(said[-1].diagnostics)

    def next(self, action: Callable[[], Any]) -> list[types.PublishDiagnosticsParams]:
        """All that is said next about any document, once something has been done."""
        self.said.clear()
        action()
        self.wait(lambda: self.said)
        return self.said

    def close(self, path: Path) -> None:
        document = types.TextDocumentIdentifier(path.as_uri())
        self._client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def save(self, path: Path) -> None:
        document = types.TextDocumentIdentifier(path.as_uri())
        self._client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    def notify(self, method: str, params: object) -> None:
        self._client.protocol.notify(method, params)

    # -- requests -------------------------------------------------------------------------------------------
    def actions(
        self,
        document: Path | str,
        found: types.Diagnostic | None = None,
        only: list[str] | None = None,
        *,
        automatic: bool = False,
    ) -> list[types.CodeAction]:
        """The code actions where a diagnostic is, or at the start of the document."""
        start = types.Position(0, 0)
        span = found.range if found is not None else types.Range(start, start)
        trigger = types.CodeActionTriggerKind.Automatic if automatic else types.CodeActionTriggerKind.Invoked
        context = types.CodeActionContext([found] if found is not None else [], only=only, trigger_kind=trigger)
        uri = document if isinstance(document, str) else document.as_uri()
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, context)
        return list(self.run(self._client.text_document_code_action_async(params)))

    def hover(self, document: Path | str, line: int, character: int) -> types.Hover | None:
        uri = document if isinstance(document, str) else document.as_uri()
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        return self.run(self._client.text_document_hover_async(params))

    # -- texts ----------------------------------------------------------------------------------------------
    def marked(self, text: str, found: types.Diagnostic) -> str:
        """What a diagnostic marks in a text."""
        return text[self._offset(text, found.range.start) : self._offset(text, found.range.end)]

    def applied(self, text: str, action: types.CodeAction, document: Path | str) -> str:
        """The text after the edits of a code action, as an editor applies them."""
        uri = document if isinstance(document, str) else document.as_uri()
        assert action.edit is not None
        edits = list((action.edit.changes or {}).get(uri, ()))
        for change in action.edit.document_changes or ():
            if change.text_document.uri == uri:
                edits += change.edits
        spans = [
            (self._offset(text, one.range.start), self._offset(text, one.range.end), one.new_text) for one in edits
        ]
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def _offset(self, text: str, place: types.Position) -> int:
        codec, width = WIDTHS[self.encoding]
        lines = text.split("\n")
        line = lines[place.line].encode(codec)
        # Within a character this fails.
        before = line[: place.character * width].decode(codec)
        return sum(len(one) + 1 for one in lines[: place.line]) + len(before)
