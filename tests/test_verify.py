"""The command verify, the live check and the page it makes."""

import argparse
import json
import shutil
import types

import live_environment
import pytest
import verification_page
import verify_live

from flake8_no_xrt.command import verify as command
from flake8_no_xrt.facts._universe import WHEELS
from flake8_no_xrt.facts.releases import PJRT_ONLY, RELEASES
from flake8_no_xrt.truth import installed, live, verify
from flake8_no_xrt.truth.replacements import gone, is_name, offered

LAST = RELEASES[-1]


@pytest.fixture
def run(capsys):
    """Run the subcommand; gives its status, its output and its errors."""

    def call(*arguments):
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        status = command.run(parser.parse_args(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


# -- from the recorded names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", WHEELS)
def test_a_release_from_the_data(run, version):
    status, out, err = run("--torch-xla", version, "--json")
    table = json.loads(out)
    release = installed.release_of(version)
    missing = {row["name"] for row in table["replacements"] if not row["exists"]}
    assert missing == {one.name for one in offered(release) if release not in one.lives}
    assert table["missing"] == len(missing)
    assert status == (1 if missing else 0)
    assert err == ""
    assert len(table["replacements"]) > 75


def test_the_table_says_from_when(run):
    status, out, _ = run("--torch-xla", "2.1")
    assert status == 1
    assert "missing: torch_xla.device, which torch_xla has on 2.3 and later" in out
    assert "missing: torch_xla.runtime.world_size" not in out
    assert len(out.splitlines()) < 50


@pytest.mark.parametrize(
    ("version", "release"),
    [
        ("2.5", "2.5"),
        ("2.5.1", "2.5"),
        ("2.9.0+cu126", "2.9"),
        ("2.8.0rc3", "2.8"),
        ("2.1.0+xrt", "2.0"),
        ("99.1", LAST),
    ],
)
def test_the_release_of_a_version(version, release):
    assert installed.release_of(version) == release


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--torch-xla", "1.5"], "there is no data for torch_xla 1.5: it begins with 1.13"),
        (["--torch-xla", "new"], "'new' is not a version"),
        (["--torch-xla", ""], "'' is not a version"),
        (["--torch-xla", "2.9", "--live"], "--live imports the installed torch_xla: leave --torch-xla out"),
    ],
)
def test_what_cannot_be_told_is_one_line(run, arguments, error):
    assert run(*arguments) == (2, "", f"flake8-no-xrt verify: {error}\n")


# -- an installed one ----------------------------------------------------------------------------------------------


def test_the_installed_torch_xla(run, here):
    status, out, err = run("--json")
    if here.library is None:
        assert (status, out) in ((2, ""), (0, out), (1, out))
        return
    table = json.loads(out)
    assert (status, err, table["missing"]) == (0, "", 0)
    (row,) = [row for row in table["replacements"] if row["name"] == "torch_xla.sync"]
    assert row["seen"].startswith("torch_xla/torch_xla.py:")
    assert row["instead_of"] == ["torch_xla.core.xla_model.mark_step"]
    (row,) = [row for row in table["replacements"] if row["name"] == "xla://"]
    assert row["seen"] == "registered by torch_xla.distributed.xla_backend"


def test_no_torch_xla_is_one_line(run, monkeypatch):
    monkeypatch.setattr(installed.importlib.util, "find_spec", lambda _: None)
    line = "flake8-no-xrt verify: no torch_xla is installed in this environment\n"
    assert run() == (2, "", line)
    assert run("--live") == (2, "", line)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Install a torch_xla made of the files given, in front of any other."""

    def install(**files):
        for name, text in {"init": "", "version": f"__version__ = '{LAST}.0'\n", **files}.items():
            path = tmp_path / "torch_xla" / f"{'__init__' if name == 'init' else name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_what_an_installed_one_lacks_is_missing(run, made):
    made(runtime="def world_size(): ...\n")
    status, out, err = run("--json")
    there = [row["name"] for row in json.loads(out)["replacements"] if row["exists"]]
    assert (status, err) == (1, "")
    assert there == ["torch_xla.runtime", "torch_xla.runtime.world_size"]


def test_live_imports(run, made):
    made(init="from torch_xla.runtime import world_size as device\n", runtime="def world_size(): ...\n")
    status, out, err = run("--json", "--live")
    rows = {row["name"]: row for row in json.loads(out)["replacements"]}
    assert (status, err) == (1, "")
    there = {name for name, row in rows.items() if row["exists"]}
    assert there == {"torch_xla.device", "torch_xla.runtime", "torch_xla.runtime.world_size"}
    assert rows["torch_xla.sync"]["seen"].startswith("AttributeError: ")
    assert rows["torch_xla.device"]["seen"] == "imported"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("import a_torch_that_is_not_here\n", "ModuleNotFoundError: No module named 'a_torch_that_is_not_here'"),
        ("import os\nos._exit(9)\n", "the process ended with status 9"),
        ("import os\nos.abort()\n", "the process ended with status -6"),
    ],
)
def test_live_survives_a_torch_xla_that_does_not_import(run, made, text, error):
    made(init=text)
    assert run("--live") == (2, "", f"flake8-no-xrt verify: torch_xla cannot be imported: {error}\n")


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({"version": ""}, "does not say its version"),
        ({"version": "__version__ = '0.1'"}, "no data for torch_xla 0.1"),
        ({"runtime": "def (:\n"}, "invalid syntax"),
    ],
)
def test_an_installed_one_that_cannot_be_used_is_one_line(run, made, files, error):
    made(**files)
    status, out, err = run()
    assert (status, out) == (2, "")
    assert err.startswith("flake8-no-xrt verify: ")
    assert error in err
    assert err.count("\n") == 1


def test_a_name_is_got_as_code_would():
    assert live.look(["json.decoder.JSONDecoder", "json.gone", "gone_for_good"]) == {
        "json.decoder.JSONDecoder": None,
        "json.gone": "AttributeError: module 'json' has no attribute 'gone'",
        "gone_for_good": "ModuleNotFoundError: No module named 'gone_for_good'",
    }


# -- the live check ------------------------------------------------------------------------------------------------

KEPT = verification_page.kept()


def test_the_chosen_releases_have_a_kept_result():
    assert tuple(KEPT) == verify_live.CHOSEN
    assert set(verify_live.CHOSEN) <= set(WHEELS)


def test_the_page_is_made_from_the_kept_results():
    assert verification_page.render(KEPT) == verification_page.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("version", KEPT)
def test_a_kept_result_has_no_failure(version):
    assert verify_live.failures(KEPT[version]) == []


@pytest.mark.parametrize("version", KEPT)
def test_a_kept_result_is_of_this_catalogue(version):
    """If not: python tools/verify_live.py VERSION --record."""
    release = installed.release_of(version)
    rows = KEPT[version]["replacements"]
    told = [one for one in offered(release) if release in one.lives]
    assert [(row["name"], row["instead_of"]) for row in rows] == [(one.name, list(one.instead_of)) for one in told]
    assert [row["name"] for row in KEPT[version]["gone"]] == [entry.name for entry in gone(release)]


def test_the_shims_are_the_library_s_own_word():
    """33 aliases of 2.4.0 and the three wrappers of 2.6.0; two forward to what is not offered, with a reason."""
    assert len(KEPT["2.4.0"]["shims"]) == 33
    assert {row["old"].rpartition(".")[2] for row in KEPT["2.6.0"]["shims"]} >= {
        "xrt_world_size",
        "get_ordinal",
        "parse_xla_device",
    }
    excused = {
        row["old"]: verification_page.excuse(row["wraps"])
        for report in KEPT.values()
        for row in report["shims"]
        if row["wraps"] not in row["candidates"]
    }
    assert excused == {
        "torch_xla.experimental.pjrt.using_pjrt": "went after torch_xla 2.4",
        "torch_xla.experimental.pjrt.spawn": "private",
    }


def broken(**changes):
    """A kept result with a row of one of its lists changed."""
    report = json.loads(json.dumps(KEPT["2.4.0"]))
    for kind, change in changes.items():
        if kind in ("extra", "lacking"):
            report["names"][kind].append(change)
        else:
            report[kind][0].update(change)
    return verify_live.failures(report)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"replacements": {"imports": "ImportError: no"}}, "is offered and cannot be imported: ImportError: no"),
        ({"replacements": {"error": "TypeError: no"}}, "is offered and cannot be called: TypeError: no"),
        ({"replacements": {"called": False, "why": ""}}, "was not called, and nothing says why"),
        ({"gone": {"error": None}}, "is said to be gone and is there"),
        ({"pairs": {"rewrite": "safe", "relation": "another", "answers": "other"}}, "they answer differently"),
        (
            {
                "pairs": {
                    "rewrite": "safe",
                    "relation": "another",
                    "answers": None,
                    "old_signature": "(a)",
                    "new_signature": "(b)",
                    "optional_only": False,
                }
            },
            "(a) became (b)",
        ),
        ({"shims": {"wraps": "torch_xla.runtime.world_size", "candidates": []}}, "which is not among []"),
        ({"lacking": {"name": "torch_xla.old", "certain": True}}, "torch_xla.old is in the names data and not there"),
        ({"extra": "torch_xla.new"}, "torch_xla.new is there and not in the names data"),
    ],
)
def test_the_live_check_notices(changes, line):
    (failure,) = broken(**changes)
    assert line in failure


def reported(monkeypatch, report):
    monkeypatch.setattr(verify_live, "ready", lambda *_: "python")
    monkeypatch.setattr(verify_live, "probe", lambda _: report)


def test_the_live_check_of_the_kept_result_passes(monkeypatch, capsys):
    reported(monkeypatch, KEPT[WHEELS[-1]])
    assert verify_live.main([]) == 0
    assert "all of it holds" in capsys.readouterr().out


def test_the_live_check_fails_if_it_finds_something(monkeypatch, capsys):
    report = json.loads(json.dumps(KEPT[WHEELS[-1]]))
    report["gone"][0]["error"] = None
    reported(monkeypatch, report)
    assert verify_live.main([]) == 1
    assert "FAILED: " in capsys.readouterr().out


def test_the_live_check_fails_if_the_kept_result_is_another(monkeypatch, capsys):
    report = json.loads(json.dumps(KEPT[WHEELS[-1]]))
    del report["gone"][0]
    reported(monkeypatch, report)
    assert verify_live.main([]) == 1
    assert "is of another catalogue: run with --record" in capsys.readouterr().out


def test_a_failing_result_is_not_kept(monkeypatch, tmp_path):
    report = json.loads(json.dumps(KEPT[WHEELS[-1]]))
    report["gone"][0]["error"] = None
    reported(monkeypatch, report)
    for name in ("RESULTS", "PAGE"):
        monkeypatch.setattr(verify_live, name, tmp_path / name)
    assert verify_live.main(["--record"]) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_result_that_holds_is_kept(monkeypatch, tmp_path):
    report = KEPT[WHEELS[-1]]
    reported(monkeypatch, report)
    for name in ("RESULTS", "PAGE"):
        monkeypatch.setattr(verify_live, name, tmp_path / name)
    assert verify_live.main(["--record"]) == 0
    assert json.loads((tmp_path / "RESULTS" / f"{WHEELS[-1]}.json").read_text(encoding="utf-8")) == report
    assert (tmp_path / "PAGE").read_text(encoding="utf-8").startswith("<!-- Generated")


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("FLAKE8_NO_XRT_CACHE", str(tmp_path))
    monkeypatch.setattr(live_environment.platform, "system", lambda: "Linux")
    monkeypatch.setattr(live_environment.platform, "machine", lambda: "x86_64")
    return tmp_path


@pytest.mark.usefixtures("empty_cache")
def test_too_little_room_is_said_loudly(monkeypatch, capsys):
    monkeypatch.setattr(live_environment.shutil, "disk_usage", lambda _: types.SimpleNamespace(free=5e9))
    assert verify_live.main([]) == 3
    said = capsys.readouterr().err
    assert f"NOT CHECKED: torch_xla {WHEELS[-1]} live. 5.0 GB are free" in said
    assert "!" * 80 in said


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("python", [shutil.which("false"), "/no/such/python"])
def test_an_installation_that_fails_is_said_loudly(monkeypatch, capsys, python):
    monkeypatch.setattr(live_environment.shutil, "disk_usage", lambda _: types.SimpleNamespace(free=5e10))
    assert verify_live.main(["--python", python]) == 3
    assert "NOT CHECKED" in capsys.readouterr().err


@pytest.mark.usefixtures("empty_cache")
def test_another_machine_is_said_loudly(monkeypatch, capsys):
    monkeypatch.setattr(live_environment.platform, "machine", lambda: "arm64")
    assert verify_live.main([]) == 3
    assert "torch_xla has no wheels for Linux arm64" in capsys.readouterr().err


def test_an_environment_is_made_once(empty_cache):
    home = live_environment.folder("2.9.0")
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").touch()
    (home / "complete").touch()
    assert live_environment.ready("2.9.0", "/no/such/python") == home / "bin" / "python"
    live_environment.remove("2.9.0")
    assert not home.exists()
    assert home.is_relative_to(empty_cache)


def test_a_probe_that_dies_is_said(monkeypatch, tmp_path, capsys):
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho it broke >&2\nexit 7\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(verify_live, "ready", lambda *_: script)
    assert verify_live.main([]) == 3
    assert "the probe ended with status 7:\nit broke" in capsys.readouterr().err


def test_what_is_not_called_says_why():
    for version, report in KEPT.items():
        called = [row for row in report["replacements"] if row["called"]]
        assert len(called) > 35, version
        assert all(row["why"] for row in report["replacements"] if not row["called"]), version
        assert any(row["name"] == "xla://" and row["answer"].startswith("('xla://', 'xla', 1") for row in called)


def test_every_replacement_of_every_release_is_a_row():
    for release in PJRT_ONLY:
        names = [row.name for row in verify.recorded(release, release).rows]
        assert names == [one.name for one in offered(release)]
        assert set(verify.to_import(release)) == {name for name in names if is_name(name)}
