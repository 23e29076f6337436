"""The pages about CI, editors and rules: their snippets parse, their commands exist, and what they show is so."""

from __future__ import annotations

import argparse
import ast
import configparser
import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import corpus
import pytest
from command_line import run
from real_tools import program, ruff_hits
from ruamel.yaml import YAML

from flake8_no_xrt.command import main as command

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["ci.md", "editors.md", "rules.md"]
_SNIPPET = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def snippets() -> list[tuple[str, str, str]]:
    return [(name, language, text) for name in PAGES for language, text in _SNIPPET.findall(page(name))]


def read_ini(text: str) -> None:
    parser = configparser.RawConfigParser()
    parser.read_string(text)


READERS = {
    "yaml": YAML(typ="safe").load,
    "json": json.loads,
    "toml": tomllib.loads,
    "ini": read_ini,
    "python": ast.parse,
}


def test_snippets_parse():
    read = set()
    for name, language, text in snippets():
        if language in READERS:
            READERS[language](text)
            read.add((name, language))
    assert {language for _, language in read} == set(READERS)


def commands() -> list[list[str]]:
    """The calls of the command in the pages: in code, in snippets, and inside the calls of other tools."""
    found = set()
    for name in PAGES:
        for call in re.findall(r"flake8-no-xrt ((?:check|rules)\b[^\n`)]*)", page(name)):
            found.add(re.split(r" [>|#] ?", call.replace("{posargs}", ""))[0].strip())
    return [shlex.split(call) for call in sorted(found)]


@pytest.mark.parametrize("call", commands(), ids=" ".join)
def test_commands_exist(call: list[str]):
    parser = argparse.ArgumentParser(exit_on_error=False)
    assert call[0] in command.COMMANDS
    import_module(f"flake8_no_xrt.command.{call[0]}").add_arguments(parser)
    if call != ["rules"]:
        parser.parse_args(call[1:])


def test_hooks_and_inputs_exist():
    hooks = {hook["id"] for hook in YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    text = page("ci.md")
    assert set(re.findall(r"`(flake8-no-xrt-[\w-]+)`", text)) <= hooks
    assert set(re.findall(r"id: (flake8-no-xrt[\w-]*)", text)) <= hooks
    (sentence,) = re.findall(r"Its inputs\nare (.*?):", text)
    assert re.findall(r"`([\w-]+)`", sentence) == list(action["inputs"])


# -- the action ----------------------------------------------------------------------------------------------
def check_step(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step of the action as GitHub does, with the command of this environment."""
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    step = action["runs"]["steps"][1]
    values = {name: said["default"] for name, said in action["inputs"].items()} | inputs
    given = {}
    for name, expression in step["env"].items():
        (wanted,) = re.findall(r"^\$\{\{ inputs\.([\w-]+) \}\}$", expression)
        given[name] = values.pop(wanted)
    assert values == {}
    scripts = Path(sys.executable).parent
    environment = {**os.environ, **given, "FLAKE8_NO_XRT": str(scripts / "flake8-no-xrt")}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_action(tmp_path: Path):
    (tmp_path / "train.py").write_text("from torch_xla.experimental import xla_sharding\n")
    (tmp_path / "run.sh").write_text("echo\n")
    done = check_step(tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("::error ")
    assert "file=train.py,line=1" in done.stdout
    assert "(from torch_xla 2.2 on)" in done.stdout
    assert check_step(tmp_path, paths="run.sh").returncode == 0
    done = check_step(tmp_path, paths="run.sh train.py", sarif="xrt.sarif", **{"torch-xla": ">=2.2, !=2.3"})
    assert (done.returncode, "(from torch_xla 2.2 on)" in done.stdout) == (1, False)
    report = json.loads((tmp_path / "xrt.sarif").read_text())
    assert [result["ruleId"] for result in report["runs"][0]["results"]] == ["XRT303"]
    assert check_step(tmp_path, arguments="--ignore XRT3 --statistics").returncode == 0
    done = check_step(tmp_path, paths="missing", sarif="xrt.sarif")
    assert done.returncode == 2


# -- what the pages show -------------------------------------------------------------------------------------
def test_rules_shows_what_ruff_says(tmp_path: Path):
    (tmp_path / "train.py").write_text("import torch_xla.core.xla_model as xm\n\nsize = xm.xrt_world_size()\n")
    (shown,) = re.findall(r"\$ (ruff check --select .*)\n(.*)\n", page("rules.md"))
    call, said = shown
    arguments = shlex.split(call.replace("xrt.toml", str(ROOT / "rules" / "ruff.toml")))
    done = subprocess.run([program("ruff"), *arguments[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[0] == said


@pytest.mark.corpus
def test_lightning_is_as_the_page_says(capsys, monkeypatch, tmp_path: Path):
    (package,) = (one for one in corpus.packages() if (one.name, one.version) == ("lightning", "2.6.6"))
    (config,) = (text for name, language, text in snippets() if (name, language) == ("ci.md", "toml"))
    monkeypatch.chdir(corpus.fetch(package))
    (tmp_path / "pyproject.toml").write_text(config)
    shown = [text for name, language, text in snippets() if (name, language) == ("ci.md", "console")]
    assert len(shown) == 2
    for block in shown:
        call, _, said = block.partition("\n")
        arguments = shlex.split(call.removeprefix("$ flake8-no-xrt "))
        done = run(capsys, *arguments, "--config", tmp_path / "pyproject.toml")
        assert (done.out, done.err, done.code) == (said, "", int(bool(said)))
    assert "ruff with our rules reports nine lines of this release" in page("ci.md")
    hits = ruff_hits(program("ruff"), Path.cwd(), "--select=TID251", "--config", str(ROOT / "rules" / "ruff.toml"))
    assert len({(hit["filename"], hit["location"]["row"]) for hit in hits}) == 9
