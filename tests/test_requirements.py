"""The target from what a project or a script requires of torch_xla."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import BROKEN, run

from flake8_no_xrt.command import requirements
from flake8_no_xrt.command.settings import load
from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.facts.releases import Releases
from flake8_no_xrt.judging.options import BadOption


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path.parent))


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def since(release: str) -> Releases:
    return Releases.since(release)


def project(*dependencies: str, **groups: list[str]) -> dict[str, object]:
    return {"project": {"dependencies": list(dependencies), "optional-dependencies": groups}}


class TestRequirements:
    @pytest.mark.parametrize(
        ("data", "releases"),
        [
            (project("numpy", "torch_xla>=2.3"), "2.3-2.9"),
            (project("Torch.XLA [tpu] ~= 2.3.0 ; platform_machine == 'x86_64'"), "2.3"),
            (project("torch-xla>=2.2,<2.6"), "2.2-2.5"),
            (project(tpu=["torch_xla>=2.4"]), "2.4-2.9"),
            (project("torch_xla>=2.6", old=["torch_xla==2.2.*"]), "2.2,2.6-2.9"),
            (project("torch_xla<1", old=["torch_xla==2.2.*"]), "2.2"),
            (project("torch_xla", old=["torch_xla==2.2.*"]), "2.2"),
            ({"dependency-groups": {"test": [{"include-group": "x"}, "torch_xla>=2.5"], "x": ["pytest"]}}, "2.5-2.9"),
            (project("torch_xla"), None),
            (project("torch_xla @ https://example.invalid/torch_xla-2.3.whl"), None),
            (project("torch_xla_extras>=1", "torch-xlabel>=2", "pytorch_xla>=2.2", "torch>=2.1"), None),
            ({"project": {"dependencies": "torch_xla>=2.3"}, "dependency-groups": []}, None),
            ({}, None),
        ],
    )
    def test_of_a_project(self, data, releases):
        required = requirements.of_project(data)
        assert (None if required is None else required.releases) == (releases and Releases.from_ranges(releases))

    @pytest.mark.parametrize(
        ("requirement", "complaint"),
        [
            ("torch_xla>=two", r"\[project\] dependencies: 'torch_xla>=two' is no requirement: "),
            (
                "torch_xla<1.13",
                r"torch_xla<1.13: no torch_xla release from 1.13 on satisfies '<1.13'; state the target",
            ),
        ],
    )
    def test_bad(self, requirement, complaint):
        with pytest.raises(BadOption, match=complaint):
            requirements.of_project(project(requirement))

    def test_is_the_target_and_the_floor(self):
        write("pyproject.toml", '[project.optional-dependencies]\ntpu = ["torch_xla>=2.3"]\n')
        settings = load({})
        assert (settings.options.target, settings.options.floor_stated) == (since("2.3"), True)
        assert settings.origins[0] == (
            "torch-xla",
            "2.3 and later",
            "pyproject.toml [project.optional-dependencies] tpu: torch_xla>=2.3",
        )

    def test_a_stated_target_wins(self):
        write("pyproject.toml", '[project]\ndependencies = ["torch_xla>=2.3"]\n')
        write(".flake8", "[flake8]\nxrt-torch-xla = >=2.1\n")
        assert load({}).options.target == since("2.1")

    def test_a_bad_one_does_not_matter_then(self):
        write("pyproject.toml", '[project]\ndependencies = ["torch_xla<1"]\n')
        assert load({"torch-xla": ">=2.2"}).options.target == since("2.2")
        with pytest.raises(BadOption, match=r"^pyproject.toml: \[project\] dependencies: torch_xla<1: "):
            load({})


SCRIPT = (
    '# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "torch",\n#   "torch_xla>=2.7",\n# ]\n# ///\n'
)


class TestScripts:
    def test_of_a_script(self):
        required = requirements.of_script(SCRIPT)
        assert required is not None
        assert (required.releases, required.said) == (since("2.7"), "inline script metadata: torch_xla>=2.7")
        assert requirements.of_script("# /// script\n# dependencies = []\n# ///\n") is None
        assert requirements.of_script(SCRIPT.replace("///", "//")) is None

    def test_is_the_target_of_that_file(self, capsys):
        constant = CODES["XRT502"].bad
        write("script.py", SCRIPT + constant)
        write("module.py", constant)
        done = run(capsys, "check")
        assert [line.split()[1] for line in done.out.splitlines()] == ["XRT502"]
        assert done.out.startswith("script.py:11:")

    def test_wins_over_the_project_but_not_over_a_stated_target(self):
        write("pyproject.toml", '[project]\ndependencies = ["torch_xla>=2.3"]\n')
        assert load({}).options_for(SCRIPT).target == since("2.7")
        assert load({}).options_for("x = 1\n").target == since("2.3")
        assert load({"torch-xla": ">=2.1"}).options_for(SCRIPT).target == since("2.1")

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            (f"{SCRIPT}\n{SCRIPT}", "there are two script blocks"),
            (SCRIPT.replace(">=2.7", ">=two"), "'torch_xla>=two' is no requirement"),
            (SCRIPT.replace("]", ""), "inline script metadata: "),
        ],
    )
    def test_bad(self, capsys, text, complaint):
        write("script.py", text + BROKEN)
        done = run(capsys, "check")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert done.err.startswith("script.py: error: ")
        assert complaint in done.err
        assert "XRT401" in done.out
        shown = run(capsys, "check", "--show-settings")
        assert shown.code == 0
        assert complaint in shown.out.splitlines()[-1]


def test_show_settings(capsys):
    write("pyproject.toml", '[project]\ndependencies = ["torch_xla>=2.3"]\n')
    write(".flake8", "[flake8]\nextend-ignore = E1,XRT304\nper-file-ignores = a.py:XRT2\n")
    write("script.py", SCRIPT)
    done = run(capsys, "check", "--guards", "NEW: >=2.5", "--show-settings")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "torch-xla = 2.3 and later  (pyproject.toml [project] dependencies: torch_xla>=2.3)",
        "guards = NEW  (command line)",
        "deprecated = false  (default)",
        "select = none  (default)",
        "ignore = none  (default)",
        "extend-select = none  (default)",
        "extend-ignore = XRT304  (.flake8 [flake8])",
        "per-file-ignores = a.py: XRT2  (.flake8 [flake8])",
        "exclude = none  (default)",
        "extend-exclude = none  (default)",
        "output-format = text  (default)",
        "files = 3  (listed)",
        "script.py: torch-xla = 2.7 and later  (inline script metadata: torch_xla>=2.7)",
    ]
