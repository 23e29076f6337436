"""The files in ``rules/`` and in the package: as they are made now, complete, and handed out by the command."""

from __future__ import annotations

import configparser
from pathlib import Path

import build_rules
import pytest
from command_line import run

from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import astgrep, ruff, shipped

ROOT = Path(__file__).resolve().parents[1]
SPECIFIERS = [">=1.13", ">=2.0", "<2.1", "==2.1", ">=2.1,<2.5", "==2.2", ">=2.2", ">=2.3", ">=2.5,<2.7", ">=2.9"]


@pytest.mark.parametrize("place", build_rules.PLACES, ids=lambda place: place.name)
def test_nothing_has_drifted(place: Path):
    assert build_rules.differences(place, shipped.files()) == [], "python tools/build_rules.py makes them again"


def test_the_build_notices_every_drift(tmp_path: Path):
    files = {"a.toml": "a\n", "deep/b.yml": "b\n"}
    assert build_rules.differences(tmp_path, files) == ["a.toml", "deep/b.yml"]
    assert build_rules.write(tmp_path, files) == ["a.toml", "deep/b.yml"]
    assert build_rules.differences(tmp_path, files) == []
    (tmp_path / "a.toml").write_text("edited\n")
    (tmp_path / "deep" / "old.yml").write_text("c\n")
    (tmp_path / ".ruff_cache").mkdir()
    (tmp_path / ".ruff_cache" / "x").write_text("left by a tool\n")
    assert build_rules.write(tmp_path, files) == ["a.toml", "deep/old.yml"]
    assert build_rules.differences(tmp_path, files) == []
    assert not (tmp_path / "deep" / "old.yml").exists()


def test_the_wheel_takes_every_file():
    parser = configparser.RawConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    patterns = parser["options.package_data"]["flake8_no_xrt"].split()
    package = ROOT / "flake8_no_xrt"
    taken = {path for pattern in patterns for path in package.glob(pattern) if path.is_file()}
    assert {shipped.DATA / path for path in shipped.files()} <= taken


@pytest.mark.parametrize("spec", SPECIFIERS)
def test_every_target_can_be_made(spec: str):
    """No two rules with one id, and a test for each of them."""
    options = Options.parse(spec)
    for advice in (False, True):
        made = astgrep.folder(options, advice=advice)
        assert len([path for path in made if "tests" in path]) == len(
            [path for path in made if "tests" not in path and not path.startswith("sgconfig")]
        )
    assert options.target == Options().target or astgrep.one_file(options) != astgrep.one_file(Options())
    assert ruff.configuration(options).count("banned-api]") == 1


# -- the command ---------------------------------------------------------------------------------------------
def test_print_is_what_is_shipped(capsys):
    for tool in ("ruff", "ast-grep"):
        for advice in (False, True):
            done = run(capsys, "rules", tool, *(["--advice"] if advice else []))
            assert done == (0, (ROOT / "rules" / shipped.name(tool, advice=advice)).read_text("utf-8"), "")
    done = run(capsys, "rules", "ruff", "--print", "--extend")
    assert done == (0, (ROOT / "rules" / "ruff-extend.toml").read_text("utf-8"), "")


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["ruff"], "ruff.toml"),
        (["ruff", "--extend", "--advice"], "ruff-extend-advice.toml"),
        (["ast-grep", "--torch-xla", ">=2.1"], "ast-grep.yml"),
        (["ast-grep", "--folder"], "ast-grep/sgconfig.yml"),
        (["ast-grep", "--folder", "--advice"], "ast-grep/sgconfig-advice.yml"),
    ],
)
def test_path(capsys, arguments: list[str], name: str):
    done = run(capsys, "rules", *arguments, "--path")
    assert (done.code, done.err) == (0, "")
    path = Path(done.out.rstrip("\n"))
    assert path == shipped.DATA / name
    assert path.read_text("utf-8") == shipped.files()[name]


def test_write_for_other_releases(capsys, tmp_path: Path):
    file = tmp_path / "new" / "xrt.toml"
    assert run(capsys, "rules", "ruff", "--write", file, "--torch-xla", ">=2.2") == (0, f"{file}\n", "")
    text = file.read_text("utf-8")
    assert "supports torch_xla 2.2 and later" in text
    assert "xla_env_vars.WORLD_SIZE" not in text  # it is back in 2.2
    assert "use torch_xla.distributed.spmd" in text
    assert "from torch_xla 2.2 on" not in text
    folder = tmp_path / "rules"
    done = run(capsys, "rules", "ast-grep", "--folder", "--write", folder, "--torch-xla", ">=2.2")
    assert done == (0, f"{folder / 'sgconfig.yml'}\n", "")
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == set(astgrep.folder(Options.parse(">=2.2")))
    assert not any("XRT105" in path for path in written)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ast-grep", "--inline"], "--inline and --extend are for ruff"),
        (["ast-grep", "--extend"], "--inline and --extend are for ruff"),
        (["ruff", "--inline", "--extend"], "leave --extend out"),
        (["ruff", "--folder", "--path"], "--folder is for ast-grep"),
        (["ast-grep", "--folder"], "--folder needs --path or --write"),
        (["ruff", "--path", "--torch-xla", ">=2.2"], "use --write for other releases"),
        (["ruff", "--torch-xla", "new"], "torch-xla: 'new' is not a version specifier"),
        (["ruff", "--path", "--print"], "not allowed with argument"),
        (["eslint"], "invalid choice: 'eslint'"),
    ],
)
def test_what_does_not_fit_together(capsys, arguments: list[str], says: str):
    done = run(capsys, "rules", *arguments)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_a_package_that_is_not_whole(capsys, monkeypatch, tmp_path: Path):
    monkeypatch.setattr(shipped, "DATA", tmp_path)
    done = run(capsys, "rules", "ruff", "--path")
    assert (done.code, done.out) == (2, "")
    assert "is missing: the package is not whole" in done.err


def test_a_place_that_cannot_be_written(capsys, tmp_path: Path):
    done = run(capsys, "rules", "ruff", "--write", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert str(tmp_path) in done.err
