"""The real pre-commit, and real commits: with our hooks, and with the plugin in a flake8 hook, beside ruff's.

Repositories of hooks of others are stood in for by local ones with the same programs.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import corpus
import pytest
from real_tools import pins, program
from ruamel.yaml import YAML

from flake8_no_xrt import kinds
from flake8_no_xrt.rules import shipped

ROOT = Path(__file__).resolve().parents[1]
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
TAG = "v0"
RUFF_RULES = "rules/ruff-extend.toml"


@pytest.fixture(scope="module")
def hooks() -> dict[str, dict[str, Any]]:
    return {hook["id"]: hook for hook in YAML(typ="safe").load(MANIFEST.read_text(encoding="utf-8"))}


# -- the manifest --------------------------------------------------------------------------------------------
def test_the_manifest_installs_what_reads_all_kinds(hooks):
    parser = configparser.RawConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    everything = parser["options.extras_require"]["all"].split()
    assert [sorted(hook["additional_dependencies"]) for hook in hooks.values()] == [sorted(everything)] * 3


@pytest.mark.integration
def test_every_kind_of_file_has_a_hook(hooks):
    """By its type or by its name, and by one of them only. ``.zshrc`` and the like have a type."""
    from identify import identify

    typed, named = hooks["flake8-no-xrt"], hooks["flake8-no-xrt-by-name"]
    assert typed["types_or"] == named["exclude_types"] == hooks["flake8-no-xrt-fix"]["types_or"]
    tables = [*kinds._NAMES, *(f"a{suffix}" for suffix in kinds._SUFFIXES), *(f"{part}a" for part in kinds._BEGINNINGS)]
    tables += [f"a.env{ending}" for ending in kinds._TEMPLATES]
    for name in tables:
        by_type = not set(typed["types_or"]).isdisjoint(identify.tags_from_filename(name))
        assert by_type or re.search(named["files"], f"conf/{name}"), name
    for name in ("README", "LICENSE", "a.c", "a.txt", "a.json", "a.csv"):
        assert set(typed["types_or"]).isdisjoint(identify.tags_from_filename(name)), name
        assert not re.search(named["files"], f"conf/{name}"), name


# -- a project -----------------------------------------------------------------------------------------------
class Project(NamedTuple):
    """A git repository with a configuration of pre-commit."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        done = self.run("git", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def pre_commit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(program("pre-commit"), "run", "--color=never", *arguments)

    def write(self, **files: str) -> None:
        """Write files and stage them; ``__`` in a name stands for the dot."""
        for name, text in files.items():
            path = self.folder / name.replace("__", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.git("add", "--all")

    def commit(self) -> subprocess.CompletedProcess[str]:
        self.git("add", "--all")
        return self.run("git", "commit", "--message", "a change")


def environment(home: Path) -> dict[str, str]:
    """An environment in which git and pre-commit read nobody's settings."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "a"), ("EMAIL", "a@b"))
    }
    scripts = str(Path(sys.executable).parent)
    return {
        **plain,
        **who,
        "PATH": f"{scripts}{os.pathsep}{plain['PATH']}",
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """Where pre-commit installs hooks once for all tests, and the repository of our hooks: the sources as they are."""
    place = tmp_path_factory.mktemp("home")
    repository = Project(place / "hooks", environment(place))
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if name.startswith(("flake8_no_xrt/", "setup.cfg", "pyproject.toml", "README", "LICENSE", ".pre-commit-hooks")):
            target = repository.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file():
                shutil.copy(ROOT / name, target)
    repository.git("init", "--quiet")
    repository.git("add", "--all", "--force")
    repository.git("commit", "--quiet", "--message", "hooks")
    repository.git("tag", TAG)
    return place


@pytest.fixture
def project(home: Path, tmp_path: Path) -> Project:
    made = Project(tmp_path / "project", environment(home))
    made.folder.mkdir()
    made.git("init", "--quiet")
    return made


def ours(home: Path, *identifiers: str) -> str:
    lines = [f"  - repo: {home / 'hooks'}", f"    rev: {TAG}", "    hooks:"]
    return "\n".join([*lines, *(f"      - id: {identifier}" for identifier in identifiers)]) + "\n"


FLAKE8 = """\
  - repo: local
    hooks:
      - id: flake8
        name: flake8
        entry: flake8
        language: python
        types: [python]
        require_serial: true
        args: [--select, "XRT,E9"]
        additional_dependencies: [{sources}]
"""
RUFF = f"""\
  - repo: local
    hooks:
      - id: ruff-check
        name: ruff check
        entry: ruff check --force-exclude --fix
        language: python
        types_or: [python, pyi, jupyter]
        require_serial: true
        additional_dependencies: [ruff=={pins()["ruff"]}]
"""
CLEAN = "import torch_xla.runtime as xr\n\nrank = xr.global_ordinal()\n"
OLD = "from torch_xla.experimental import pjrt\n\nrank = pjrt.global_ordinal()\n"


def configured(project: Project, *repositories: str) -> None:
    project.write(**{"__pre-commit-config__yaml": "repos:\n" + "".join(repositories)})


def lightning(project: Project) -> list[str]:
    """Put files of lightning 2.0.9 into the project: those that speak of XLA, and some that do not."""
    (package,) = (one for one in corpus.packages() if (one.name, one.version) == ("lightning", "2.0.9"))
    folder = corpus.fetch(package)
    names = [name for name in corpus.sources(folder) if re.search(r"/(xla|tpu)|/fabric/plugins/environments/", name)]
    for name in names:
        (project.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, project.folder / name)
    project.git("add", "--all")
    return names


@pytest.mark.integration
def test_the_wheel_holds_the_rules(home: Path, tmp_path: Path):
    """What pre-commit installs, and everybody else, can hand out the rules."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path)]
    subprocess.run([*command, str(home / "hooks")], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"flake8_no_xrt/rules/data/{path}" for path in shipped.files()} <= names


# -- our hook ------------------------------------------------------------------------------------------------
@pytest.mark.integration
def test_lightning(home: Path, project: Project):
    configured(project, ours(home, "flake8-no-xrt"))
    assert len(lightning(project)) > 10
    done = project.pre_commit("--all-files")
    assert done.returncode == 1
    found = re.findall(r"^(\S+?):(\d+):\d+: (XRT\d+)", done.stdout, re.MULTILINE)
    assert ("lightning/fabric/plugins/environments/xla.py", "81", "XRT101") in found
    assert len(found) == 7
    for name in {name for name, _, _ in found}:
        (project.folder / name).write_text(CLEAN)
    project.git("add", "--all")
    done = project.pre_commit("--all-files")
    assert (done.returncode, "Passed" in done.stdout) == (0, True), done.stdout


@pytest.mark.integration
def test_commits(home: Path, project: Project):
    configured(project, ours(home, "flake8-no-xrt", "flake8-no-xrt-by-name"))
    project.run(program("pre-commit"), "install")
    assert project.commit().returncode == 0
    project.write(train__py=OLD)
    done = project.commit()
    assert done.returncode == 1
    assert "train.py:1:36: XRT301 torch_xla.experimental.pjrt was removed" in done.stdout + done.stderr
    project.write(train__py=CLEAN)
    assert project.commit().returncode == 0
    for name, text in {
        "run.sh": "export XRT_WORKERS=a\n",
        "Dockerfile": "FROM a\nENV XRT_WORKERS=a\n",
        "compose.yaml": "services:\n  a:\n    environment:\n      XRT_WORKERS: a\n",
        "book.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
        "conf/tpu.env": "XRT_WORKERS=a\n",
        ".env": "XRT_WORKERS=a\n",
        "run.sbatch": "#!/bin/bash\nexport XRT_WORKERS=a\n",
    }.items():
        project.write(**{name.replace(".", "__"): text})
        done = project.commit()
        if "XRT" in text:
            assert done.returncode == 1, name
            assert f"{name}:" in done.stdout + done.stderr
            project.git("rm", "--quiet", "--force", name)
        else:
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.integration
def test_no_file_one_file_and_many(home: Path, project: Project):
    configured(project, ours(home, "flake8-no-xrt"))
    project.write(picture__bin="\x00", words__txt="XRT_WORKERS=a\n")
    done = project.pre_commit("--files", "picture.bin", "words.txt")
    assert (done.returncode, "(no files to check)Skipped" in done.stdout) == (0, True), done.stdout
    project.write(a__py=OLD, b__py=CLEAN)
    assert project.pre_commit("--files", "a.py").returncode == 1
    assert project.pre_commit("--files", "b.py").returncode == 0
    long = "x" * 120
    project.write(**{f"{long}/{number}__py": CLEAN for number in range(1500)})
    assert project.pre_commit("--files", *(f"{long}/{number}.py" for number in range(1500))).returncode == 0
    project.write(**{f"{long}/700__py": OLD})
    done = project.pre_commit("--all-files")
    assert done.returncode == 1
    assert sorted(re.findall(r"^(\S+):1:36: XRT301", done.stdout, re.MULTILINE)) == ["a.py", f"{long}/700.py"]


# -- the plugin in a flake8 hook, and ruff -------------------------------------------------------------------
@pytest.mark.integration
def test_the_plugin_in_a_flake8_hook(home: Path, project: Project):
    configured(project, FLAKE8.format(sources=home / "hooks"))
    project.run(program("pre-commit"), "install")
    project.write(train__py=OLD)
    done = project.commit()
    assert done.returncode == 1
    assert "train.py:1:36: XRT301" in done.stdout + done.stderr
    project.write(train__py="def f(:\n")
    done = project.commit()
    assert (done.returncode, "E999" in done.stdout + done.stderr) == (1, True)
    project.write(train__py=CLEAN)
    assert project.commit().returncode == 0


@pytest.mark.integration
def test_fixing_settles_beside_ruff(home: Path, project: Project):
    """The first run changes the file, the second changes nothing and lets it through; ruff's fixes go on top."""
    configured(project, ours(home, "flake8-no-xrt-fix"), RUFF)
    shutil.copy(ROOT / RUFF_RULES, project.folder / "xrt.toml")
    own = 'extend = "xrt.toml"\n[lint]\nselect = ["F", "I", "RUF100", "TID251"]\n'
    text = (
        "import torch_xla.core.xla_model as xm\nimport os\nfrom torch_xla.experimental import pjrt\n\n"
        "print(os.sep, xm.xla_device(), pjrt.world_size(), xm.xrt_world_size())\n"
    )
    project.write(ruff__toml=own, train__py=text)
    first = project.pre_commit("--all-files")
    assert first.returncode == 1
    assert "files were modified by this hook" in first.stdout
    project.git("add", "--all")
    second = project.pre_commit("--all-files")
    assert second.returncode == 0, second.stdout + (project.folder / "train.py").read_text()
    fixed = (project.folder / "train.py").read_text()
    assert "xrt_world_size" not in fixed
    assert "experimental" not in fixed
    assert fixed.index("import os") < fixed.index("import torch_xla")
    assert project.commit().returncode == 0
