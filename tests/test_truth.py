"""The static proof: what the catalogue offers is in the installed torch_xla, what it says is gone is not.

Two readers have to agree: our own and griffe. griffe cannot see names that a loop registers with setattr; our own
reads those lists, and the tests below show on copies of the library's own modules that it does.
"""

import shutil
import zipfile

import griffe
import pytest
import torch_xla_here
import wheels

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts._universe import WHEELS
from flake8_no_xrt.facts.releases import RELEASES
from flake8_no_xrt.truth import verify
from flake8_no_xrt.truth.library import Library
from flake8_no_xrt.truth.replacements import gone, is_name, offered, successors

LAST = RELEASES[-1]
OFFERED = [one for one in offered(LAST) if is_name(one.name)]
GONE = gone(LAST)


# -- against the installed release -----------------------------------------------------------------------------


def test_the_installed_release_is_the_newest_of_the_data(here):
    assert here.release == LAST


def test_a_missing_torch_xla_is_a_failure_where_there_are_wheels(monkeypatch):
    monkeypatch.setattr(torch_xla_here, "expected", lambda: True)
    monkeypatch.setattr(torch_xla_here.installed.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(AssertionError, match="no torch_xla is installed in this environment: install the test extra"):
        torch_xla_here.look()
    assert torch_xla_here.stand_in_note() == ""


def test_another_torch_xla_than_the_pinned_one_is_a_failure(monkeypatch):
    found = torch_xla_here.installed.Installed("2.4.0", "2.4", None, None)
    monkeypatch.setattr(torch_xla_here, "expected", lambda: True)
    monkeypatch.setattr(torch_xla_here.installed, "find", lambda: found)
    with pytest.raises(AssertionError, match=r"torch_xla 2\.4\.0 is not torch_xla=="):
        torch_xla_here.look()


def test_where_there_are_no_wheels_the_recorded_names_stand_in(monkeypatch):
    monkeypatch.setattr(torch_xla_here, "expected", lambda: False)
    stand_in = torch_xla_here.look()
    assert (stand_in.release, stand_in.library, stand_in.folder) == (LAST, None, None)
    assert stand_in.exists("torch_xla.runtime.world_size")
    assert not stand_in.exists("torch_xla.experimental.pjrt")
    assert "stood in" in torch_xla_here.stand_in_note()


def test_there_are_wheels_on_linux_x86_64():
    marker = torch_xla_here.requirement().marker
    here = {"python_version": "3.12"}
    assert marker.evaluate({**here, "sys_platform": "linux", "platform_machine": "x86_64"})
    assert not marker.evaluate({**here, "sys_platform": "linux", "platform_machine": "aarch64"})
    assert not marker.evaluate({**here, "sys_platform": "darwin", "platform_machine": "x86_64"})


@pytest.mark.parametrize("one", OFFERED, ids=lambda one: one.name)
def test_what_is_offered_exists(here, one):
    assert here.exists(one.name), f"offered for {one.instead_of}"


@pytest.mark.parametrize("entry", GONE, ids=lambda entry: entry.name)
def test_what_is_said_to_be_gone_is_absent(here, entry):
    assert not here.exists(entry.name)


def test_the_scheme_that_is_offered_is_registered(here):
    if here.library is None:
        assert "xla://" in {one.name for one in offered(LAST)}
        return
    assert verify.registers(here.library, "xla://")
    assert verify.registers(here.library, "pjrt://")


@pytest.fixture(scope="session")
def second_reader(here):
    """griffe's tree of the installed torch_xla, None where there are no wheels."""
    if here.folder is None:
        return None
    return griffe.load(names.ROOT, search_paths=[str(here.folder.parent)], allow_inspection=False, resolve_aliases=True)


def in_griffe(tree, path):
    """Whether griffe resolves a path to something, through every alias inside the package."""
    here = tree
    for part in path.split(".")[1:]:
        if part not in here.members:
            return False
        here = here.members[part]
        if here.is_alias:
            if not here.target_path.startswith(f"{names.ROOT}."):
                return True  # what another package defines is not on the search path
            here = here.final_target
    return True


def test_the_second_reader_finds_what_is_offered(here, second_reader):
    missing = [one.name for one in OFFERED if second_reader and not in_griffe(second_reader, one.name)]
    assert missing == []
    assert (second_reader is None) == (here.library is None)


def test_the_second_reader_finds_nothing_that_is_gone(second_reader):
    assert [entry.name for entry in GONE if second_reader and in_griffe(second_reader, entry.name)] == []


def test_the_second_reader_sees_the_same_modules_and_names(here, second_reader):
    """Name by name over the whole package; the differences are listed with their reasons."""
    if second_reader is None:
        assert here.library is None
        return
    ours = {f"{module}.{name}" for module in here.library.modules() for name in here.library.names(module)}
    theirs = set()
    todo = [second_reader]
    while todo:
        module = todo.pop()
        theirs |= {f"{module.path}.{name}" for name in module.members}
        todo += [member for member in module.members.values() if not member.is_alias and member.is_module]
    assert len(ours & theirs) > 2000
    only_ours = {path for path in ours - theirs if not path.rpartition(".")[2].startswith("__")}
    assert only_ours == UNSEEN_BY_GRIFFE
    assert {path for path in theirs - ours if not path.rpartition(".")[2].startswith("__")} == set()


# griffe leaves out the targets of a tuple that is assigned from a call: _fd, _tmp_fname = tempfile.mkstemp().
UNSEEN_BY_GRIFFE = {"torch_xla._fd", "torch_xla._tmp_fname"}


# -- what the reader follows -----------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path):
    """Write a small torch_xla and read it."""

    def write(**files):
        shutil.rmtree(tmp_path / "torch_xla", ignore_errors=True)
        for name, text in {"init": "", **files}.items():
            parts = name.split("__")
            parts[-1] = "__init__" if parts[-1] == "init" else parts[-1]
            path = tmp_path.joinpath("torch_xla", *parts).with_suffix(".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Library(tmp_path)

    return write


def test_a_definition(package):
    library = package(runtime="import os\n\ndef world_size(): ...\nclass C: ...\nx, y = 1, 2\nz: int\nw: int = 1\n")
    assert library.find("torch_xla.runtime.world_size")[1:] == (
        "function",
        "torch_xla.runtime.world_size",
        "torch_xla/runtime.py",
        3,
    )
    assert library.find("torch_xla.runtime.C").how == "class"
    assert library.find("torch_xla.runtime.y").how == "value"
    assert library.find("torch_xla.runtime.os")[1:3] == ("external", "os")
    assert library.find("torch_xla.runtime.z") is None
    assert library.find("torch_xla.runtime.w") is not None
    assert library.find("torch_xla.runtime").how == "module"
    assert library.find("torch_xla.other") is None
    assert library.find("torch_xla.runtime.world_size.cache") is None


def test_re_exports_and_star_imports_are_followed(package):
    library = package(
        init="from .torch_xla import *\nfrom . import runtime as xr\n",
        torch_xla="from .runtime import world_size as ws\nfrom torch_xla.runtime import world_size\n_p = 1\n",
        runtime="def world_size(): ...\n_hidden = 1\n",
    )
    assert library.find("torch_xla.world_size").defined == "torch_xla.runtime.world_size"
    assert library.find("torch_xla.torch_xla.ws").defined == "torch_xla.runtime.world_size"
    assert library.find("torch_xla.xr").defined == "torch_xla.runtime"
    assert library.find("torch_xla._p") is None


def test_a_re_export_of_nothing_is_nothing(package):
    library = package(a="try:\n    from .b import gone\nexcept ImportError:\n    pass\n", b="")
    assert library.imports("torch_xla.a")
    assert library.find("torch_xla.a.gone") is None


def test_a_star_import_keeps_to_all(package):
    library = package(init="from .a import *\n", a="__all__ = ['_b', 'c']\n_b = c = d = 1\n")
    assert [bool(library.find(f"torch_xla.{name}")) for name in ("_b", "c", "d")] == [True, True, False]


def test_a_ring_of_re_exports_ends(package):
    library = package(a="from .b import x\n", b="from .a import x\n")
    assert library.find("torch_xla.a.x") is None


def test_a_name_of_its_own_wins_over_a_submodule(package):
    library = package(init="from .compile import compile\n", compile="def compile(): ...\n")
    assert library.find("torch_xla.compile").how == "function"
    assert library.find("torch_xla.compile.compile").how == "function"


def test_what_is_deleted_is_gone_and_conditions_and_globals_count(package):
    library = package(
        a="x = 1\ndel x\nif True:\n    y = 1\nelse:\n    z = 1\ntry:\n    import jax\nexcept ImportError as error:\n"
        "    jax = None\nwith open('f') as f:\n    pass\ndef set_it():\n    global _store\n    _store = 1\n"
        "while (line := 1):\n    break\nmatch 1:\n    case {'k': k, **rest}:\n        pass\n"
        "    case [first, *more] as whole:\n        pass\n"
    )
    found = set(library.names("torch_xla.a"))
    assert found == {"y", "z", "jax", "f", "set_it", "_store", "line", "k", "rest", "first", "more", "whole"}


def test_what_is_bound_in_any_case_is_certain(package):
    library = package(
        init="from .a import *\n",
        a="import os\nif os:\n    x = 1\n    os = 2\ntry:\n    y = 1\nfinally:\n    z = 1\n"
        "def f():\n    global g\n    g = 1\n",
    )
    for module in ("torch_xla", "torch_xla.a"):
        bound = library.names(module)
        certain = {name for name in ("os", "x", "y", "z", "f", "g") if bound[name].certain}
        assert certain == {"os", "z", "f"}


SHIM = """\
from torch_xla.experimental.deprecation import register_deprecated
from torch_xla._internal import gpu

from . import gpu as this_module

aliases = [
    gpu.initialize_distributed_runtime,
    gpu.num_local_processes,
]

for alias in aliases:
  register_deprecated(this_module, alias)
"""
DEPRECATION = "def register_deprecated(module, new):\n  setattr(module, new.__name__, new)\n"
BOTH = "def num_local_processes(): ...\ndef initialize_distributed_runtime(): ...\n"


def shim(package, internal):
    return package(
        _internal__init="",
        _internal__gpu=internal,
        experimental__init="",
        experimental__deprecation=DEPRECATION,
        experimental__gpu=SHIM,
    )


def test_aliases_that_a_loop_registers_are_read(package):
    library = shim(package, BOTH)
    place = library.find("torch_xla.experimental.gpu.num_local_processes")
    assert place[1:3] == ("registered", "torch_xla._internal.gpu.num_local_processes")
    assert place.line == 8
    assert library.imports("torch_xla.experimental.gpu")


def test_griffe_does_not_see_those(package, tmp_path):
    """The reason for our own reader: should this fail one day, griffe alone would do."""
    shim(package, BOTH)
    tree = griffe.load(names.ROOT, search_paths=[str(tmp_path)], allow_inspection=False)
    assert "num_local_processes" not in tree["experimental.gpu"].members
    assert "aliases" in tree["experimental.gpu"].members


def test_a_shim_with_a_missing_target_cannot_be_imported(package):
    """As the wheels 2.2.0 to 2.4.0 ship torch_xla/experimental/gpu.py."""
    library = shim(package, "def num_local_processes(): ...\n")
    assert not library.imports("torch_xla.experimental.gpu")
    assert library.find("torch_xla.experimental.gpu") is None
    assert library.find("torch_xla.experimental.gpu.num_local_processes") is None
    assert library.find("torch_xla._internal.gpu.num_local_processes") is not None


@pytest.mark.parametrize(
    ("line", "works"),
    [
        ("from torch_xla.b import there", True),
        ("from torch_xla.b import missing", False),
        ("from .b import missing", False),
        ("from .b import *", True),
        ("from .missing import *", False),
        ("import torch_xla.b", True),
        ("import torch_xla.missing", False),
        ("import torch_xla.missing as m", False),
        ("import numpy.missing", True),
        ("try:\n    from .b import missing\nexcept ImportError:\n    missing = None", True),
        ("if 1:\n    import torch_xla.missing", True),
        ("def f():\n    import torch_xla.missing", True),
        ("import torch_xla.b as b\nx = b.there", True),
        ("import torch_xla.b as b\nx = b.missing", False),
        ("import torch_xla.b as b\nx = b.there.attribute", True),
        ("import torch_xla.b as b\nx = lambda: b.missing", True),
        ("import torch_xla.b as b\n@b.missing\ndef f(): ...", False),
        ("import torch_xla.b as b\nclass C(b.missing): ...", False),
        ("import torch_xla\nx = torch_xla._XLAC.anything", True),
    ],
)
def test_a_module_imports_if_what_it_needs_exists(package, line, works):
    library = package(init="import _XLAC\n", a=line + "\n", b="there = 1\n", c="from . import a\n")
    assert library.imports("torch_xla.a") is works
    assert library.imports("torch_xla.c") is works


def test_a_module_that_is_not_there_does_not_import(package):
    assert not package(a="").imports("torch_xla.missing.module")


def test_modules_that_import_each_other_are_importable(package):
    library = package(a="from . import b\n", b="from . import a\n")
    assert library.imports("torch_xla.a")
    assert library.imports("torch_xla.b")


def test_no_torch_xla_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match="no package torch_xla"):
        Library(tmp_path)


def test_a_file_that_is_no_python_is_said(package):
    with pytest.raises(SyntaxError):
        package(a="def (:\n").names("torch_xla.a")


def test_a_wheel_is_read_without_unpacking(tmp_path):
    with zipfile.ZipFile(tmp_path / "one.whl", "w") as wheel:
        wheel.writestr("torch_xla/__init__.py", "from .version import __version__\n")
        wheel.writestr("torch_xla/version.py", "__version__ = '9.9.0'\n")
    library = wheels.open_wheel(tmp_path / "one.whl")
    assert library.version == "9.9.0"
    assert library.find("torch_xla.__version__").defined == "torch_xla.version.__version__"


# -- on all wheels ---------------------------------------------------------------------------------------------

# What the library forwards to and the catalogue does not offer: it went as well, or is private.
NOT_OFFERED = {
    "torch_xla.experimental.pjrt.using_pjrt": "torch_xla.runtime.using_pjrt",
    "torch_xla.experimental.pjrt.spawn": "torch_xla._internal.pjrt.spawn",
}


@pytest.mark.rebuild
@pytest.mark.parametrize("version", WHEELS)
def test_the_proof_on_every_wheel(version):
    """Offers exist, names said gone are absent, and aliases forward to what the catalogue offers."""
    release = ".".join(version.split(".")[:2])
    library = wheels.open_wheel(wheels.fetch(version))
    told = [one.name for one in offered(release) if is_name(one.name) and release in one.lives]
    assert [name for name in told if library.find(name) is None] == []
    assert [entry.name for entry in gone(release) if library.find(entry.name)] == []
    registered = {}
    for entry, name in successors(release):
        old = library.find(entry.name)
        if old.how == "registered":
            registered.setdefault(entry.name, (old.defined, set()))[1].add(library.find(name).defined)
    wrong = {name: target for name, (target, offers) in registered.items() if target not in offers}
    assert wrong.items() <= NOT_OFFERED.items() | {
        ("torch_xla.experimental.pjrt.xla_device", "torch_xla.runtime.xla_device")
    }
    assert bool(registered) == (release in names.lives("torch_xla.experimental.pjrt"))
