"""The pages of codes, and what is told about names."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import run

from flake8_no_xrt.command.explain import explain
from flake8_no_xrt.command.lookup import ALIASES, close_to, entries, every_name, replaced_by, resolve
from flake8_no_xrt.command.settings import FORMATS
from flake8_no_xrt.command.sources import KEYS
from flake8_no_xrt.facts import catalogue, names
from flake8_no_xrt.facts.advice import FORMS, VARIABLES
from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.facts.releases import PJRT_ONLY, Releases


def told(subject: str, target: str = ">=2.1") -> str:
    text = explain(subject, Releases.from_specifier(target))
    assert text is not None, subject
    return text


def rows(subject: str, target: str = ">=2.1") -> dict[str, str]:
    """The labelled rows of the first table."""
    found: dict[str, str] = {}
    label = ""
    for line in told(subject, target).split("\n\n", maxsplit=1)[0].splitlines()[1:]:
        if line.startswith("        "):
            found[label] = f"{found[label]} {line.strip()}".strip()
        else:
            label, _, value = line.strip().partition(":")
            found[label] = value.strip()
    return found


class TestCodes:
    @pytest.mark.parametrize("code", CODES)
    def test_a_page_for_each(self, code):
        page = told(code)
        assert page.startswith(f"{code} {CODES[code].name}\n\n")
        for example in (CODES[code].bad, CODES[code].good):
            for line in example.splitlines():
                assert line in page
        assert page == told(CODES[code].name) == told(code.lower())
        assert "\n\n\n" not in page

    def test_the_beginning_of_codes_lists_them(self):
        assert [line.split()[0] for line in told("XRT3").splitlines()] == [c for c in CODES if c.startswith("XRT3")]
        assert len(told("XRT").splitlines()) == len(CODES)

    def test_names_of_a_code(self):
        assert "    torch_xla.core.xla_model.get_ordinal  (2.6 and before)\n" in told("XRT401")
        assert "    and 1 more\n" not in told("XRT401")
        assert "more\n" in told("XRT301")


class TestNames:
    @pytest.mark.parametrize(
        "subject",
        [
            "torch_xla.core.xla_model.get_ordinal",
            "xm.get_ordinal",
            "get_ordinal",
            "xla_model.get_ordinal",
            "xm.get_ordinal()",
        ],
    )
    def test_by_full_name_alias_and_tail(self, subject):
        assert told(subject).startswith("torch_xla.core.xla_model.get_ordinal\n")

    def test_gone(self):
        assert rows("xm.get_ordinal") == {
            "lives in": "2.6 and before",
            "deprecated": "since 2.5",
            "removed in": "2.7",
            "use": "torch_xla.runtime.global_ordinal, which takes no argument (2.1 and later)",
            "code": "XRT401 xla-model-function",
            "to support 2.1 and later": "torch_xla.runtime.global_ordinal",
            "check says for 2.1 and later": "XRT401 torch_xla.core.xla_model.get_ordinal was removed in torch_xla 2.7: "
            "use torch_xla.runtime.global_ordinal, which takes no argument",
        }

    def test_where_no_one_spelling_serves(self):
        assert rows("xla_sharding.Mesh")["to support 2.1 and later"] == (
            "no one spelling serves, so test for the release: "
            "on 2.1: torch_xla.experimental.xla_sharding.Mesh "
            "on 2.2 and later: torch_xla.distributed.spmd.Mesh"
        )
        assert rows("xla_sharding.Mesh", ">=2.2")["to support 2.2 and later"] == "torch_xla.distributed.spmd.Mesh"

    def test_what_is_to_be_dropped_can_be_dropped_on_all_releases_without_xrt(self):
        dropped = "drop the test, every release since 2.1 is PJRT only"
        assert rows("xr.using_pjrt")["to support 2.1 and later"] == dropped
        assert rows("spawn(nprocs)")["to support 2.1 and later"] == "drop nprocs, PJRT starts one process per device"
        assert rows("spawn(nprocs)", ">=1.13")["to support 1.13 and later"] == (
            "no one spelling serves, so test for the release: on 2.0 and before: spawn(nprocs) "
            "on 2.1 and later: drop nprocs, PJRT starts one process per device"
        )

    def test_a_name_that_there_is_nothing_against(self):
        assert rows("xm.mesh_reduce") == {
            "lives in": "1.13 and later",
            "to support 2.1 and later": "torch_xla.core.xla_model.mesh_reduce",
        }

    def test_a_replacement_tells_what_it_replaces(self):
        text = told("xr.world_size", ">=1.13")
        assert "torch_xla.core.xla_model.xrt_world_size (2.6 and before)" in text
        assert "environment variable XRT_SHARD_WORLD_SIZE (2.0 and before)" in text
        assert "on 2.0 and before: torch_xla.core.xla_model.xrt_world_size\n" in text
        assert "on 2.1 and later: torch_xla.runtime.world_size\n" in text

    def test_a_name_that_starts_late(self):
        assert "on 2.1 to 2.4: it is missing\n" in told("torch_xla.launch")

    def test_a_name_that_several_modules_have(self):
        text = told("using_pjrt")
        assert "torch_xla.runtime.using_pjrt\n" in text
        assert "torch_xla.experimental.pjrt.using_pjrt\n" in text

    def test_a_module_rather_than_where_it_is_imported(self):
        text = told("pjrt")
        assert text.startswith("torch_xla.experimental.pjrt\n    lives in:    2.4 and before\n")
        assert "The same name elsewhere:\n" in text
        assert text.count("lives in:") == 1

    def test_many_of_the_same_name_are_cut_short(self):
        text = told("os")
        assert text.count("\n    torch_xla.") == 8
        assert text.endswith(" more\n")

    def test_every_entry_can_be_told_and_says_what_check_says(self):
        for entry in entries():
            text = told(entry.name)
            assert text.startswith(f"{entry.name}\n"), entry.name
            assert f"{entry.advice.code} {CODES[entry.advice.code].name}" in text

    def test_entries_are_what_the_catalogue_has(self):
        known = {entry.name for entry in entries()}
        assert known == {path for path in every_name() if catalogue.lookup(path) and names.lives(path)}


class TestVariablesAndForms:
    @pytest.mark.parametrize("variable", VARIABLES)
    def test_variables(self, variable):
        told_rows = rows(variable)
        assert (told_rows["is read by"], told_rows["ignored"]) == ("2.0 and before", "since 2.1")
        assert told_rows["check says for 2.1 and later"].startswith(f"XRT201 environment variable {variable} ")

    def test_a_variable_that_a_function_answers_for(self):
        assert rows("XRT_HOST_ORDINAL")["where read"] == "use torch_xla.runtime.host_index() (2.1 and later)"
        assert rows("XRT_HOST_ORDINAL")["constant"] == "torch_xla.core.xla_env_vars.HOST_ORDINAL"
        assert rows("XRT_HOST_ORDINAL", "<2.1")["check says for 2.0 and before"] == "nothing"

    @pytest.mark.parametrize("form", FORMS)
    def test_forms(self, form):
        assert rows(form)["evidence"]

    def test_a_scheme(self):
        assert rows("pjrt://")["to support 2.1 and later"] == "xla://"


class TestUnknown:
    @pytest.mark.parametrize(
        ("subject", "close"),
        [
            ("xm.get_ordinals", "torch_xla.core.xla_model.get_ordinal"),
            ("XRT_TPU_CONFIGS", "XRT_TPU_CONFIG"),
            ("xrt_worldsize", "torch_xla.core.xla_model.xrt_world_size"),
            ("torch_xla.core.model", "torch_xla.core.xla_model"),
            ("removed-modul", "removed-module"),
        ],
    )
    def test_close_matches(self, capsys, subject, close):
        done = run(capsys, "explain", subject)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"there is no code, variable or name of torch_xla {subject!r}; close: {close}" in done.err

    @pytest.mark.parametrize("subject", ["XRT999", "zzzzzz", "", ".", "xm.no_such", "numpy.array"])
    def test_none(self, capsys, subject):
        done = run(capsys, "explain", subject)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)

    def test_no_close_match(self):
        assert close_to("zzzzzz") == []


def test_the_command(capsys):
    done = run(capsys, "explain", "xs.Mesh", "--torch-xla", ">=2.2")
    assert (done.code, done.err) == (0, "")
    assert "to support 2.2 and later:" in done.out
    assert run(capsys, "explain", "XRT401").out == explain("XRT401", PJRT_ONLY)
    assert run(capsys, "explain", "xs.Mesh", "--torch-xla", "two").err == (
        "flake8-no-xrt: error: --torch-xla: 'two' is not a version specifier such as '>=2.1'\n"
    )


def test_aliases_are_modules():
    assert [module for modules in ALIASES.values() for module in modules if not names.is_module(module)] == []


def test_resolve_prefers_what_there_is_advice_on():
    assert resolve("xla_device")[0] == "torch_xla.runtime.xla_device"
    assert resolve("nowhere.to_be_found") == []
    assert "torch_xla.experimental.pjrt.world_size" in dict(replaced_by("torch_xla.runtime.world_size"))


class TestDocs:
    PAGE = Path(__file__).parents[1].joinpath("docs", "command.md").read_text(encoding="utf-8")

    def test_the_example_is_what_the_command_prints(self, capsys):
        example = self.PAGE.partition("$ flake8-no-xrt explain xla_sharding.Mesh")[2].partition("```")[0]
        printed = run(capsys, "explain", "xla_sharding.Mesh", "--torch-xla", ">=2.1").out
        assert printed.startswith(example.partition("\n")[2])

    def test_every_setting_and_every_form_is_told(self):
        assert [key for key in KEYS if f"`{key}" not in self.PAGE] == []
        assert [name for name in FORMATS if f"| `{name}` |" not in self.PAGE] == []
