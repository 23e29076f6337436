"""What installing the package brings, and what importing the plugin loads."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

from flake8_no_xrt.plugin import Plugin

if TYPE_CHECKING:
    from pathlib import Path

GONE = "import torch_xla.core.xla_model as xm\nn = xm.get_ordinal()\n"
# Measuring coverage loads modules of its own.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}

LOADED = """
import ast, sys
import flake8.main.application
from importlib import metadata
metadata.version("flake8")  # flake8 asks for the version of each plugin
before = set(sys.modules)
from flake8_no_xrt.plugin import Plugin
for text in {texts!r}:
    list(Plugin(ast.parse(text), text.splitlines(keepends=True)).run())
print(sorted(set(sys.modules) - before))
"""
# Neither what costs time nor what is there with an extra only.
KEPT_OUT = {
    *("torch", "torch_xla", "yaml", "ruamel", "libcst", "ast_grep_py", "packaging", "tomli", "tomllib"),
    *("markdown_it", "tree_sitter", "griffe", "jsonschema", "hypothesis", "numpy", "subprocess"),
}


def loaded(folder: Path, *texts: str) -> set[str]:
    """The modules that are loaded beside flake8's own: by the import of the plugin, and by a run over these texts."""
    command = [sys.executable, "-c", LOADED.format(texts=texts)]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return set(ast.literal_eval(done.stdout))


def test_what_the_import_loads(tmp_path: Path):
    names = loaded(tmp_path)
    assert {name.partition(".")[0] for name in names} == {"flake8_no_xrt"}
    assert {name.split(".")[1] for name in names if "." in name} == {"facts", "judging", "plugin", "reading"}
    for late in ("judging.check", "reading.walk", "facts.catalogue"):
        assert f"flake8_no_xrt.{late}" not in names


def test_what_a_file_loads(tmp_path: Path):
    assert loaded(tmp_path, "import os\n", "XRT = 1\n") == loaded(tmp_path)
    assert "flake8_no_xrt.judging.check" not in loaded(tmp_path, "import torch_xla\ntorch_xla.device()\n")
    judged = loaded(tmp_path, GONE)
    assert "flake8_no_xrt.judging.check" in judged
    assert not {name.partition(".")[0] for name in judged} & KEPT_OUT
    assert not {name for name in judged if name.startswith(("flake8_no_xrt.command", "flake8_no_xrt.kinds"))}


def test_what_the_import_loads_in_a_bare_interpreter(tmp_path: Path):
    command = [sys.executable, "-X", "importtime", "-c", "import flake8_no_xrt.plugin"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "flake8_no_xrt.judging.prefilter" in names
    assert not {name.partition(".")[0] for name in names} & KEPT_OUT


def test_installing_it_brings_little():
    requirements = [Requirement(line) for line in metadata.requires("flake8-no-xrt") or ()]
    always = [one for one in requirements if not (one.marker and "extra" in str(one.marker))]
    assert {one.name: str(one.marker or "") for one in always} == {
        "flake8": "",
        "packaging": "",
        "tomli": 'python_version < "3.11"',
    }


def test_the_entry_point():
    (found,) = [point for point in metadata.entry_points(group="flake8.extension") if point.name == "XRT"]
    assert found.load() is Plugin
