"""Our own language server in buffers that are no Python modules, with a client over stdio."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types
from server_client import CHARACTERS, FIXED, GONE, MESSAGE, NAME, Editor, change, codes, span

from flake8_no_xrt.server.actions import FIX_ALL, NOTEBOOK_FIX_ALL

if TYPE_CHECKING:
    from pathlib import Path


# -- other kinds ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "language", "text", "after"),
    [
        ("run.sh", "shellscript", "echo '😀'; export XRT_TPU_CONFIG=a\n", None),
        ("Dockerfile", "dockerfile", "FROM a\nENV XRT_TPU_CONFIG=a PJRT_DEVICE=TPU\n", "FROM a\nENV PJRT_DEVICE=TPU\n"),
        (
            "job.yaml",
            "yaml",
            "env:\n  # é😀\n  XRT_TPU_CONFIG: a\n  PJRT_DEVICE: TPU\n",
            "env:\n  # é😀\n  PJRT_DEVICE: TPU\n",
        ),
        ("untitled:Untitled-1", "shellscript", "XRT_TPU_CONFIG=a python a.py\n", None),
        ("untitled:Untitled-2", "yaml", "env:\n  XRT_TPU_CONFIG: a\n", None),
    ],
)
def test_other_kinds(tmp_path: Path, name: str, language: str, text: str, after: str | None):
    uri = name if ":" in name else (tmp_path / name).as_uri()
    with Editor(tmp_path) as editor:
        (found,) = editor.open_uri(uri, text, language)
        assert (found.code, editor.marked(text, found)) == ("XRT201", "XRT_TPU_CONFIG")
        (action,) = editor.actions(uri, found)
        assert action.title.startswith("XRT201: ")
        assert action.title.endswith(" (unsafe, read it)")
        expected = text.replace("XRT_TPU_CONFIG", "PJRT_DEVICE").replace("=a", "=TPU").replace(": a", ": TPU")
        assert editor.applied(text, action, uri) == (after or expected)
        assert "environment variable XRT_TPU_CONFIG" in editor.hover(uri, *span(found)[:2]).contents.value


def test_one_of_two_that_look_the_same(tmp_path: Path):
    text = "FROM a\nENV XRT_TPU_CONFIG=a\nENV XRT_TPU_CONFIG=a\nENV PJRT_DEVICE=TPU\n"
    path = tmp_path / "Dockerfile"
    with Editor(tmp_path) as editor:
        first, _ = editor.open(path, text, "dockerfile")
        (action,) = editor.actions(path, first, ["quickfix"])
        assert editor.applied(text, action, path).count("XRT_TPU_CONFIG") == 1


def test_broken_yaml(tmp_path: Path):
    path = tmp_path / "job.yaml"
    with Editor(tmp_path) as editor:
        (found,) = editor.open(path, "env:\n  XRT_WORKERS: [\n", "yaml")
        assert (found.code, found.severity) == (None, types.DiagnosticSeverity.Information)
        assert codes(editor.change(path, "env:\n  XRT_WORKERS: a\n")) == ["XRT201"]


def test_markdown(tmp_path: Path):
    path = tmp_path / "README.md"
    text = f"# é\n\n```python\n{GONE}```\n"
    with Editor(tmp_path) as editor:
        (found,) = editor.open(path, text, "markdown")
        assert editor.marked(text, found) == NAME
        quick, everything = editor.actions(path, found)
        assert quick.title == "XRT401: use torch_xla.runtime.world_size, everywhere in this file"
        for action in (quick, everything):
            assert editor.applied(text, action, path) == f"# é\n\n```python\n{FIXED}```\n"


# -- notebooks -----------------------------------------------------------------------------------------------
IMPORT, _, USE = GONE.rstrip("\n").split("\n")


def notebook_text(*, escaped: bool) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# torch_xla\n"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": [f"{IMPORT}\n", "print()"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": [f"# {'é' * 3}\n", USE]},
    ]
    return json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=escaped
    )


@pytest.mark.parametrize("escaped", [True, False])
def test_the_text_of_a_notebook(tmp_path: Path, escaped: bool):
    """Places are those in the JSON, behind characters that are written as escapes too."""
    path = tmp_path / "train.ipynb"
    text = notebook_text(escaped=escaped)
    with Editor(tmp_path) as editor:
        (found,) = editor.open(path, text, "json")
        assert (found.code, editor.marked(text, found)) == ("XRT401", NAME)
        (action,) = editor.actions(path, found, ["quickfix"])
        after = json.loads(editor.applied(text, action, path))
        assert "xr.world_size()" in "".join(after["cells"][2]["source"])
        assert "xm" not in json.dumps(after["cells"])
        (found,) = editor.change(path, text.replace("print()", "print(:"))[-1:]
        assert editor.marked(text.replace("print()", "print(:"), found) == "print(:"
        assert editor.change(path, text[:-1])[0].message.startswith("invalid notebook: ")


def cell_item(uri: str, text: str, language: str = "python") -> types.TextDocumentItem:
    return types.TextDocumentItem(uri, language, 1, text)


def test_the_cells_of_a_notebook(tmp_path: Path):
    """As VS Code sends them: each a document of its own, judged together."""
    notebook = (tmp_path / "train.ipynb").as_uri()
    uris = [f"vscode-notebook-cell:{tmp_path}/train.ipynb#{number}" for number in range(4)]
    texts = [f"{IMPORT}\nprint()", "# torch_xla is *gone*", f"%env XRT_WORKERS=a\n{USE}"]
    kinds = [types.NotebookCellKind.Code, types.NotebookCellKind.Markup, types.NotebookCellKind.Code]
    cells = [types.NotebookCell(kind, uri) for kind, uri in zip(kinds, uris, strict=False)]
    languages = ["python", "markdown", "python"]
    items = [cell_item(*what) for what in zip(uris, texts, languages, strict=False)]
    document = types.NotebookDocument(notebook, "jupyter-notebook", 1, cells)
    with Editor(tmp_path) as editor:
        (selector,) = editor.about.capabilities.notebook_document_sync.notebook_selector
        assert selector.notebook == "jupyter-notebook"
        editor.notify(types.NOTEBOOK_DOCUMENT_DID_OPEN, types.DidOpenNotebookDocumentParams(document, items))
        assert editor.heard(uris[0], 1) == []
        variable, name = editor.heard(uris[2], 1)
        assert [editor.marked(texts[2], one) for one in (variable, name)] == ["XRT_WORKERS", NAME]
        assert span(name)[:2] == (1, CHARACTERS + 1)
        # The import changes in one cell, the call in another.
        for only in (["quickfix"], [FIX_ALL], [NOTEBOOK_FIX_ALL]):
            (action,) = editor.actions(uris[2], name, only)
            assert editor.applied(texts[2], action, uris[2]) == texts[2].replace(NAME, "xr.world_size")
            assert editor.applied(texts[0], action, uris[0]) == "import torch_xla.runtime as xr\nprint()"
        assert MESSAGE in editor.hover(uris[2], 1, CHARACTERS + 6).contents.value
        hover = editor.hover(uris[0], 0, 20)
        assert hover.contents.value.startswith("```text\ntorch_xla.core\n")
        # A cell changes by a range, one goes, and one comes.
        changed = types.NotebookDocumentCellContentChanges(
            types.VersionedTextDocumentIdentifier(2, uris[2]), [change((0, 0), (1, 0), "")]
        )
        new = types.NotebookCell(types.NotebookCellKind.Code, uris[3])
        structure = types.NotebookDocumentCellChangeStructure(
            types.NotebookCellArrayChange(1, 1, [new]),
            [cell_item(uris[3], "xm.get_ordinal()")],
            [types.TextDocumentIdentifier(uris[1])],
        )
        event = types.NotebookDocumentChangeEvent(
            cells=types.NotebookDocumentCellChanges(structure=structure, text_content=[changed])
        )
        versioned = types.VersionedNotebookDocumentIdentifier(2, notebook)
        editor.notify(types.NOTEBOOK_DOCUMENT_DID_CHANGE, types.DidChangeNotebookDocumentParams(versioned, event))
        assert [span(one)[:2] for one in editor.heard(uris[2], 2)] == [(0, CHARACTERS + 1)]
        assert codes(editor.heard(uris[3], 1)) == ["XRT401"]
        gone = types.DidCloseNotebookDocumentParams(
            types.NotebookDocumentIdentifier(notebook),
            [types.TextDocumentIdentifier(uri) for uri in (uris[0], uris[2], uris[3])],
        )
        editor.said.clear()
        editor.notify(types.NOTEBOOK_DOCUMENT_DID_CLOSE, gone)
        editor.wait(lambda: {one.uri for one in editor.said} == {uris[0], uris[2], uris[3]})
        assert not any(one.diagnostics for one in editor.said)
