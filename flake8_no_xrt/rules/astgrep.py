"""The rules for ast-grep: all of them, as files and as one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flake8_no_xrt.rules.heading import heading
from flake8_no_xrt.rules.python_calls import call_rules
from flake8_no_xrt.rules.python_environment import environment_rules
from flake8_no_xrt.rules.python_names import name_rules
from flake8_no_xrt.rules.shell import shell_rules
from flake8_no_xrt.rules.table import table
from flake8_no_xrt.rules.trials import trials
from flake8_no_xrt.rules.yaml import yaml_rules
from flake8_no_xrt.rules.yamltext import document

if TYPE_CHECKING:
    from flake8_no_xrt.judging.options import Options

LANGUAGES = ("python", "bash", "yaml")
CONFIGURATION = "sgconfig.yml"
WITH_ADVICE = "sgconfig-advice.yml"
PLAIN = "plain"
ADVICE = "advice"
TESTS = "tests"


def rules(options: Options, *, advice: bool = False) -> list[dict[str, Any]]:
    """All rules for a target; with ``advice`` also for what still works, and XRT9xx.

    Raises AssertionError if two have the same id.
    """
    target = options.target
    made = [
        *name_rules(table(target, advice=advice), target),
        *call_rules(target, advice=advice),
        *environment_rules(target, advice=advice),
        *shell_rules(target, advice=advice),
        *yaml_rules(target, advice=advice),
    ]
    assert len({rule["id"] for rule in made}) == len(made), "two rules with one id"
    return sorted(made, key=lambda rule: (LANGUAGES.index(rule["language"]), rule["id"]))


def one_file(options: Options, *, advice: bool = False) -> str:
    """All rules as one file of many documents, for ``ast-grep scan -r``."""
    head = "\n".join(heading(options, "Rules for ast-grep", advice=advice))
    return head + "---\n".join(document(rule) for rule in rules(options, advice=advice))


def folder(options: Options, *, advice: bool = False) -> dict[str, str]:
    """The files of a folder for ``ast-grep scan -c``, by their path in it: the configuration, rules and their tests.

    With ``advice`` there are two configurations. What they share stands in a folder for each language, what only
    one of them has in ``plain`` or ``advice``.
    """
    plain = _made(options, advice=False)
    full = _made(options, advice=True) if advice else plain
    shared = {name for name, one in plain.items() if full.get(name) == one}
    only_plain = {name: one for name, one in plain.items() if name not in shared}
    only_full = {name: one for name, one in full.items() if name not in shared}
    files: dict[str, str] = {}
    for place, made in (("", {name: plain[name] for name in shared}), (PLAIN, only_plain), (ADVICE, only_full)):
        for name, (language, rule, test) in sorted(made.items()):
            files[f"{place or language}/{name}.yml"] = rule
            files[f"{_tests(place)}/{name}-test.yml"] = test
    there = {path.partition("/")[0] for path in files}
    head = [CONFIGURATION, WITH_ADVICE] if advice else [CONFIGURATION]
    return {name: _configuration(options, there, with_advice=name == WITH_ADVICE) for name in head} | files


def _made(options: Options, *, advice: bool) -> dict[str, tuple[str, str, str]]:
    """Language, text and test of each rule, by its id."""
    tests = {trial.rule: document(trial.as_document()) for trial in trials(options, advice=advice)}
    made = rules(options, advice=advice)
    return {rule["id"]: (rule["language"], document(rule), tests[rule["id"]]) for rule in made}


def _tests(place: str) -> str:
    return f"{TESTS}-{place}" if place else TESTS


def _configuration(options: Options, there: set[str], *, with_advice: bool) -> str:
    """The configuration that reads those of the folders that are there."""
    head = "\n".join(heading(options, "Rules for ast-grep", advice=with_advice))
    own = ADVICE if with_advice else PLAIN
    tests = [{"testDir": place} for place in (_tests(""), _tests(own)) if place in there]
    return head + document({"ruleDirs": [one for one in (*LANGUAGES, own) if one in there], "testConfigs": tests})
