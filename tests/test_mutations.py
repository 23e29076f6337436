"""Break a fact on purpose, one of each kind, and see that the tests of the facts notice.

Each mutation is made in a copy of the project; the test file that guards that kind of fact then runs there.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("flake8_no_xrt", "tools", "tests/data", "docs/verification")
FILES = (
    "pyproject.toml",
    "setup.cfg",
    "docs/verification.md",
    "tests/conftest.py",
    "tests/real_tools.py",
    "tests/torch_xla_here.py",
    "tests/test_names.py",
    "tests/test_catalogue.py",
    "tests/test_truth.py",
    "tests/test_verify.py",
)
ADVICE = "flake8_no_xrt/facts/advice.py"
DATA = "flake8_no_xrt/facts/names.json"


class Mutation(NamedTuple):
    """``old`` becomes ``new`` in ``file``, after the first ``anchor``; a test of ``guard`` named ``test`` fails."""

    file: str
    anchor: str
    old: str
    new: str
    guard: str
    test: str


MUTATIONS = {
    "a replacement that no release has": Mutation(
        ADVICE,
        '"torch_xla.core.xla_model.xrt_world_size": Advice(',
        "torch_xla.runtime.world_size",
        "torch_xla.runtime.xrt_world_size",
        "test_catalogue",
        "test_a_candidate_lives_somewhere",
    ),
    "a replacement that exists and is another function": Mutation(
        ADVICE,
        '"torch_xla.core.xla_model.get_ordinal": Advice(',
        "torch_xla.runtime.global_ordinal",
        "torch_xla.runtime.local_ordinal",
        "test_catalogue",
        "test_the_candidates_are_those_of_the_evidence",
    ),
    "the same, seen by what the library's own shim wraps": Mutation(
        ADVICE,
        '"torch_xla.core.xla_model.get_ordinal": Advice(',
        "torch_xla.runtime.global_ordinal",
        "torch_xla.runtime.local_ordinal",
        "test_verify",
        "test_a_kept_result_is_of_this_catalogue",
    ),
    "a wrong release of deprecation": Mutation(
        ADVICE,
        '"torch_xla.core.xla_model.xrt_world_size": Advice(',
        'deprecated="2.5"',
        'deprecated="2.6"',
        "test_catalogue",
        "test_deprecated_is_what_the_evidence_says",
    ),
    "a rewrite called safe that is not": Mutation(
        ADVICE,
        '"torch_xla.core.xla_model.parse_xla_device": Advice(',
        'rewrite="unsafe"',
        'rewrite="safe"',
        "test_catalogue",
        "test_nothing_is_called_safe_that_the_evidence_calls_unsafe",
    ),
    "a form that works too long": Mutation(
        ADVICE,
        '"spawn(nprocs)": Form(',
        '"1.13-2.5"',
        '"1.13-2.6"',
        "test_catalogue",
        "test_a_form_works_where_its_evidence_says",
    ),
    "a variable that torch_xla never had": Mutation(
        ADVICE,
        "VARIABLES: dict",
        '"XRT_WORKERS"',
        '"XRT_WORKER"',
        "test_catalogue",
        "test_the_variables_are_those_of_the_evidence",
    ),
    "a catalogued name that never lived": Mutation(
        ADVICE,
        "ADVICE: dict",
        '"torch_xla.runtime.using_pjrt": Advice(',
        '"torch_xla.runtime.uses_pjrt": Advice(',
        "test_catalogue",
        "test_a_catalogued_name_lived_somewhere",
    ),
    "a name that goes too early": Mutation(
        DATA,
        '"torch_xla.core.xla_model": {',
        '"xrt_world_size": "1.13-2.6"',
        '"xrt_world_size": "1.13-2.5"',
        "test_catalogue",
        "test_a_name_lives_where_its_evidence_says",
    ),
    "a replacement that starts too early": Mutation(
        DATA,
        '"torch_xla": {',
        '"device": "2.3-2.9"',
        '"device": "2.2-2.9"',
        "test_catalogue",
        "test_a_replacement_starts_where_the_evidence_says",
    ),
    "a name that is said to live on": Mutation(
        DATA,
        '"torch_xla.core.xla_model": {',
        '"xrt_world_size": "1.13-2.6"',
        '"xrt_world_size": "1.13-2.9"',
        "test_names",
        "test_the_data_is_what_the_installed_torch_xla_has",
    ),
    "a replacement that is said to be gone": Mutation(
        DATA,
        '"torch_xla.runtime": {',
        '"world_size": "2.1-2.9"',
        '"world_size": "2.1-2.8"',
        "test_names",
        "test_the_data_is_what_the_installed_torch_xla_has",
    ),
    "a name said to be gone that is there": Mutation(
        DATA,
        '"torch_xla.core.xla_model": {',
        '"mark_step": "1.13-2.9"',
        '"mark_step": "1.13-2.8"',
        "test_truth",
        "test_what_is_said_to_be_gone_is_absent",
    ),
    "a replacement offered that is not there": Mutation(
        DATA,
        '"torch_xla._internal.gpu": {',
        '"in": "2.1-2.8"',
        '"in": "2.1-2.9"',
        "test_truth",
        "test_what_is_offered_exists",
    ),
    "a re-export that is not followed": Mutation(
        "flake8_no_xrt/truth/library.py",
        "def names(",
        "found.update(self._star(star))",
        "pass",
        "test_truth",
        "test_what_is_offered_exists",
    ),
    "a page that is not what was measured": Mutation(
        "docs/verification.md",
        "## Counts",
        "| 2.9.0 |",
        "| 2.9.1 |",
        "test_verify",
        "test_the_page_is_made_from_the_kept_results",
    ),
    "a live result with a failure in it": Mutation(
        "docs/verification/2.9.0.json",
        '"replacements"',
        '"imports": null',
        '"imports": "ImportError: no"',
        "test_verify",
        "test_a_kept_result_has_no_failure",
    ),
}


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """What the tests of the facts need, in a folder of its own."""
    folder = tmp_path_factory.mktemp("project")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in [*FILES, *(f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py"))]:
        shutil.copy(ROOT / name, folder / name)
    return folder


def run(folder, guard, test=""):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{guard}.py", "-k", test]
    environment = {"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=MUTATIONS.keys())
def test_a_broken_fact_is_noticed(copy, mutation):
    path = copy / mutation.file
    before = path.read_text(encoding="utf-8")
    start = before.index(mutation.anchor)
    assert mutation.old in before[start:], "the mutation has nothing to change: write another"
    try:
        path.write_text(before[:start] + before[start:].replace(mutation.old, mutation.new, 1), encoding="utf-8")
        done = run(copy, mutation.guard, mutation.test)
    finally:
        path.write_text(before, encoding="utf-8")
    assert done.returncode == 1, done.stdout[-2000:]
    assert f"FAILED tests/{mutation.guard}.py::{mutation.test}" in done.stdout, done.stdout[-2000:]


@pytest.mark.parametrize("guard", sorted({mutation.guard for mutation in MUTATIONS.values()}))
def test_without_a_mutation_all_is_well(copy, guard):
    """Else the failures above would prove nothing."""
    done = run(copy, guard)
    assert done.returncode == 0, done.stdout[-2000:]
