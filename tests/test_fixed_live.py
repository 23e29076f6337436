"""The kept answers of the fixed lightning: they are the expected ones, and the page shows them."""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import fixed_live
import pytest
from live_environment import CannotRunError

KEPT = fixed_live.kept()


def test_every_kept_answer_is_the_expected_one():
    assert list(KEPT) == [release.version for release in fixed_live.RELEASES]
    for release in fixed_live.RELEASES:
        assert KEPT[release.version]["target"] == release.target
        assert fixed_live.failures(release, KEPT[release.version]) == []


def test_what_the_issue_names_fails_before_and_answers_afterwards():
    names = ("world_size", "global_rank", "local_rank", "node_rank")
    before, after = (
        [KEPT["2.1.4"][when][f"XLAEnvironment().{name}()"] for name in names] for when in ("before", "after")
    )
    assert [said.partition(":")[0] for said in before] == ["AttributeError", "AttributeError", "0", "AttributeError"]
    assert after == ["1", "0", "0", "0"]
    for when in ("before", "after"):
        assert [KEPT["2.6.6"][when][f"XLAEnvironment().{name}()"] for name in names] == ["1", "0", "0", "0"]


def test_another_answer_is_a_failure():
    broken = copy.deepcopy(KEPT["2.1.4"])
    broken["after"]["XLAEnvironment().world_size()"] = "2"
    del broken["before"]["XLAEnvironment().local_rank()"]
    broken["after"]["lightning.fabric.strategies.xla"] = "ImportError: no"
    assert fixed_live.failures(fixed_live.RELEASES[0], broken) == [
        "lightning.fabric.strategies.xla after the fixes: ImportError: no",
        "XLAEnvironment().world_size() after the fixes: 2, expected 1",
        "XLAEnvironment().local_rank() before the fixes: not asked, expected 0",
    ]


def test_a_copy_that_does_not_come_up_is_a_failure_and_not_a_reason_to_pass(monkeypatch, tmp_path):
    """Whatever keeps the probe from answering, once torch_xla comes up by itself, is the fault of the fixes."""
    probe = tmp_path / "probe.py"
    probe.write_text("import lightning\n", encoding="utf-8")
    monkeypatch.setattr(fixed_live, "PROBE", probe)
    (tmp_path / "lightning").mkdir()
    (tmp_path / "lightning" / "__init__.py").write_text("def broken(:\n", encoding="utf-8")
    said = fixed_live.asked(Path(sys.executable), [], tmp_path)
    assert list(said) == ["the probe"]
    assert "SyntaxError" in said["the probe"]
    wrong = fixed_live.failures(fixed_live.RELEASES[0], {"before": KEPT["2.1.4"]["before"], "after": said})
    assert wrong[0].startswith("the probe after the fixes: ended with status 1")
    assert len(wrong) == 1 + len(fixed_live.ANSWERS)


def test_a_torch_xla_that_does_not_come_up_cannot_be_used():
    with pytest.raises(CannotRunError, match="does not come up"):
        fixed_live.usable(Path("/bin/false"))


def test_the_page_shows_what_is_kept():
    page = fixed_live.PAGE.read_text(encoding="utf-8")
    assert fixed_live.written(page, KEPT) == page
    with pytest.raises(SystemExit, match="has no part between"):
        fixed_live.written(page.replace(fixed_live.END, ""), KEPT)


def test_what_cannot_be_run_is_said_loudly(monkeypatch, capsys):
    def no_room(version: str):
        raise CannotRunError(f"no room for {version}")

    monkeypatch.setattr(fixed_live, "ready", no_room)
    assert fixed_live.main([]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "!" * 80 in said.err
    assert "NOT CHECKED: the fixed lightning, live. no room for 2.9.0" in said.err


def test_a_wrong_answer_and_an_old_page_fail_the_run(monkeypatch, capsys):
    monkeypatch.setattr(fixed_live, "ready", lambda _: None)
    monkeypatch.setattr(fixed_live, "usable", lambda _: None)
    results = copy.deepcopy(KEPT)
    monkeypatch.setattr(fixed_live, "examine", lambda release, _: (results[release.version], []))
    assert fixed_live.main([]) == 0
    results["2.6.6"]["changed"] = ["lightning.other"]
    assert fixed_live.main([]) == 1
    assert "holds other answers" in capsys.readouterr().out
    monkeypatch.setattr(fixed_live, "examine", lambda release, _: (results[release.version], ["it is wrong"]))
    assert fixed_live.main(["--record"]) == 1
    assert "FAILED: it is wrong" in capsys.readouterr().out
    assert fixed_live.kept() == KEPT
