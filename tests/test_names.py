"""The names data: its shape, that it is what the wheels say, and the tool that rebuilds it."""

import json
import shutil
import zipfile

import build_names
import pytest
import wheels

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts._universe import RELEASES, WHEELS
from flake8_no_xrt.facts.releases import Releases

RECORDED = json.loads(names.DATA.read_text(encoding="utf-8"))


def test_the_releases_of_the_data_are_the_universe():
    assert tuple(RECORDED["releases"]) == RELEASES
    assert build_names.as_universe(RELEASES, WHEELS) == build_names.UNIVERSE.read_text(encoding="utf-8")


def test_every_wheel_belongs_to_a_release_and_every_release_from_2_1_has_one():
    with_wheels = {build_names.minor(version) for version in WHEELS}
    assert with_wheels == set(Releases.since("2.1"))


def test_no_name_outlives_its_module_and_all_live_somewhere():
    for module in names.modules():
        assert names.lives(module), module
        for name, lives in names.members(module).items():
            if not names.is_module(f"{module}.{name}"):
                assert lives, (module, name)
                assert lives <= Releases.from_ranges(RECORDED["modules"][module]["in"]), (module, name)


def test_a_module_without_its_parent_is_impossible():
    for module in names.modules():
        parent = module.rpartition(".")[0]
        assert not parent or names.lives(module) <= names.lives(parent), module


def test_the_data_is_what_the_installed_torch_xla_has(here):
    if here.library is None:
        measured = {module: None for module in names.modules() if here.exists(module)}
        assert measured  # nothing more to compare with where there are no wheels; the summary says so
        return
    measured = build_names.measure(here.library)
    recorded = {
        module: {name for name in found["names"] if here.release in Releases.from_ranges(found["names"][name])}
        for module, found in RECORDED["modules"].items()
        if here.release in Releases.from_ranges(found["in"])
    }
    assert measured == recorded
    assert len(measured) > 100
    assert sum(map(len, measured.values())) > 2000


def test_a_module_that_cannot_import_is_left_out_by_computation():
    """gpu.py is in the wheels up to 2.4; from 2.2 on two of the functions it forwards to are missing."""
    assert str(names.lives("torch_xla.experimental.gpu")) == "2.0 to 2.1"
    assert "2.4" in names.members("torch_xla.experimental")["gpu"]


@pytest.mark.rebuild
def test_the_wheels_give_the_data(capsys):
    status = build_names.main(["--check"])
    said = capsys.readouterr()
    assert status == 0, said
    assert f"{len(WHEELS)} wheels read, 0 differences" in said.out


# -- the tool, on wheels made here ---------------------------------------------------------------------------


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    """A copy of the data to work on, an empty cache, and a way to put a wheel into it."""
    for name in ("NAMES", "UNIVERSE"):
        path = getattr(build_names, name)
        monkeypatch.setattr(build_names, name, tmp_path / path.name)
        shutil.copy(path, tmp_path / path.name)
    monkeypatch.setattr(build_names, "ROOT", tmp_path)
    monkeypatch.setenv("FLAKE8_NO_XRT_CACHE", str(tmp_path / "cache"))

    def put(version, **files):
        (tmp_path / "cache" / "wheels").mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(tmp_path / "cache" / "wheels" / f"torch_xla-{version}-py3-none-any.whl", "w") as wheel:
            for name, text in files.items():
                wheel.writestr(
                    f"torch_xla/{name.replace('__', '/')}.py" if name != "init" else "torch_xla/__init__.py", text
                )

    put.data = lambda: json.loads((tmp_path / "names.json").read_text(encoding="utf-8"))
    put.universe = lambda: (tmp_path / "_universe.py").read_text(encoding="utf-8")
    return put


def test_a_new_release_is_one_command(workshop, capsys):
    workshop("2.10.0", init="from .runtime import world_size\nbrand_new = 1\n", runtime="def world_size(): ...\n")
    assert build_names.main(["--add", "2.10.0"]) == 0
    data = workshop.data()
    assert data["releases"] == [*RELEASES, "2.10"]
    assert data["modules"]["torch_xla"]["names"]["brand_new"] == "2.10"
    assert data["modules"]["torch_xla.runtime"]["in"] == "2.1-2.10"
    assert data["modules"]["torch_xla.runtime"]["names"]["world_size"] == "2.1-2.10"
    assert data["modules"]["torch_xla.runtime"]["names"]["host_index"] == "2.1-2.9"
    assert data["modules"]["torch_xla.core.xla_model"]["in"] == "1.13-2.9"
    assert '"2.10"' in workshop.universe()
    assert '"2.10.0"' in workshop.universe()
    assert "to 2.10.0" in data["source"]
    assert "torch_xla:brand_new: recorded nowhere, wheels 2.10" in capsys.readouterr().out


def test_patch_releases_of_one_release_have_to_agree(workshop, capsys):
    workshop("2.9.0", init="a = 1\n")
    workshop("2.9.1", init="b = 1\n")
    assert build_names.main(["--add", "2.9.1"]) == 2
    assert "2.9.1 has other names" in capsys.readouterr().err
    assert workshop.data() == RECORDED


def test_a_wheel_without_torch_xla_is_said(workshop, capsys):
    workshop("2.10.0")
    assert build_names.main(["--add", "2.10.0"]) == 2
    assert "no package torch_xla" in capsys.readouterr().err


@pytest.mark.usefixtures("workshop")
def test_a_wheel_that_cannot_be_had_is_said(monkeypatch, capsys):
    monkeypatch.setattr(wheels.sys, "executable", shutil.which("false"))
    assert build_names.main(["--add", "2.10.0"]) == 2
    assert "torch_xla 2.10.0 could not be downloaded" in capsys.readouterr().err


def test_a_version_that_is_none_is_said(workshop, capsys):
    assert build_names.main(["--add", "new"]) == 2
    assert "'new' is not a version" in capsys.readouterr().err
    assert workshop.data() == RECORDED


def test_an_older_patch_release_is_put_in_its_place(workshop):
    for version in ("2.5.0", "2.5.1", "2.5.2"):
        workshop(version, init="a = 1\n")
    assert build_names.main(["--add", "2.5.2"]) == 0
    assert '"2.5.1", "2.5.2", "2.6.0"' in workshop.universe()
    assert workshop.data()["releases"] == list(RELEASES)
    assert workshop.data()["modules"]["torch_xla"]["names"]["a"] == "2.5"
    assert workshop.data()["modules"]["torch_xla.runtime"]["in"] == "2.1-2.4,2.6-2.9"


def test_a_check_writes_nothing_and_names_what_differs(workshop, monkeypatch, capsys):
    monkeypatch.setattr(build_names, "WHEELS", ("2.9.0", "2.9.1"))
    for version in build_names.WHEELS:
        workshop(version, init="only = 1\n")
    assert build_names.main(["--check"]) == 1
    assert workshop.data() == RECORDED
    assert "torch_xla:only: recorded nowhere, wheels 2.9" in capsys.readouterr().out


def test_the_part_without_wheels_stays_as_recorded():
    merged = build_names.merge(RECORDED, {"2.9": {"torch_xla": {"x"}}})
    before = {path: ranges for path, ranges in build_names._flat({**merged, "source": ""}).items() if "1.13" in ranges}
    assert len(before) > 700
    assert build_names._of(merged["modules"], merged["releases"], "2.0") == build_names._of(
        RECORDED["modules"], RECORDED["releases"], "2.0"
    )


@pytest.mark.parametrize(
    ("releases", "text"),
    [(["2.1"], "2.1"), (["2.1", "2.2"], "2.1-2.2"), (["1.13", "2.1", "2.2", "2.9"], "1.13,2.1-2.2,2.9")],
)
def test_ranges(releases, text):
    assert build_names._ranges(releases, list(RELEASES)) == text
    assert list(Releases.from_ranges(text)) == releases


def test_a_range_can_have_no_end():
    assert Releases.from_ranges("2.5-") == Releases.since("2.5")
    assert Releases.from_ranges("1.13,2.8-") == Releases.from_ranges(f"1.13,2.8-{RELEASES[-1]}")
