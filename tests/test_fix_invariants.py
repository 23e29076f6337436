"""The invariants that the corpus is held to: each of them notices what it is for."""

from __future__ import annotations

import fix_invariants as must
import pytest

from flake8_no_xrt.judging.findings import Finding

BEFORE = """\
import torch_xla.core.xla_model as xm
from flags import NEW  # since 2.1


def size():
    if NEW:
        return xm.xrt_world_size()  # as xm has it
    # old
    return 0  # none
"""
RENAMED = BEFORE.replace("torch_xla.core.xla_model as xm", "torch_xla.runtime as xr").replace(
    "xm.xrt_world_size", "xr.world_size"
)
USE = Finding(7, 16, "XRT401", "use torch_xla.runtime.world_size", 7, 33, "torch_xla.core.xla_model.xrt_world_size")
DEAD = Finding(9, 5, "XRT501", "dead code", 9, 13, "dead code")


def file(after: str, *found: Finding, left: tuple[Finding, ...] = (), before: str = BEFORE) -> must.File:
    return must.File("a/b.py", before, after, before.encode(), after.encode(), list(found), list(left))


def test_a_good_fix_is_good():
    good = file(RENAMED, USE)
    for check in (must.does_not_compile, must.new_findings, must.new_flakes, must.lost_comments, must.other_bytes):
        assert check(good) == []
    assert must.other_lines(good) == []
    assert must.kept_findings(good, [USE]) == []
    short = "import torch_xla.runtime as xr\n\n\ndef size():\n    return xr.world_size()  # as xm has it\n"
    assert must.other_lines(file(short, USE, DEAD)) == []


def test_what_does_not_compile():
    assert must.does_not_compile(file("def (:\n"))[0].startswith("does not compile")
    assert must.does_not_compile(file("return 1\n"))[0].startswith("does not compile")


def test_findings_that_are_new_or_still_there():
    assert must.new_findings(file(RENAMED, USE, left=(USE, USE))) == [f"a new finding: XRT401 {USE.name}"]
    assert must.new_findings(file(RENAMED, USE, left=(DEAD,))) == ["a new finding: XRT501 dead code"]
    assert must.kept_findings(file(RENAMED, USE, left=(USE,)), [USE]) == [f"still there: XRT401 {USE.name}"]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (BEFORE.replace("xm.xrt_world_size", "xr.world_size"), "pyflakes: UndefinedName ['xr']"),
        (RENAMED.replace("import torch", "import os\nimport torch"), "pyflakes: UnusedImport os"),
        (f"{RENAMED}\n\ndef size():\n    return 1\n", "pyflakes: RedefinedWhileUnused ['size']"),
    ],
)
def test_what_pyflakes_says(after, said):
    assert said in must.new_flakes(file(after, USE))


def test_an_unused_import_of_another_module_is_not_new():
    before, after = "from torch_xla.a import B\n", "from torch_xla.c import B\n"
    assert must.new_flakes(file(after, before=before)) == []


def test_comments():
    gone = RENAMED.replace("  # since 2.1", "").replace("  # as xm has it", "")
    assert must.lost_comments(file(gone, USE)) == [
        "a comment is lost: # since 2.1",
        "a comment is lost: # as xm has it",
    ]
    dead = RENAMED.replace("    # old\n    return 0  # none\n", "")
    assert must.lost_comments(file(dead, USE, DEAD)) == []
    assert must.lost_comments(file(dead, USE)) == ["a comment is lost: # old", "a comment is lost: # none"]


def test_bytes():
    mark = "\ufeff"
    assert must.other_bytes(file(RENAMED)._replace(old=f"{mark}{BEFORE}".encode())) == [
        "the byte order mark",
        "the encoding",
    ]
    assert must.other_bytes(file(RENAMED.replace("\n", "\r\n"))) == ["the line ends"]
    assert must.other_bytes(file(RENAMED.rstrip("\n"))) == ["the end of the last line"]
    cookie = f"# -*- coding: latin-1 -*-\n{RENAMED}# \xe9\n"
    latin = file(cookie)._replace(old=cookie.encode("latin-1"), new=cookie.encode("latin-1"))
    assert must.other_bytes(latin) == []
    assert must.other_bytes(latin._replace(new=cookie.encode())) == ["the encoding"]


def test_lines_that_are_nobodys_business():
    assert must.other_lines(file(RENAMED.replace("    return 0  # none\n", ""), USE)) == [
        "line 9 has nothing to do with a finding:     return 0  # none"
    ]
    assert must.other_lines(file(RENAMED.replace("return 0", "return 1"), USE)) == [
        "line 9 has nothing to do with a finding:     return 0  # none"
    ]
    assert must.other_lines(file(f"{RENAMED}print(1)\n", USE)) == ["a word that was not there: print in print(1)"]


@pytest.mark.parametrize(
    "text",
    [
        "from a.b import size\n",
        "from .b import other, size as s\n",
        "from a import b\n\nb.size()\n",
        "import a.b\n\na.b.size()\n",
        "import a.b as m\n\nm.size()\n",
        "from unittest import mock\n\nmock.patch('a.b.size')\n",
    ],
)
def test_names_that_others_take(text):
    gone = [file("other = 1\n")]
    assert must.broken_names(gone, {"a/b.py": "other = 1\n", "a/c.py": text}) == ["a/c.py takes a.b.size"]
    assert must.broken_names([file(RENAMED)], {"a/b.py": RENAMED, "a/c.py": text}) == []


@pytest.mark.parametrize("text", ["from a.d import size\n", "size = 1\n", "from . import d\n\nd.size()\n"])
def test_names_that_others_have_from_elsewhere(text):
    assert must.broken_names([file("other = 1\n")], {"a/c.py": text}) == []


def test_names_bound_by_a_function():
    before = "def start():\n    global flag\n    flag = 1\n"
    gone = [file("def start():\n    pass\n", before=before)]
    assert must.broken_names(gone, {"c.py": "from a.b import flag\n"}) == ["c.py takes a.b.flag"]
