"""ruff beside the plugin: comments that survive, and how the rules merge with a project's own configuration."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from real_tools import other_releases, other_ruff, pins, program, ruff_hits

from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import ruff as rules

RULES = Path(__file__).resolve().parents[1] / "rules"
NEWEST = "newest"
OTHERS = sorted(other_releases())
some_ruff = pytest.mark.parametrize(
    "which", [NEWEST, *(pytest.param(which, marks=pytest.mark.integration) for which in OTHERS)]
)
with_extend = pytest.mark.parametrize("which", [NEWEST, pytest.param("extend", marks=pytest.mark.integration)])

CODE = """\
import torch_xla.core.xla_model as xm
from torch_xla.experimental import pjrt  # noqa: XRT301, E501

rank = xm.get_ordinal()  # noqa: XRT401
size = xm.xrt_world_size()  # noqa: XRT401, E501
device = pjrt.xla_device()  # noqa: XRT3
other = 1  # noqa: E501
"""


def ruff(which: str) -> str:
    return program("ruff") if which == NEWEST else other_ruff(other_releases()[which])


def test_the_pins_are_what_they_are_called():
    order = [other_releases()[which] for which in ("oldest", "before-extend", "extend")] + [pins()["ruff"]]
    numbers = [tuple(map(int, version.split("."))) for version in order]
    assert numbers == sorted(numbers)
    assert order[2] == rules.EXTEND_SINCE


# -- comments ------------------------------------------------------------------------------------------------
def fixed(which: str, folder: Path, *arguments: str) -> str:
    (folder / "code.py").write_text(CODE)
    command = [ruff(which), "check", "--no-cache", "--fix", "--select=RUF100", *arguments, "code.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return (folder / "code.py").read_text()


@some_ruff
@pytest.mark.parametrize("name", ["ruff.toml", "ruff-advice.toml"])
def test_comments_survive_with_our_file(which: str, name: str, tmp_path: Path):
    (tmp_path / "ruff.toml").write_text(f'extend = "{RULES / name}"\n')
    text = fixed(which, tmp_path)
    for comment in ("import pjrt  # noqa: XRT301\n", "()  # noqa: XRT401\n", "xla_device()  # noqa: XRT3\n"):
        assert comment in text
    assert text.count("XRT401") == 2
    assert "E501" not in text
    # And flake8 finds nothing to say about the file that ruff has fixed.
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=XRT", "code.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@some_ruff
def test_comments_are_lost_without(which: str, tmp_path: Path):
    """What docs/rules.md warns of, and why the files set ``external``."""
    (tmp_path / "ruff.toml").write_text("")
    text = fixed(which, tmp_path)
    assert "size = xm.xrt_world_size()\n" in text
    assert "import pjrt\n" in text


@some_ruff
def test_an_own_external_wins(which: str, tmp_path: Path):
    config = tmp_path / "ruff.toml"
    config.write_text(f'extend = "{RULES / "ruff.toml"}"\n[lint]\nexternal = ["V"]\n')
    assert "size = xm.xrt_world_size()\n" in fixed(which, tmp_path)
    config.write_text(f'extend = "{RULES / "ruff.toml"}"\n[lint]\nexternal = ["V", "XRT"]\n')
    assert "size = xm.xrt_world_size()  # noqa: XRT401\n" in fixed(which, tmp_path)


# -- merging -------------------------------------------------------------------------------------------------
BANNED = "import os.path\nimport torch_xla.experimental.pjrt\n"
OWN = '[lint.flake8-tidy-imports.{}]\n"os.path".msg = "ours"\n'


def banned(which: str, folder: Path, base: str, own: str) -> list[str]:
    """What is reported of BANNED when a project's own configuration extends one of the files."""
    (folder / "code.py").write_text(BANNED)
    (folder / "ruff.toml").write_text(f'extend = "{RULES / base}"\n{own}')
    hits = [hit for hit in ruff_hits(ruff(which), folder) if hit["code"] == "TID251"]
    return [hit["message"].partition("banned: ")[2].partition(" ")[0] for hit in hits]


@some_ruff
def test_nothing_of_its_own(which: str, tmp_path: Path):
    assert banned(which, tmp_path, "ruff.toml", "") == ["XRT301"]
    own = '[lint.flake8-tidy-imports]\nban-relative-imports = "all"\n'
    assert banned(which, tmp_path, "ruff.toml", own) == ["XRT301"]


@some_ruff
def test_banned_api_of_its_own(which: str, tmp_path: Path):
    assert banned(which, tmp_path, "ruff.toml", OWN.format("banned-api")) == ["ours"]


@with_extend
def test_extending_keeps_both(which: str, tmp_path: Path):
    assert banned(which, tmp_path, "ruff-extend.toml", OWN.format("banned-api")) == ["ours", "XRT301"]
    assert banned(which, tmp_path, "ruff.toml", OWN.format("extend-banned-api")) == ["ours", "XRT301"]
    assert banned(which, tmp_path, "ruff-extend.toml", OWN.format("extend-banned-api")) == ["ours"]


@some_ruff
def test_selecting(which: str, tmp_path: Path):
    assert banned(which, tmp_path, "ruff.toml", '[lint]\nextend-select = ["F"]\n') == ["XRT301"]
    assert banned(which, tmp_path, "ruff.toml", '[lint]\nselect = ["F", "TID251"]\n') == ["XRT301"]
    assert banned(which, tmp_path, "ruff.toml", '[lint]\nselect = ["F"]\n') == []


@with_extend
def test_inline(which: str, tmp_path: Path):
    (tmp_path / "code.py").write_text(BANNED)
    (tmp_path / "ruff.toml").write_text('[lint]\nselect = ["F401"]\n' + OWN.format("banned-api"))
    hits = ruff_hits(ruff(which), tmp_path, "--config", rules.inline(Options()))
    assert [hit["code"] for hit in hits].count("TID251") == 2
    assert [hit["code"] for hit in hits].count("F401") == 2


@pytest.mark.integration
@pytest.mark.parametrize("which", ["oldest", "before-extend"])
def test_an_older_ruff_refuses_the_extending_file(which: str, tmp_path: Path):
    (tmp_path / "code.py").write_text(BANNED)
    command = [ruff(which), "check", "--config", str(RULES / "ruff-extend.toml"), "code.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert rules.EXTEND_SINCE in done.stderr or "extend-banned-api" in done.stderr


@some_ruff
def test_every_release_reports_the_same(which: str, tmp_path: Path):
    """The same names in the same lines, whatever the release of ruff."""
    text = "".join(f"import {entry.name}\n" for entry in rules.entries(Options(), advice=True))
    (tmp_path / "code.py").write_text(text)
    arguments = ["--select=TID251", "--config", str(RULES / "ruff-advice.toml")]
    hits = [hit for hit in ruff_hits(ruff(which), tmp_path, *arguments) if hit["code"] == "TID251"]
    messages = [entry.text for entry in rules.entries(Options(), advice=True)]
    assert [hit["message"].partition(" is banned: ")[2] for hit in hits] == messages
    assert [hit["location"]["row"] for hit in hits] == list(range(1, len(messages) + 1))
