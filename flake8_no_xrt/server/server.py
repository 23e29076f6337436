"""The server itself: what an editor tells and asks, and what it is told."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from flake8_no_xrt.command.reports import TOOL
from flake8_no_xrt.command.version import version
from flake8_no_xrt.server import hover
from flake8_no_xrt.server.actions import KINDS, actions, diagnostics
from flake8_no_xrt.server.buffers import Buffer, path_of
from flake8_no_xrt.server.configuration import CONFIG_FILES, Configuration, is_excluded
from flake8_no_xrt.server.judge import Judged, judge
from flake8_no_xrt.server.project import Project
from flake8_no_xrt.server.subjects import Cells, Single, Subject

if TYPE_CHECKING:
    from flake8_no_xrt.command.settings import Settings

# While somebody types, the last text is judged and not each one on the way there.
DELAY = 0.15
_WATCHED = "flake8-no-xrt-config-files"


class Server(LanguageServer):
    """A language server for one editor."""

    def __init__(self) -> None:
        # The whole text is asked for: what it is made of in parts is up to editors that send parts all the same.
        super().__init__(
            TOOL,
            version(),
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                [types.NotebookDocumentFilterWithNotebook(notebook="jupyter-notebook")], save=True
            ),
        )
        self.buffers: dict[str, Buffer] = {}
        self.configuration = Configuration(self._tell)
        self.project = Project()
        self.ended_well = False
        self._pending: dict[str, asyncio.TimerHandle] = {}
        self._published: dict[str, set[str]] = {}
        _register(self)

    def _tell(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    # -- what there is to judge --------------------------------------------------------------------------------
    @property
    def encoding(self) -> str:
        """The unit in which columns are counted, as agreed with the editor."""
        agreed = self.workspace.position_encoding
        return agreed.value if isinstance(agreed, types.PositionEncodingKind) else str(agreed)

    def key_of(self, uri: str) -> str:
        """The document that is judged with this one: the notebook of a cell, else itself."""
        notebook = self.workspace.get_notebook_document(cell_uri=uri)
        return notebook.uri if notebook is not None else uri

    def subject(self, uri: str) -> Subject | None:
        """What is judged when this document is; None for one that is not open."""
        key = self.key_of(uri)
        notebook = self.workspace.get_notebook_document(notebook_uri=key)
        if notebook is not None:
            return Cells(notebook, self.buffers)
        return Single(self.buffers[key]) if key in self.buffers else None

    def folder_of(self, path: str) -> str:
        """The folder whose settings hold for a path: of the workspace, else the one it is in."""
        folders = [path_of(folder.uri) for folder in self.workspace.folders.values()]
        if not folders and self.workspace.root_uri:
            folders = [path_of(self.workspace.root_uri)]
        around = [folder for folder in folders if Path(path).is_relative_to(folder)]
        if around:
            return max(around, key=len)
        above = Path(path).parent
        return str(above) if above.is_dir() else (folders or [str(Path.cwd())])[0]

    def judged(self, subject: Subject) -> tuple[Judged, Settings]:
        """What is found in a subject, and by which settings."""
        folder = self.folder_of(subject.path)
        settings = self.configuration.of(folder)
        if is_excluded(subject.path, folder, settings):
            return Judged([]), settings
        return judge(subject, settings), settings

    def kept(self, subject: Subject, settings: Settings) -> frozenset[str]:
        """The names that other files of the workspace take from a module."""
        folder = self.folder_of(subject.path)
        # What is in no folder of the workspace is by itself: the folder it is in can be anything.
        if folder not in [path_of(one.uri) for one in self.workspace.folders.values()]:
            return frozenset()
        opened = {buffer.path: buffer.text for buffer in self.buffers.values()}
        return self.project.kept(subject.path, folder, settings, opened)

    # -- telling -------------------------------------------------------------------------------------------------
    def publish(self, uri: str) -> None:
        """Tell what is found in a document, and in those that are judged with it."""
        key = self.key_of(uri)
        self._cancel(key)
        subject = self.subject(key)
        found = {} if subject is None else diagnostics(subject, self.judged(subject)[0])
        for gone in self._published.get(key, set()) - set(found):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(gone, []))
        for document, listed in found.items():
            number = subject.documents[document] if subject is not None else None
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document, listed, number))
        self._published[key] = set(found)
        if not found:
            del self._published[key]

    def publish_soon(self, uri: str) -> None:
        """The same, once nothing more has changed for a moment."""
        key = self.key_of(uri)
        self._cancel(key)
        self._pending[key] = asyncio.get_running_loop().call_later(DELAY, self.publish, key)

    def refresh(self) -> None:
        """Read config files and other files of the workspace anew: not every editor tells when they change."""
        self.configuration.refresh()
        self.project.forget()

    def publish_all(self) -> None:
        """Tell about everything that is open."""
        for key in dict.fromkeys(self.key_of(uri) for uri in self.buffers):
            self.publish(key)

    def _cancel(self, key: str) -> None:
        pending = self._pending.pop(key, None)
        if pending is not None:
            pending.cancel()

    # -- settings ------------------------------------------------------------------------------------------------
    async def ask_for_settings(self) -> None:
        """Ask the editor for our settings, if it can be asked."""
        workspace = self.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            return
        asked = types.ConfigurationParams([types.ConfigurationItem(section=TOOL)])
        answer = await self.workspace_configuration_async(asked)
        if answer and answer[0] is not None and self.configuration.take({TOOL: answer[0]}):
            self.publish_all()

    async def watch_config_files(self) -> None:
        """Have the editor tell when a config file changes, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(f"**/{name}") for name in CONFIG_FILES]
        )
        registration = types.Registration(_WATCHED, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await self.client_register_capability_async(types.RegistrationParams([registration]))


def _register(server: Server) -> None:
    """Hook the server up with the messages of the protocol."""
    # It complains about each part of a text: see above.
    logging.getLogger("pygls.workspace.text_document").setLevel(logging.CRITICAL)
    _register_life(server)
    _register_documents(server)
    _register_notebooks(server)
    _register_requests(server)


def _register_life(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configuration.take(_plain(params.initialization_options))

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        await server.watch_config_files()
        await server.ask_for_settings()

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.ended_well = True

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        if server.configuration.take(_plain(params.settings)):
            server.publish_all()
        else:
            await server.ask_for_settings()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(_: types.DidChangeWatchedFilesParams) -> None:
        server.configuration.forget()
        server.publish_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_: types.DidChangeWorkspaceFoldersParams) -> None:
        server.configuration.forget()
        server.publish_all()


def _register_documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        server.buffers[item.uri] = Buffer(item, server.encoding)
        server.refresh()
        server.publish(item.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.buffers[uri].change(params.content_changes, params.text_document.version)
        server.publish_soon(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        if Path(path_of(uri)).name in CONFIG_FILES:
            server.configuration.forget()
            server.publish_all()
        else:
            server.refresh()
            server.publish(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.buffers.pop(params.text_document.uri, None)
        server.publish(params.text_document.uri)


def _register_notebooks(server: Server) -> None:
    def hold(items: list[types.TextDocumentItem]) -> None:
        for item in items:
            server.buffers[item.uri] = Buffer(item, server.encoding)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        hold(list(params.cell_text_documents))
        server.refresh()
        server.publish(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeNotebookDocumentParams) -> None:
        cells = params.change.cells
        if cells is not None and cells.structure is not None:
            hold(list(cells.structure.did_open or ()))
            for gone in cells.structure.did_close or ():
                server.buffers.pop(gone.uri, None)
        for text in (cells.text_content or ()) if cells is not None else ():
            server.buffers[text.document.uri].change(text.changes, text.document.version)
        server.publish_soon(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveNotebookDocumentParams) -> None:
        server.refresh()
        server.publish(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        for cell in params.cell_text_documents:
            server.buffers.pop(cell.uri, None)
        server.publish(params.notebook_document.uri)


def _register_requests(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS)))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        subject = server.subject(params.text_document.uri)
        if subject is None:
            return []
        judged, settings = server.judged(subject)
        workspace = server.client_capabilities.workspace
        editing = workspace.workspace_edit if workspace is not None else None
        versions = bool(editing is not None and editing.document_changes)
        return actions(subject, settings, judged, params, lambda: server.kept(subject, settings), versions=versions)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        uri, position = params.text_document.uri, params.position
        subject, buffer = server.subject(uri), server.buffers.get(uri)
        if subject is None or buffer is None:
            return None
        judged, settings = server.judged(subject)
        target = settings.options.target
        places = [(item.finding, subject.place(item)) for item in judged.located]
        under = [
            (finding, place.range) for finding, place in places if place.uri == uri and _holds(place.range, position)
        ]
        if under:
            said = hover.about_findings([finding for finding, _ in under], target)
            return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said), under[0][1])
        line = buffer.content.line(position.line + 1)
        start = buffer.content.offset(types.Position(position.line, 0))
        column = buffer.content.offset(position) - start
        found = hover.name_at(line, column, buffer.text if buffer.kind == "python" else None)
        said = hover.about_name(found[0], target) if found is not None else ""
        if found is None or not said:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, said)
        return types.Hover(content, buffer.content.span(start + found[1], start + found[2]))


def _holds(span: types.Range, position: types.Position) -> bool:
    start, end = span.start, span.end
    return (start.line, start.character) <= (position.line, position.character) <= (end.line, end.character)


def _plain(value: Any) -> Any:
    """What came as JSON, as dictionaries: the library makes objects of what it has no type for."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value
