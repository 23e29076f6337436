"""The README: its commands, its generated parts, its words about options, and the files it leads to."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import readme
from flake8.options.manager import OptionManager
from flake8_here import reported

from flake8_no_xrt.plugin import Plugin

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^python3 -m venv .*$", TEXT, re.MULTILINE)


def test_the_generated_parts_are_up_to_date():
    assert readme.written(TEXT) == TEXT


def test_a_lost_part_is_noticed():
    with pytest.raises(SystemExit, match="has no part 'example'"):
        readme.written(TEXT.replace("<!-- end of example -->", ""))


def test_the_two_commands_are_the_ones_that_ci_runs():
    assert len(COMMANDS) == 2
    assert "flake8 --select XRT,E9 examples" in COMMANDS[0]
    assert COMMANDS[1].endswith("pytest -n auto")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    found = re.search(r"readme\(\) \{\n\s*(.*)\n\}", script)
    assert found
    for number, command in enumerate(COMMANDS, start=1):
        assert f'bash -c "$(readme {number})"' in script
        line = ["bash", "-c", found[1].replace("$1", str(number))]
        assert subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout == f"{command}\n"


def test_what_the_example_reports():
    command = [sys.executable, "-m", "flake8", "--select", "XRT,E9", "examples"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (ROOT / "examples" / "expected.txt").read_text(encoding="utf-8")


def test_the_command_shows_what_the_readme_prints():
    shown = re.search(r"\$ flake8-no-xrt (check .*)\n((?:.*\n)+?)\.\.\.\n", TEXT)
    assert shown
    command = [sys.executable, "-m", "flake8_no_xrt", *shown[1].split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(shown[2])


def test_the_configuration_works(tmp_path: Path):
    block = re.search(r"^```ini\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert block
    (tmp_path / "setup.cfg").write_text(block[1], encoding="utf-8")
    code = (
        "from myproject.compat import NEW_NAMES\nimport torch_xla.core.xla_model as xm\n"
        "if not NEW_NAMES:\n    xm.get_ordinal()\nxm.get_ordinal()\n"
    )
    (tmp_path / "a.py").write_text(code, encoding="utf-8")
    assert reported(tmp_path) == [(5, 1, "XRT401")]
    (tmp_path / "setup.cfg").unlink()
    assert reported(tmp_path) == [(4, 5, "XRT401"), (5, 1, "XRT401")]


def test_every_option_is_described_and_no_other():
    manager = OptionManager(version="", plugin_versions="", parents=[], formatter_names=[])
    Plugin.add_options(manager)
    there = {option.long_option_name for option in manager.options}
    assert set(re.findall(r"^\| `(--xrt[\w-]+)", TEXT, re.MULTILINE)) == there


@pytest.mark.parametrize("page", ["README.md", "docs/contributing.md", "docs/design.md", "docs/command.md"])
def test_links_and_paths_lead_somewhere(page: str):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    paths = re.findall(r"`((?:docs|tools|tests|flake8_no_xrt|examples)/[\w/.]+)`", text)
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 200
