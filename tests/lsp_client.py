"""A small client of the language server protocol over stdio, enough to open, change and ask."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

Message = dict[str, Any]
PATIENCE = 60.0


class Client:
    """A running server. Used in a ``with``, which ends it; one that does not end by itself fails the test."""

    def __init__(self, command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> None:
        self._server = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._folder = folder
        self._number = 0
        self._versions: dict[str, int] = {}
        self._arrived: queue.Queue[Message | None] = queue.Queue()
        self._kept: list[Message] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.request("shutdown")
                self.notify("exit")
                self._server.wait(PATIENCE)
        finally:
            if self._server.poll() is None:
                self._server.kill()
                self._server.wait()
            assert self._server.stdin
            assert self._server.stdout
            self._server.stdin.close()
            self._server.stdout.close()

    # -- the wire ------------------------------------------------------------------------------------------
    def _listen(self) -> None:
        stream = self._server.stdout
        assert stream
        while True:
            length = 0
            while line := stream.readline().strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self._arrived.put(None)
                return
            self._arrived.put(json.loads(stream.read(length)))

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _wait(self, wanted: Callable[[Message], bool]) -> Message:
        for message in self._kept:
            if wanted(message):
                self._kept.remove(message)
                return message
        end = time.monotonic() + PATIENCE
        while True:
            message = self._arrived.get(timeout=max(end - time.monotonic(), 0.01))
            assert message is not None, "the server has ended"
            if "method" in message and "id" in message:
                # The server asks for something: it gets nothing, which is an answer.
                asked = message["params"].get("items", []) if isinstance(message.get("params"), dict) else []
                several = message["method"] == "workspace/configuration"
                self._send({"id": message["id"], "result": [None for _ in asked] if several else None})
            elif wanted(message):
                return message
            else:
                self._kept.append(message)

    def request(self, method: str, params: Message | None = None) -> Any:
        """Ask and wait for the result."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        answer = self._wait(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer.get("result")

    def notify(self, method: str, params: Message | None = None) -> None:
        self._send({"method": method, "params": params})

    # -- what editors do -----------------------------------------------------------------------------------
    def initialize(self, settings: Message | None = None, encodings: Sequence[str] = ("utf-16",)) -> Message:
        """Begin, and give the server its settings; the result is what the server says about itself."""
        text_document = {"publishDiagnostics": {"relatedInformation": True}, "codeAction": ACTIONS}
        said = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": self._folder.as_uri(),
                "workspaceFolders": [{"uri": self._folder.as_uri(), "name": self._folder.name}],
                "capabilities": {"general": {"positionEncodings": list(encodings)}, "textDocument": text_document},
                "initializationOptions": settings,
            },
        )
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": settings or {}})
        return said

    def open(self, path: Path, text: str, language: str = "python") -> None:
        """Open a buffer; the file on disk may hold something else, or not exist."""
        self._versions[path.as_uri()] = 1
        document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        """Replace the text of a buffer, unsaved."""
        self._versions[path.as_uri()] += 1
        document = {"uri": path.as_uri(), "version": self._versions[path.as_uri()]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, path: Path, enough: Callable[[list[Message]], bool] = bool) -> list[Message]:
        """The next diagnostics that are pushed for a buffer and that are ``enough``, in the order of places."""

        def wanted(message: Message) -> bool:
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == path.as_uri()
                and params.get("version") in (None, self._versions[path.as_uri()])
                and enough(params["diagnostics"])
            )

        found = self._wait(wanted)["params"]["diagnostics"]
        return sorted(found, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]))

    def actions(self, path: Path, diagnostic: Message) -> list[Message]:
        """The code actions for a diagnostic."""
        return self.request(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": path.as_uri()},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic]},
            },
        )


ACTIONS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}}}


def place(diagnostic: Message) -> tuple[int, int, int, int]:
    """Start and end of a diagnostic: lines and characters, from 0."""
    start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
    return start["line"], start["character"], end["line"], end["character"]


def applied(text: str, action: Message, path: Path) -> str:
    """The text after the edits of a code action (in UTF-16, of one line each)."""
    edit = action["edit"]
    edits = (edit.get("changes") or {}).get(path.as_uri())
    if edits is None:
        edits = [one for change in edit["documentChanges"] for one in change["edits"]]
    lines = text.split("\n")
    for one in sorted(edits, key=lambda item: item["range"]["start"]["character"], reverse=True):
        start, end = one["range"]["start"], one["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]].encode("utf-16-le")
        new = one["newText"].encode("utf-16-le")
        lines[start["line"]] = (line[: 2 * start["character"]] + new + line[2 * end["character"] :]).decode("utf-16-le")
    return "\n".join(lines)
