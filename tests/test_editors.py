"""Real language servers over stdio: python-lsp-server with flake8, ruff server and ast-grep lsp with our rules."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from lsp_client import Client, applied, place
from real_tools import ast_grep, check, program

from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import ruff

RULES = Path(__file__).resolve().parents[1] / "rules"
SAVED = "import torch_xla.core.xla_model as xm\n\nsize = xm.mark_step()\n"
# Before the name stand characters of one, two and four bytes, the last of which is two units of UTF-16.
UNSAVED = 'import torch_xla.core.xla_model as xm\n\nlänge = "é😀"; size = xm.xrt_world_size()\n'
CHARACTERS = UNSAVED.split("\n")[2].index("xm.")
UNITS = CHARACTERS + 1


# -- python-lsp-server ---------------------------------------------------------------------------------------
def pylsp(folder: Path) -> Client:
    check("python-lsp-server")
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    return Client([sys.executable, "-m", "pylsp"], folder, environment)


def pylsp_settings(**flake8: object) -> dict[str, object]:
    off = {name: {"enabled": False} for name in ("pycodestyle", "pyflakes", "mccabe", "jedi_completion")}
    return {"pylsp": {"plugins": {**off, "flake8": {"enabled": True, **flake8}}}}


@pytest.mark.integration
def test_pylsp(tmp_path: Path):
    """The plugin speaks about the unsaved buffer, at the right line and character, behind other characters too."""
    path = tmp_path / "train.py"
    path.write_text(SAVED, encoding="utf-8")
    with pylsp(tmp_path) as client:
        client.initialize(pylsp_settings(select=["XRT"]))
        client.open(path, SAVED)
        assert client.diagnostics(path, lambda found: found == []) == []
        client.change(path, UNSAVED)
        (found,) = client.diagnostics(path)
        # It has the start only, in characters as flake8 counts them, and ends at the end of the line.
        assert place(found)[:2] == (2, CHARACTERS)
        assert (found["code"], found["source"], found["severity"]) == ("XRT401", "flake8", 2)
        assert found["message"].startswith(
            "XRT401 torch_xla.core.xla_model.xrt_world_size was removed in torch_xla 2.7"
        )
        client.change(path, SAVED)
        assert client.diagnostics(path, lambda found: found == []) == []


@pytest.mark.integration
def test_pylsp_reads_the_options_of_the_project(tmp_path: Path):
    (tmp_path / ".flake8").write_text("[flake8]\nselect = XRT\nxrt-torch-xla = >=2.7\nxrt-guards = ready: >=2.5\n")
    path = tmp_path / "train.py"
    text = "if ready:\n    pass\nelse:\n    from torch_xla.experimental import pjrt\n"
    with pylsp(tmp_path) as client:
        client.initialize(pylsp_settings(config=str(tmp_path / ".flake8")))
        client.open(path, text)
        found = client.diagnostics(path)
        assert [(one["code"], one["range"]["start"]["line"]) for one in found] == [("XRT501", 3)]


@pytest.mark.integration
def test_pylsp_with_broken_text(tmp_path: Path):
    """flake8 has no tree then: only with E9 does anybody learn why nothing is said."""
    path = tmp_path / "train.py"
    with pylsp(tmp_path) as client:
        client.initialize(pylsp_settings(select=["XRT", "E9"]))
        client.open(path, UNSAVED + "def f(:\n")
        assert {one["code"] for one in client.diagnostics(path)} == {"E999"}
        client.change(path, UNSAVED)
        found = client.diagnostics(path, lambda found: any(one["code"] == "XRT401" for one in found))
        assert len(found) == 1


# -- ruff server ---------------------------------------------------------------------------------------------
def test_ruff_server(tmp_path: Path):
    (tmp_path / "ruff.toml").write_text(f'extend = "{RULES / "ruff-extend.toml"}"\n[lint]\nselect = ["TID251"]\n')
    path = tmp_path / "train.py"
    path.write_text(SAVED, encoding="utf-8")
    with Client([program("ruff"), "server"], tmp_path) as client:
        said = client.initialize()
        assert said["capabilities"]["positionEncoding"] == "utf-16"
        client.open(path, SAVED)
        assert client.diagnostics(path, lambda found: found == []) == []
        client.change(path, UNSAVED)
        (found,) = client.diagnostics(path)
        assert place(found) == (2, UNITS, 2, UNITS + len("xm.xrt_world_size"))
        assert (found["code"], found["source"], found["severity"]) == ("TID251", "Ruff", 2)
        assert "is banned: XRT401 torch_xla.core.xla_model.xrt_world_size was removed" in found["message"]
        # There is no fix, only the offer to be silent.
        titles = [action["title"] for action in client.actions(path, found)]
        assert [
            title for title in titles if "Disable" not in title and "Fix all" not in title and "rganize" not in title
        ] == []
        assert any("Disable" in title for title in titles)


def test_ruff_server_with_inline_settings(tmp_path: Path):
    """The settings of an editor can hold the table as well, without a file in the project."""
    table = {name: {"msg": message} for name, message in ((row.name, row.text) for row in ruff.entries(Options()))}
    inline = {"lint": {"extend-select": ["TID251"], "flake8-tidy-imports": {"extend-banned-api": table}}}
    path = tmp_path / "train.py"
    with Client([program("ruff"), "server"], tmp_path) as client:
        client.initialize({"settings": {"configuration": inline, "configurationPreference": "filesystemFirst"}})
        client.open(path, UNSAVED)
        found = client.diagnostics(path, lambda found: any(one["code"] == "TID251" for one in found))
        assert [one["range"]["start"]["line"] for one in found if one["code"] == "TID251"] == [2]


# -- ast-grep lsp --------------------------------------------------------------------------------------------
def ast_grep_lsp(folder: Path) -> Client:
    return Client([ast_grep(), "lsp", "-c", str(RULES / "ast-grep" / "sgconfig.yml")], folder)


def test_ast_grep_lsp(tmp_path: Path):
    path = tmp_path / "train.py"
    path.write_text(SAVED, encoding="utf-8")
    with ast_grep_lsp(tmp_path) as client:
        client.initialize()
        client.open(path, SAVED)
        assert client.diagnostics(path, lambda found: found == []) == []
        client.change(path, UNSAVED)
        (found,) = client.diagnostics(path)
        # Its positions count characters, so behind one outside the basic plane an editor marks one unit too far left.
        assert place(found) == (2, CHARACTERS, 2, CHARACTERS + len("xm.xrt_world_size"))
        assert (found["code"], found["source"], found["severity"]) == ("XRT401-core.xla_model", "ast-grep", 1)
        assert found["message"].startswith("XRT401 torch_xla.core.xla_model.xrt_world_size was removed")
        assert found["codeDescription"]["href"].startswith("https://github.com/pytorch/xla/")


def test_ast_grep_lsp_fixes(tmp_path: Path):
    path = tmp_path / "train.py"
    text = "from torch_xla.experimental.pjrt import world_size\n"
    with ast_grep_lsp(tmp_path) as client:
        client.initialize()
        client.open(path, text)
        (found,) = client.diagnostics(path)
        fixes = [action for action in client.actions(path, found) if action["kind"] == "quickfix"]
        assert [applied(text, fix, path) for fix in fixes] == ["from torch_xla.runtime import world_size\n"]


def test_ast_grep_lsp_speaks_of_shell_scripts(tmp_path: Path):
    path = tmp_path / "run.sh"
    with ast_grep_lsp(tmp_path) as client:
        client.initialize()
        client.open(path, "export XRT_WORKERS=a\n", "shellscript")
        (found,) = client.diagnostics(path)
        assert (found["code"], found["severity"], place(found)[:2]) == ("XRT201-bash", 2, (0, 7))


def test_ast_grep_lsp_with_broken_text(tmp_path: Path):
    path = tmp_path / "train.py"
    with ast_grep_lsp(tmp_path) as client:
        client.initialize()
        client.open(path, "def f(:\n" + UNSAVED)
        (found,) = client.diagnostics(path)
        assert place(found)[0] == 3
