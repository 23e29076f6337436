"""Settings: where they come from, which wins, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import run

from flake8_no_xrt.command import sources
from flake8_no_xrt.command.selection import Selection
from flake8_no_xrt.command.settings import load
from flake8_no_xrt.facts.releases import PJRT_ONLY, Releases
from flake8_no_xrt.judging.options import BadOption


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    home = tmp_path / "home"
    work = home / "work"
    work.mkdir(parents=True)
    monkeypatch.chdir(work)
    monkeypatch.setenv("HOME", str(home))


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def origin(settings, key: str) -> tuple[str, str]:
    return next((origin.value, origin.source) for origin in settings.origins if origin.key == key)


def since(release: str) -> Releases:
    return Releases.since(release)


def refuse(path, *_):
    raise PermissionError(13, "Permission denied", path)


def test_defaults():
    settings = load({})
    assert (settings.options.target, settings.options.floor_stated) == (PJRT_ONLY, False)
    assert {origin.source for origin in settings.origins} == {"default"}
    assert [origin.key for origin in settings.origins] == list(sources.KEYS)


class TestFlake8Files:
    @pytest.mark.parametrize("name", ["setup.cfg", "tox.ini", ".flake8"])
    @pytest.mark.parametrize("dash", ["-", "_"])
    def test_each_file_and_both_spellings(self, name, dash):
        write(
            name,
            f"[flake8]\nmax-line-length = 100\nxrt{dash}torch{dash}xla = >=2.3\nxrt{dash}deprecated = yes\n"
            f"xrt{dash}guards =\n    NEW: >=2.5\n    mine: pjrt\nper{dash}file{dash}ignores =\n    tests/*: D1, XRT2\n",
        )
        settings = load({})
        assert settings.options.target == since("2.3")
        assert settings.options.floor_stated
        assert settings.options.deprecated
        assert sorted(settings.options.guards) == ["NEW", "mine"]
        assert settings.selection.per_file == ((str(Path("tests/*").absolute()), ("XRT2",)),)
        assert origin(settings, "torch-xla") == ("2.3 and later", f"{name} [flake8]")

    def test_the_first_file_that_has_the_section(self):
        write("setup.cfg", "[metadata]\nname = flake8\n")
        write("tox.ini", "[flake8]\nxrt-torch-xla = >=2.4\n")
        write(".flake8", "[flake8]\nxrt-torch-xla = >=2.5\n")
        assert load({}).options.target == since("2.4")

    def test_found_above_but_not_in_the_home_folder(self, monkeypatch):
        write("../.flake8", "[flake8]\nxrt-torch-xla = >=2.5\n")
        assert load({}).options.target == PJRT_ONLY
        write("tox.ini", "[flake8]\nxrt-torch-xla = >=2.4\n")
        Path("a/b").mkdir(parents=True)
        monkeypatch.chdir("a/b")
        settings = load({})
        assert settings.options.target == since("2.4")
        assert "tox.ini [flake8]" in origin(settings, "torch-xla")[1]

    def test_lists_that_do_not_speak_of_us_say_nothing(self):
        write(
            ".flake8",
            "[flake8]\nselect = E,F,B9\nignore = E203, W503\nextend-ignore = D\nper-file-ignores =\n    a.py: F401\n",
        )
        settings = load({})
        admits = settings.selection.for_file("a.py")
        assert settings.selection.select is None
        assert admits("XRT401")

    def test_lists_that_do(self):
        write(".flake8", "[flake8]\nselect = E,XRT\nextend-ignore = D, XRT2\nexclude = old,docs/*.py\n")
        settings = load({})
        assert settings.selection.select == ("XRT",)
        assert not settings.selection.for_file("a.py")("XRT201")
        assert settings.exclude == ("old", str(Path("docs/*.py").absolute()))
        assert origin(settings, "ignore") == ("", "default")
        assert origin(settings, "extend-ignore") == ("XRT2", ".flake8 [flake8]")

    def test_no_value_is_no_statement(self):
        write(".flake8", "[flake8]\nxrt-torch-xla =\n")
        settings = load({})
        assert (settings.options.target, settings.options.floor_stated) == (PJRT_ONLY, False)

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("xrt-torch-xla = 2.1", ".flake8 [flake8]: torch-xla: '2.1' is not a version specifier such as '>=2.1'"),
            ("xrt-deprecated = maybe", ".flake8 [flake8]: deprecated: 'maybe' is neither true nor false"),
            ("xrt-guards = A", ".flake8 [flake8]: guards: 'A' is not 'NAME: SPECIFIER' or 'NAME: pjrt'"),
            ("xrt-gards = A: pjrt", ".flake8 [flake8]: xrt-gards is no setting, did you mean xrt-guards?"),
            (
                "xrt-zzz = 1",
                ".flake8 [flake8]: xrt-zzz is no setting: known are xrt-torch-xla, xrt-guards, xrt-deprecated",
            ),
            ("xrt-guards = A: pjrt\nxrt_guards = A: pjrt", ".flake8 [flake8]: xrt_guards is given twice"),
            ("per-file-ignores = a.py XRT1", ".flake8 [flake8]: per-file-ignores: no codes are given for 'a.py'"),
        ],
    )
    def test_bad_values(self, capsys, line, complaint):
        write(".flake8", f"[flake8]\n{line}\n")
        done = run(capsys, "check")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"flake8-no-xrt: error: {complaint}" in done.err

    def test_unreadable_file(self, capsys, monkeypatch):
        write("tox.ini", "[flake8]\n")
        monkeypatch.setattr("flake8_no_xrt.command.sources.open", refuse, raising=False)
        done = run(capsys, "check")
        assert (done.code, done.err) == (2, "flake8-no-xrt: error: tox.ini: Permission denied\n")

    def test_broken_file(self, capsys):
        write("tox.ini", "[flake8]\nxrt-torch-xla\n")
        done = run(capsys, "check")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "tox.ini" in done.err


class TestProjectTable:
    def test_all_settings(self):
        write(
            "pyproject.toml",
            '[tool.flake8-no-xrt]\ntorch-xla = ">=2.2"\nguards = ["NEW: >=2.5", "mine: pjrt"]\ndeprecated = true\n'
            'select = ["XRT"]\nignore = "XRT2, XRT305"\nextend-select = ["XRT201"]\nextend-ignore = ["XRT4"]\n'
            'exclude = ["old"]\nextend-exclude = ["docs/gen"]\noutput-format = "full"\n'
            '[tool.flake8-no-xrt.per-file-ignores]\n"tests/*" = ["XRT1"]\n',
        )
        settings = load({})
        assert settings.options.target == since("2.2")
        assert settings.target_stated
        assert sorted(settings.options.guards) == ["NEW", "mine"]
        assert settings.options.deprecated
        assert settings.selection == Selection(
            ("XRT",), ("XRT201",), ("XRT2", "XRT305", "XRT4"), ((str(Path("tests/*").absolute()), ("XRT1",)),)
        )
        assert settings.exclude == ("old",)
        assert settings.extend_exclude == (str(Path("docs/gen").absolute()),)
        assert settings.output_format == "full"
        assert {source for _, _, source in settings.origins} == {"pyproject.toml [tool.flake8-no-xrt]"}

    def test_guards_as_a_table_and_the_plugin_s_names(self):
        write(
            "pyproject.toml",
            '[tool.flake8-no-xrt]\nxrt_torch_xla = ">=2.2"\n'
            '[tool.flake8-no-xrt.guards]\nNEW = ">=2.5"\n"a.mine" = "pjrt"\n',
        )
        settings = load({})
        assert settings.options.target == since("2.2")
        assert sorted(settings.options.guards) == ["NEW", "a.mine"]

    def test_the_command_line_over_the_table_over_flake8(self):
        write(".flake8", "[flake8]\nxrt-torch-xla = >=2.2\nxrt-guards = A: pjrt\nignore = XRT1\n")
        write("pyproject.toml", '[tool.flake8-no-xrt]\ntorch-xla = ">=2.3"\nignore = ["XRT2"]\n')
        settings = load({"torch-xla": ">=2.4"})
        assert origin(settings, "torch-xla") == ("2.4 and later", "command line")
        assert origin(settings, "ignore") == ("XRT2", "pyproject.toml [tool.flake8-no-xrt]")
        assert origin(settings, "guards") == ("A", ".flake8 [flake8]")

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("torch-xla = 2", "torch-xla: 2 is no text"),
            ('torch-xla = ""', "torch-xla: the specifier is empty"),
            ('deprecated = "maybe"', "deprecated: 'maybe' is neither true nor false"),
            ('select = ["E"]', "select: 'E' is no code, nor the beginning of one"),
            ("ignore = [1]", "ignore: [1] is no list of texts"),
            ('selct = ["XRT"]', "selct is no setting, did you mean select?"),
            ('output-format = "xml"', "output-format: 'xml' is none of text,"),
            ('per-file-ignores = {"a.py" = 1}', "per-file-ignores: 1 is no list of texts"),
            ('torch-xla = ">=2.1"\nxrt-torch-xla = ">=2.2"', "xrt-torch-xla is given twice"),
        ],
    )
    def test_bad_values(self, capsys, text, complaint):
        write("pyproject.toml", f"[tool.flake8-no-xrt]\n{text}\n")
        done = run(capsys, "check")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"error: pyproject.toml [tool.flake8-no-xrt]: {complaint}" in done.err

    def test_no_table_and_no_toml(self, capsys):
        write("pyproject.toml", "[tool]\nflake8-no-xrt = 1\n")
        assert "[tool.flake8-no-xrt] is no table" in run(capsys, "check").err
        write("pyproject.toml", "[tool.flake8-no-xrt\n")
        done = run(capsys, "check")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert done.err.startswith("flake8-no-xrt: error: pyproject.toml: ")


class TestConfigAndIsolated:
    def test_one_file_instead(self):
        write(".flake8", "[flake8]\nxrt-deprecated = yes\nxrt-torch-xla = >=2.2\n")
        write("conf/other.cfg", "[flake8]\nxrt-torch-xla = >=2.4\nexclude = a/b\n")
        write("conf/own.toml", '[tool.flake8-no-xrt]\ntorch-xla = ">=2.5"\n')
        settings = load({}, config="conf/other.cfg")
        assert (settings.options.target, settings.options.deprecated) == (since("2.4"), False)
        assert settings.exclude == (str(Path("conf/a/b").absolute()),)
        assert load({}, config="conf/own.toml").options.target == since("2.5")

    def test_no_section(self):
        write("other.cfg", "[metadata]\n")
        with pytest.raises(BadOption, match=r"other.cfg: there is no section \[flake8\]"):
            load({}, config="other.cfg")

    def test_isolated(self):
        write(".flake8", "[flake8]\nxrt-torch-xla = >=2.2\n")
        write("pyproject.toml", '[project]\ndependencies = ["torch_xla>=2.3"]\n')
        assert load({}, isolated=True).options == load({}).options._replace(target=PJRT_ONLY, floor_stated=False)
