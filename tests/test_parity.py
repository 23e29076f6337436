"""The parity page is what the real ruff and the real ast-grep do today."""

from __future__ import annotations

import parity
import pytest


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> parity.Runs:
    return parity.run(tmp_path_factory.mktemp("parity"))


def test_the_page(runs: parity.Runs):
    page = parity.PAGE.read_text(encoding="utf-8")
    assert page == parity.render(runs), "python tests/parity.py makes the page anew: read what changed"


def test_forms(runs: parity.Runs):
    """The checker sees every form but the file that does not parse, and is silent where it should be."""
    wrong = {form.says for form in runs.forms if ("checker" in form.tools) == form.silent}
    assert wrong == {"a Python file that does not parse"}
    # No tool is blind altogether, and none reports everything.
    for tool in parity.TOOLS:
        assert any(tool in form.tools and not form.silent for form in runs.forms)
        assert any(tool not in form.tools and form.silent for form in runs.forms)


def test_false_alarms_stay_few(runs: parity.Runs):
    """Beside guards no tool falls for a trap, but for those that the page marks with a star."""
    files = {tool: {alarm.file for alarm in runs.alarms if tool in alarm.tools} for tool in parity.TOOLS}
    assert {file for file in files["ast-grep"] if not file.startswith("guards_")} <= {
        "traps_bindings.py",
        "xrt603_unbound.py",
    }
    assert {file for file in files["ruff"] if file.startswith("traps_")} <= {"traps_bindings.py", "traps_shadowing.py"}


def test_a_hit_counts_for_its_statement():
    text = "from a import (\n    b,\n    c,\n)\nx = f(\n    c,\n)\n"
    first = parity._statements(text)
    assert [first(line) for line in range(1, 8)] == [1, 1, 1, 1, 5, 6, 7]
    place = parity.eval_format.Place
    assert parity._covers(parity.Hit("a.py", 1, 1, "XRT101"), place(3, 5, "XRT101"), first)
    assert parity._covers(parity.Hit("a.py", 5, 7, "XRT101"), place(6, 5, "XRT101"), first)
    assert not parity._covers(parity.Hit("a.py", 5, 5, "XRT101"), place(6, 5, "XRT101"), first)


@pytest.mark.corpus
def test_released_code():
    """The numbers in docs/rules.md are those of today."""
    page = (parity.ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    releases, lines, counts = parity.released()
    assert f"In {releases} releases of the corpus stand {lines} lines" in page
    for tool, count in counts.items():
        assert f"| {tool} | {count.seen} | {lines - count.seen} | {count.alarms} |" in page
