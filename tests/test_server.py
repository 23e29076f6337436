"""Our own language server, in a process of its own, with a client over stdio."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run
from lsprotocol import types
from server_client import BROKEN, CHARACTERS, FINE, FIXED, GONE, MESSAGE, NAME, Editor, change, codes, span

from flake8_no_xrt.server.actions import FIX_ALL

if TYPE_CHECKING:
    from pathlib import Path


# -- diagnostics ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("encoding", "before"), [("utf-8", 5), ("utf-16", 1), ("utf-32", 0)])
def test_ranges_in_the_units_of_the_editor(tmp_path: Path, encoding: str, before: int):
    path = tmp_path / "train.py"
    path.write_text(FINE, encoding="utf-8")
    with Editor(tmp_path, encoding=encoding) as editor:
        assert editor.about.capabilities.position_encoding == encoding
        assert editor.open(path, FINE) == []
        (found,) = editor.change(path, GONE)
        assert span(found) == (2, CHARACTERS + before, 2, CHARACTERS + before + len(NAME))
        assert editor.marked(GONE, found) == NAME
        assert (found.code, found.message, found.source) == ("XRT401", MESSAGE, "flake8-no-xrt")
        assert editor.change(path, FINE) == []


def test_severity_by_group(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[tool.flake8-no-xrt]\ntorch-xla = ">=2.8"\ndeprecated = true\n')
    text = (
        "import os\nimport torch_xla.core.xla_model as xm\n\n"
        'os.environ["XRT_WORKERS"] = ""\nxm.xrt_world_size()\nxm.mark_step()\n'
    )
    with Editor(tmp_path) as editor:
        found = editor.open(tmp_path / "train.py", text)
        severity = types.DiagnosticSeverity
        assert [(one.code, one.severity) for one in found] == [
            ("XRT201", severity.Warning),
            ("XRT401", severity.Error),
            ("XRT902", severity.Information),
        ]
        assert [editor.marked(text, one) for one in found] == ['"XRT_WORKERS"', NAME, "xm.mark_step"]


def test_changes_of_ranges(tmp_path: Path):
    """Also behind a form feed, which is no line end, behind a pair of surrogates, and beyond the end of a line."""
    path = tmp_path / "train.py"
    text = FINE.replace("\n\n", "\n\f\n", 1)
    with Editor(tmp_path) as editor:
        assert editor.open(path, text) == []
        (found,) = editor.change(
            path,
            change((2, 0), (2, 0), 'länge = "é😀"; '),
            change((0, 0), (0, 99), "import torch_xla.core.xla_model as xm"),
            change((2, CHARACTERS + 1), (2, 99), "xm.xrt_world_size()"),
        )
        now = GONE.replace("\n\n", "\n\f\n", 1)
        assert span(found) == (2, CHARACTERS + 1, 2, CHARACTERS + 1 + len(NAME))
        (action,) = [one for one in editor.actions(path, found) if one.kind == "quickfix"]
        assert editor.applied(now, action, path) == FIXED.replace("\n\n", "\n\f\n", 1)


def test_only_the_last_of_many_changes_is_judged(tmp_path: Path):
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        editor.open(path, FINE)
        uri = path.as_uri()
        for version in range(10, 30):
            text = GONE if version == 29 else FINE + BROKEN
            params = types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
            editor.notify(types.TEXT_DOCUMENT_DID_CHANGE, params)
        assert codes(editor.heard(uri, 29)) == ["XRT401"]
        assert len(editor.said) < 10


def test_broken_text(tmp_path: Path):
    """The last good diagnostics go, and one says that nothing was judged; nothing where nothing could be found."""
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        assert codes(editor.open(path, GONE)) == ["XRT401"]
        (found,) = editor.change(path, GONE + BROKEN)
        assert (found.code, found.severity) == (None, types.DiagnosticSeverity.Information)
        assert found.message.startswith("cannot be parsed as Python: ")
        assert span(found)[:3] == (3, 0, 3)
        assert editor.actions(path, found) == []
        assert editor.actions(path, only=[FIX_ALL]) == []
        assert editor.change(path, BROKEN) == []
        assert codes(editor.change(path, GONE)) == ["XRT401"]


def test_noqa_and_line_ends(tmp_path: Path):
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        assert editor.open(path, GONE.replace("()\n", "()  # noqa: XRT401\n")) == []
        assert codes(editor.change(path, GONE.replace("()\n", "()  # noqa: XRT2\n"))) == ["XRT401"]
        text = GONE.replace("\n", "\r\n")
        (found,) = editor.change(path, text)
        assert span(found) == (2, CHARACTERS + 1, 2, CHARACTERS + 1 + len(NAME))
        (action,) = editor.actions(path, found, [types.CodeActionKind.QuickFix])
        assert editor.applied(text, action, path) == FIXED.replace("\n", "\r\n")


def test_closing_clears(tmp_path: Path):
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        assert editor.open(path, GONE)
        (said,) = editor.next(lambda: editor.close(path))
        assert (said.uri, list(said.diagnostics)) == (path.as_uri(), [])
        assert editor.actions(path) == []
        assert editor.hover(path, 2, CHARACTERS + 3) is None
        assert codes(editor.open(path, GONE)) == ["XRT401"]


def test_installed_and_excluded_files_are_left_alone(tmp_path: Path):
    (tmp_path / ".flake8").write_text("[flake8]\nextend-exclude = third_party\n")
    with Editor(tmp_path) as editor:
        for name in ("third_party/a/train.py", ".venv/lib/site-packages/a.py"):
            assert editor.open(tmp_path / name, GONE) == []
        assert codes(editor.open(tmp_path / "parties/train.py", GONE)) == ["XRT401"]


# -- fixes ---------------------------------------------------------------------------------------------------
def test_quick_fixes(tmp_path: Path):
    path = tmp_path / "train.py"
    text = 'import os\n\nos.environ["XRT_TPU_CONFIG"] = "a"\n' + GONE
    with Editor(tmp_path) as editor:
        variable, name = editor.open(path, text)
        safe, everything = editor.actions(path, name)
        assert (safe.title, safe.kind) == ("XRT401: use torch_xla.runtime.world_size", "quickfix")
        assert (safe.is_preferred, safe.diagnostics) == (True, (name,))
        assert editor.applied(text, safe, path) == text.replace(GONE, FIXED)
        # What is asked for as the cursor moves is what is under it only.
        assert editor.actions(path, name, automatic=True) == [safe]
        assert everything.kind == FIX_ALL
        (unsafe,) = editor.actions(path, variable, [types.CodeActionKind.QuickFix])
        assert unsafe.title == "XRT201: set PJRT_DEVICE instead (unsafe, read it)"
        assert not unsafe.is_preferred
        assert '"PJRT_DEVICE"] = "TPU"' in editor.applied(text, unsafe, path)
        assert "xrt_world_size" in editor.applied(text, unsafe, path)


def test_fix_all_applies_the_safe_ones_as_the_command_does(tmp_path: Path, capsys):
    path = tmp_path / "train.py"
    text = 'import os\n\nos.environ["XRT_TPU_CONFIG"] = "a"\n' + GONE + "n = xm.get_ordinal()\n" * 3 + "# the end"
    editing = types.WorkspaceEditClientCapabilities(document_changes=True)
    with Editor(tmp_path, workspace_edit=editing) as editor:
        editor.open(path, text)
        for only in (["source.fixAll"], [FIX_ALL]):
            (action,) = editor.actions(path, only=only)
            (edited,) = action.edit.document_changes
            assert edited.text_document.version == 1
            fixed = editor.applied(text, action, path)
            assert codes(editor.open(tmp_path / "other.py", fixed)) == ["XRT201"]
        assert editor.actions(path, only=["refactor"]) == []
        assert editor.actions(path, only=["source.fixAll.ruff"]) == []
        path.write_text(text, encoding="utf-8")
        run(capsys, "check", path, "--fix", "--isolated")
        assert path.read_text(encoding="utf-8") == fixed != text


def test_what_other_files_import_stays(tmp_path: Path):
    """The import that a fix leaves unused, if another file takes it from here: one on disk, or one that is unsaved."""
    path, other = tmp_path / "train.py", tmp_path / "other.py"
    other.write_text("from train import xm\n", encoding="utf-8")
    with Editor(tmp_path) as editor:
        (found,) = editor.open(path, GONE)
        for action in editor.actions(path, found):
            assert editor.applied(GONE, action, path).startswith(f"{GONE.splitlines()[0]}\n")
        editor.open(other, "import os\n")
        for action in editor.actions(path, found):
            assert editor.applied(GONE, action, path) == FIXED


def test_ignored_codes_are_not_fixed(tmp_path: Path):
    (tmp_path / ".flake8").write_text("[flake8]\nper-file-ignores = train.py:XRT401\n")
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        assert editor.open(path, GONE) == []
        assert editor.actions(path, only=[FIX_ALL]) == []


# -- hover ---------------------------------------------------------------------------------------------------
def test_hover(tmp_path: Path):
    path = tmp_path / "train.py"
    text = (
        GONE
        + "from torch_xla.runtime import world_size as ws\nws()\nimport os\nos.environ['XRT_WORKERS_']\nxm.mark_step\n"
    )
    with Editor(tmp_path) as editor:
        (found,) = editor.open(path, text)
        hover = editor.hover(path, 2, CHARACTERS + 1 + 5)
        assert hover.range == found.range
        assert f"**XRT401** {MESSAGE}" in hover.contents.value
        assert "    removed in:  2.7\n" in hover.contents.value
        # Names that nothing is wrong with are explained as well, by what the imports bind.
        hover = editor.hover(path, 4, 1)
        assert (hover.range.start.character, hover.range.end.character) == (0, 2)
        assert hover.contents.value.startswith("```text\ntorch_xla.runtime.world_size\n")
        hover = editor.hover(path, 3, 32)
        assert hover.contents.value.startswith("```text\ntorch_xla.runtime.world_size\n")
        hover = editor.hover(path, 7, 6)
        assert hover.contents.value.startswith("```text\ntorch_xla.core.xla_model.mark_step\n")
        hover = editor.hover(path, 7, 1)
        assert hover.contents.value.startswith("```text\ntorch_xla.core.xla_model\n")
        assert editor.hover(path, 2, 2) is None
        assert editor.hover(path, 6, 14) is None
        assert editor.hover(path, 99, 0) is None


def test_hover_over_a_variable(tmp_path: Path):
    path = tmp_path / "run.sh"
    text = "# noqa\nexport XRT_TPU_CONFIG=a\n"
    with Editor(tmp_path) as editor:
        assert editor.open(path, text, "shellscript") == []
        hover = editor.hover(path, 1, 12)
        assert hover.contents.value.startswith("```text\nenvironment variable XRT_TPU_CONFIG\n")


# -- settings ------------------------------------------------------------------------------------------------
def configure(editor: Editor, **settings: object) -> list[types.Diagnostic]:
    params = types.DidChangeConfigurationParams({"flake8-no-xrt": settings})
    (said,) = editor.next(lambda: editor.notify(types.WORKSPACE_DID_CHANGE_CONFIGURATION, params))
    return list(said.diagnostics)


def test_settings_of_the_editor(tmp_path: Path):
    (tmp_path / ".flake8").write_text("[flake8]\nxrt-torch-xla = >=2.7\n")
    path = tmp_path / "train.py"
    with Editor(tmp_path, options={"flake8-no-xrt": {"ignore": ["XRT401"]}}) as editor:
        assert editor.open(path, GONE) == []
        assert codes(configure(editor, select="XRT4")) == ["XRT401"]
        assert configure(editor, torchXla="<2.5") == []
        assert configure(editor, torch_xla="<2.5") == []
        assert codes(configure(editor)) == ["XRT401"]
        assert editor.messages == []


def test_settings_that_cannot_be_used(tmp_path: Path):
    """They are told once, and those of the files hold."""
    path = tmp_path / "train.py"
    with Editor(tmp_path) as editor:
        assert codes(editor.open(path, GONE)) == ["XRT401"]
        assert codes(configure(editor, **{"torch-xla": "two"})) == ["XRT401"]
        (message,) = editor.messages
        assert message.startswith("flake8-no-xrt: flake8-no-xrt.torch-xla: ")
        editor.change(path, GONE)
        assert len(editor.messages) == 1
        assert configure(editor, ignroe=["XRT"], ignore="XRT4") == []
        assert editor.messages[1].startswith("flake8-no-xrt: ignroe is no setting: known are torch-xla, ")


def test_settings_that_are_asked_for(tmp_path: Path):
    path = tmp_path / "train.py"
    editor = Editor(tmp_path, configuration=True)
    editor.configured = {"ignore": "XRT401"}
    with editor:
        editor.open(path, GONE)
        editor.wait(lambda: editor.said and not editor.said[-1].diagnostics)
        editor.configured = {}
        params = types.DidChangeConfigurationParams(None)
        (said,) = editor.next(lambda: editor.notify(types.WORKSPACE_DID_CHANGE_CONFIGURATION, params))
        assert codes(list(said.diagnostics)) == ["XRT401"]


def test_config_files_that_change(tmp_path: Path):
    path, config = tmp_path / "train.py", tmp_path / ".flake8"
    watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    with Editor(tmp_path, did_change_watched_files=watching) as editor:
        assert codes(editor.open(path, GONE)) == ["XRT401"]
        assert editor.wait(lambda: editor.registered) == [types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
        config.write_text("[flake8]\nignore = XRT4\n")
        event = types.FileEvent(config.as_uri(), types.FileChangeType.Created)
        params = types.DidChangeWatchedFilesParams([event])
        (said,) = editor.next(lambda: editor.notify(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, params))
        assert list(said.diagnostics) == []
        # Without watching: when something is saved.
        config.write_text("[flake8]\nignore = XRT2\n")
        (said,) = editor.next(lambda: editor.save(path))
        assert codes(list(said.diagnostics)) == ["XRT401"]
        # A broken one is told; what held before holds on.
        config.write_text("[flake8]\nxrt-torch-xla = two\n")
        (said,) = editor.next(lambda: editor.save(path))
        assert codes(list(said.diagnostics)) == ["XRT401"]
        assert ".flake8 [flake8]: torch-xla: " in editor.messages[0]


# -- the command ---------------------------------------------------------------------------------------------
def test_without_its_extra(tmp_path: Path):
    """One line says what is missing."""
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(name='pygls')\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "flake8_no_xrt", "server"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    said = "flake8-no-xrt: error: the server needs pygls 2: pip install 'flake8-no-xrt[server]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_an_editor_that_goes_without_a_word():
    command = [sys.executable, "-m", "flake8_no_xrt", "server"]
    done = subprocess.run(command, capture_output=True, input=b"", timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
