"""The rules for ast-grep, through the real ast-grep: their own tests, their words, their fixes, and their cost."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from pathlib import Path

import eval_format
import pytest
from ast_grep_py import SgRoot
from real_tools import ast_grep, ast_grep_hits, check

from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.rules import astgrep

RULES = Path(__file__).resolve().parents[1] / "rules"
ONE_FILE = ("-r", str(RULES / "ast-grep.yml"))
WITH_ADVICE = ("-r", str(RULES / "ast-grep-advice.yml"))


def scan(folder: Path, text: str, *arguments: str, name: str = "code.py") -> list[tuple[int, int, str]]:
    """Line, column (1-based) and rule of each hit in a text."""
    (folder / name).write_text(text, encoding="utf-8")
    hits = ast_grep_hits(folder, *(arguments or ONE_FILE))
    starts = [(hit["range"]["start"], hit["ruleId"]) for hit in hits]
    return [(start["line"] + 1, start["column"] + 1, rule) for start, rule in starts]


@pytest.mark.parametrize("name", [astgrep.CONFIGURATION, astgrep.WITH_ADVICE])
def test_the_tests_of_the_rules(name: str):
    """``ast-grep test`` passes, and has run a test for every rule."""
    command = [ast_grep(), "test", "-c", name, "--skip-snapshot-tests"]
    done = subprocess.run(command, cwd=RULES / "ast-grep", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    rules = astgrep.rules(Options(), advice=name == astgrep.WITH_ADVICE)
    assert f"test result: ok. {len(rules)} passed; 0 failed;" in done.stdout


@pytest.mark.parametrize("spec", [">=1.13", ">=2.2", ">=2.4", ">=2.1,<2.5", "<2.1"])
def test_the_tests_of_the_rules_for_other_releases(spec: str, tmp_path: Path):
    for path, text in astgrep.folder(Options.parse(spec), advice=True).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    for name in (astgrep.CONFIGURATION, astgrep.WITH_ADVICE):
        command = [ast_grep(), "test", "-c", name, "--skip-snapshot-tests"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_rules_have_all_they_should():
    for rule in astgrep.rules(Options(), advice=True):
        code = rule["id"][:6]
        assert code in CODES
        assert rule["message"].startswith(f"{code} ")
        assert rule["note"].startswith(CODES[code].name)
        assert rule["url"].startswith("https://")
        severity = {"9": "hint"}.get(code[3], "warning" if code[3] == "2" and code != "XRT204" else "error")
        if code not in ("XRT304", "XRT305", "XRT405"):
            assert rule["severity"] == severity, rule["id"]
        # A fix only where the text is all that changes.
        assert ("fix" in rule) == ("-moved-to-" in rule["id"] or rule["id"] == "XRT404-spawn-nprocs")


def test_one_file_and_folder_say_the_same(tmp_path: Path):
    text = (RULES.parent / "tests" / "eval_files" / "xrt401_functions.py").read_text(encoding="utf-8")
    by_folder = scan(tmp_path, text, "-c", str(RULES / "ast-grep" / "sgconfig.yml"))
    assert by_folder == scan(tmp_path, text)
    assert by_folder


def test_words_are_the_checkers(tmp_path: Path):
    """Wherever both report something at one place, ast-grep says what the checker says."""
    for path in eval_format.EVAL_FILES:
        text, eval_file = eval_format.read(path)
        if not eval_file.arguments:
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    said = {}
    for hit in ast_grep_hits(tmp_path, *WITH_ADVICE):
        start = hit["range"]["start"]
        said[Path(hit["file"]).name, start["line"] + 1, start["column"] + 1] = hit["message"]
    same, other = set(), {}
    for path in eval_format.EVAL_FILES:
        text, eval_file = eval_format.read(path)
        if eval_file.arguments:
            continue
        for place, message in eval_format.findings(text, Options()):
            theirs = said.get((path.name, place.line, place.column))
            if theirs == f"{place.code} {message}":
                same.add(place.code)
            elif theirs is not None:
                other[theirs] = f"{place.code} {message}"
    assert len(same) >= 17, same
    for theirs, ours in other.items():
        subject, fact, action = re.fullmatch(r"XRT\d+ (\S+) (.*): (.*)", theirs).groups()
        our_subject, our_fact, our_action = re.fullmatch(r"XRT\d+ (\S+) (.*): (.*)", ours).groups()
        if our_subject.rpartition(".")[2] != subject.rpartition(".")[2]:
            # A name imported from a module at fault, with no advice of its own, is spoken for by the module.
            assert (our_subject.rpartition(".")[0], our_fact) == (subject, fact)
            assert action.partition(",")[0].partition(" (")[0] in our_action, (theirs, ours)
    # Else it is bound by two imports, of which each takes another.
    assert len([1 for theirs in other if theirs.split()[1].endswith(".using_pjrt")]) <= 1


def test_one_hit_at_a_place(tmp_path: Path):
    """No name is reported twice, for itself and for its module, or by two rules."""
    for path in eval_format.EVAL_FILES:
        (tmp_path / path.name).write_text(eval_format.read(path)[0], encoding="utf-8")
    hits = ast_grep_hits(tmp_path, *WITH_ADVICE)
    places = [(hit["file"], hit["range"]["start"]["line"], hit["range"]["start"]["column"]) for hit in hits]
    assert len(places) > 200
    assert sorted(places) == sorted(set(places))


def test_in_process(tmp_path: Path):
    """ast-grep-py takes the rules and finds what the program finds."""
    check("ast-grep-py")
    text = (RULES.parent / "tests" / "eval_files" / "xrt401_spellings.py").read_text(encoding="utf-8")
    root = SgRoot(text, "python").root()
    found = set()
    for rule in astgrep.rules(Options()):
        if rule["language"] == "python":
            config = {key: rule[key] for key in ("rule", "utils", "transform") if key in rule}
            for node in root.find_all(config):
                start = node.range().start
                found.add((start.line + 1, start.column + 1, rule["id"]))
    assert sorted(found) == scan(tmp_path, text)
    assert found


# -- fixes ---------------------------------------------------------------------------------------------------
SPAWN = "from torch_xla.distributed.xla_multiprocessing import spawn\n{}\n"
FIXED = {
    "from torch_xla.experimental.pjrt import world_size\n": "from torch_xla.runtime import world_size\n",
    "from torch_xla.experimental.pjrt import (\n    world_size as size,\n    device_type,  # é\n)\n": (
        "from torch_xla.runtime import (\n    world_size as size,\n    device_type,  # é\n)\n"
    ),
    "from torch_xla.experimental.pjrt import broadcast_master_param\n": (
        "from torch_xla.core.xla_model import broadcast_master_param\n"
    ),
    "import torch_xla.distributed.xla_multiprocessing as xmp\nxmp.spawn(f, args=(1,), nprocs=8)\n": (
        "import torch_xla.distributed.xla_multiprocessing as xmp\nxmp.spawn(f, args=(1,))\n"
    ),
    SPAWN.format("spawn(\n    f,\n    nprocs=4,\n    daemon=True,\n)"): SPAWN.format(
        "spawn(\n    f,\n    daemon=True,\n)"
    ),
}
HANDLER = """\
try:
    from torch_xla.runtime import world_size
except ImportError:
    from torch_xla.experimental.pjrt import world_size
"""
LEFT_ALONE = [
    "from torch_xla.experimental.pjrt import world_size, using_pjrt\n",
    "from torch_xla.experimental.pjrt import *\n",
    "from torch_xla.experimental import pjrt\npjrt.world_size()\n",
    "from torch_xla.experimental.xla_sharding import Mesh\n",  # its new home is not in 2.1
    "from torch_xla.experimental.tpu import version\n",  # private
    "import torch_xla.core.xla_model as xm\nxm.xrt_world_size()\n",  # needs an import, and loses its argument
    'import os\nos.environ["XRT_WORKERS"] = "a"\n',
    HANDLER,
]


def fix(folder: Path, text: str, rules: Path) -> str:
    (folder / "code.py").write_text(text, encoding="utf-8")
    command = [ast_grep(), "scan", "-r", str(rules), "--update-all", "code.py"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return (folder / "code.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", FIXED)
def test_fix(text: str, tmp_path: Path):
    fixed = fix(tmp_path, text, RULES / "ast-grep.yml")
    assert fixed == FIXED[text]
    ast.parse(fixed)
    assert fix(tmp_path, fixed, RULES / "ast-grep.yml") == fixed
    assert eval_format.places(fixed, Options()) == []


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_no_fix(text: str, tmp_path: Path):
    assert fix(tmp_path, text, RULES / "ast-grep.yml") == text


def test_fix_follows_the_target(tmp_path: Path):
    rules = tmp_path / "rules.yml"
    rules.write_text(astgrep.one_file(Options.parse(">=2.2")), encoding="utf-8")
    text = "from torch_xla.experimental.xla_sharding import Mesh, mark_sharding\n"
    assert fix(tmp_path, text, rules) == "from torch_xla.distributed.spmd import Mesh, mark_sharding\n"


# -- use -----------------------------------------------------------------------------------------------------
def test_suppression(tmp_path: Path):
    text = (
        "import torch_xla.core.xla_model as xm\n"
        "xm.get_ordinal()  # ast-grep-ignore\n"
        "xm.get_ordinal()  # ast-grep-ignore: XRT401-core.xla_model\n"
        "# ast-grep-ignore: XRT401-core.xla_model\n"
        "xm.get_ordinal()\n"
        "xm.get_ordinal()  # ast-grep-ignore: XRT101\n"
    )
    assert scan(tmp_path, text) == [(6, 1, "XRT401-core.xla_model")]


def test_codes_can_be_filtered(tmp_path: Path):
    text = 'import os\nimport torch_xla.core.xla_model as xm\nxm.get_ordinal(), os.environ["XRT_WORKERS"]\n'
    assert [rule for _, _, rule in scan(tmp_path, text)] == ["XRT401-core.xla_model", "XRT202"]
    folder = ("-c", str(RULES / "ast-grep" / "sgconfig.yml"))
    assert [rule for _, _, rule in scan(tmp_path, text, *folder, "--filter", "^XRT2")] == ["XRT202"]
    assert [rule for _, _, rule in scan(tmp_path, text, *ONE_FILE, "--off=XRT202")] == ["XRT401-core.xla_model"]


def test_broken_text_and_other_characters(tmp_path: Path):
    text = 'import torch_xla.core.xla_model as größe\ndef f(:\nprint "x"\ns = "é😀"; größe.get_ordinal()\n'
    assert scan(tmp_path, text) == [(4, 11, "XRT401-core.xla_model")]


def test_cost(tmp_path: Path):
    """A text twelve times as long takes no more than some twenty times the time, and hits stay short."""
    head = "import os\nimport torch_xla.core.xla_model as xm\n"
    hit = 'def f(a):\n    b = a.get_ordinal() + xm.get_ordinal()\n    os.environ["XRT_WORKERS"] = b\n    return b\n'
    piece = "def g(a):\n    if a.core.xla_model(a):\n        return os.environ[a.name], xm.mark_step()\n    return a\n"
    seconds = []
    for count in (500, 6000):
        (tmp_path / "code.py").write_text(head + hit * 50 + piece * count)
        before = os.times().children_user
        done = subprocess.run(
            [ast_grep(), "scan", "--json=stream", *ONE_FILE, "code.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds.append(os.times().children_user - before)
        assert done.stdout.count("\n") == 100
        # ast-grep adds the text of what a rule looked at: that must not be the whole file.
        assert len(done.stdout) < 100 * 6000
    small, large = seconds
    assert large < 20 * max(small, 0.1), seconds
