"""The catalogue against the names data, and against the recorded evidence for the public names."""

import json
from pathlib import Path

import pytest

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts.advice import ADVICE, FORMS, INTERNAL_NAMES, MOVED, VARIABLES
from flake8_no_xrt.facts.catalogue import lookup, offer, offered_by
from flake8_no_xrt.facts.codes import CODES
from flake8_no_xrt.facts.releases import ALL, INSTALLED, PJRT_ONLY, RELEASES, Releases
from flake8_no_xrt.truth.replacements import entries, gone, is_name, offered, successors

SYMBOLS = json.loads((Path(__file__).parent / "data" / "symbols.json").read_text(encoding="utf-8"))
NAMES = [symbol for symbol in SYMBOLS if symbol["kind"] in ("function", "class", "constant", "module")]
# Documents prefer a replacement, the code neither warns nor removes: not reported, not even on request.
SILENT = {"torch_xla.core.xla_model.get_local_ordinal", "torch_xla.distributed.xla_multiprocessing.spawn"}
CATALOGUED = [symbol for symbol in NAMES if symbol["symbol"] not in SILENT]

# Where the advice names other candidates than the evidence lists, and why.
OTHER_CANDIDATES = {
    "torch_xla.distributed.xrt_init.XRT_SERVER_REGEX": "a name of a module that went has the module's advice",
    "torch_xla.distributed.xrt_init.set_xrt_envs": "a name of a module that went has the module's advice",
    "torch_xla.core.xla_env_vars.MP_DEVICE": "who read the variable wants to know the device: device_type() says it",
    "torch_xla.core.xla_env_vars.TPU_CONFIG": "said in the hint: PJRT_DEVICE takes another value",
    "torch_xla.core.xla_env_vars.DEVICE_MAP": "said in the hint: PJRT_DEVICE takes another value",
    "torch_xla.core.xla_env_vars.WORKERS": "said in the hint: PJRT_DEVICE takes another value",
    "torch_xla.experimental.pjrt.using_pjrt": "what it forwards to went as well: the test is to be dropped",
    "torch_xla.experimental.pjrt.requires_pjrt": "what it forwards to went as well: the decorator is to be deleted",
    "torch_xla.experimental.pjrt.spawn": "torch_xla.launch starts in 2.5 and is called differently",
    "torch_xla.experimental.gpu": "internal, and itself gone: offered only to those who stop before it went",
    "torch_xla.experimental.gpu.initialize_distributed_runtime": "as for the module",
    "torch_xla.experimental.gpu.shutdown_distributed_runtime": "as for the module",
    "torch_xla.experimental.xla_sharded_tensor": "the submodule has all its names, the package has two of them",
}
# The evidence calls no rewrite of a module safe as a whole; a fixer looks at the uses of the import, name by name.
SAFE_BY_NAME = {"torch_xla.experimental.pjrt"}


def minor(version):
    return ".".join(version.split(".")[:2])


def listed(replacement):
    return [replacement] if isinstance(replacement, str) else replacement or []


def ids(symbol):
    return symbol["symbol"]


# -- against the evidence --------------------------------------------------------------------------------------


def test_the_evidence_is_all_there():
    assert len(SYMBOLS) == 155
    assert len(NAMES) == 112
    assert all(symbol["evidence"] for symbol in SYMBOLS)


@pytest.mark.parametrize("symbol", CATALOGUED, ids=ids)
def test_a_name_lives_where_its_evidence_says(symbol):
    entry = lookup(symbol["symbol"])
    assert entry is not None
    present = symbol.get("importable_in", symbol["present_in"])
    assert set(entry.lives & PJRT_ONLY) == {minor(version) for version in present}
    before = symbol["pre_2_1"]
    assert ("2.0" in entry.lives) == (not before.startswith("absent"))
    assert ("1.13" in entry.lives) == (not before.startswith("absent") and "v2.0.0 only" not in before)


@pytest.mark.parametrize("symbol", CATALOGUED, ids=ids)
def test_removed_in_is_computed_as_the_evidence_says(symbol):
    entry = lookup(symbol["symbol"])
    if "importable_in" in symbol:
        # The file stayed until 2.5, but nothing could be imported from it.
        assert symbol["removed_in"] in ("2.2.0", "2.5.0")
        assert entry.removed_in == "2.2"
    else:
        assert entry.removed_in == (minor(symbol["removed_in"]) if symbol["removed_in"] else None)


@pytest.mark.parametrize("symbol", CATALOGUED, ids=ids)
def test_deprecated_is_what_the_evidence_says(symbol):
    recorded = symbol["deprecated_in"]
    assert lookup(symbol["symbol"]).advice.deprecated == (minor(recorded) if recorded else None)


@pytest.mark.parametrize("symbol", CATALOGUED, ids=ids)
def test_the_candidates_are_those_of_the_evidence(symbol):
    candidates = {name.removesuffix("()") for name in lookup(symbol["symbol"]).advice.to}
    evidence = set(listed(symbol["replacement"]))
    if symbol["symbol"] in OTHER_CANDIDATES:
        assert candidates != evidence, "the exception is no longer one"
    else:
        assert candidates == evidence


@pytest.mark.parametrize("symbol", [symbol for symbol in CATALOGUED if symbol["replacement"]], ids=ids)
def test_a_replacement_starts_where_the_evidence_says(symbol):
    since = symbol["replacement_since"]
    for name in listed(symbol["replacement"]):
        start = since[name] if isinstance(since, dict) else since
        if start == "<=2.1.0":
            assert "2.1" in offered_by(name), name
        else:
            assert offered_by(name).first == minor(start), name


@pytest.mark.parametrize("symbol", CATALOGUED, ids=ids)
def test_nothing_is_called_safe_that_the_evidence_calls_unsafe(symbol):
    if lookup(symbol["symbol"]).advice.rewrite == "safe":
        assert symbol["safe_rewrite"] != "no" or symbol["symbol"] in SAFE_BY_NAME
    else:
        assert symbol["symbol"] not in SAFE_BY_NAME


@pytest.mark.parametrize("name", sorted(SILENT))
def test_a_name_that_nothing_deprecates_is_silent(name):
    assert lookup(name) is None
    assert names.lives(name) == INSTALLED


def test_the_variables_are_those_of_the_evidence():
    evidence = {symbol["symbol"]: symbol for symbol in SYMBOLS if symbol["kind"] == "env_var"}
    assert evidence.keys() == VARIABLES.keys()
    for name, symbol in evidence.items():
        assert symbol["present_in"] == []
        functions = [to for to in listed(symbol["replacement"]) if to != "PJRT_DEVICE"]
        candidates = [to.removesuffix("()") for to in VARIABLES[name].to]
        assert candidates == functions or VARIABLES[name].constant == "MP_DEVICE", name


@pytest.mark.parametrize(
    ("form", "symbol"),
    [
        ("pjrt://", "pjrt:// (torch.distributed init_method)"),
        ("spawn(nprocs)", "torch_xla.distributed.xla_multiprocessing.spawn(nprocs=N, N not in (None, 1))"),
    ],
)
def test_a_form_works_where_its_evidence_says(form, symbol):
    (evidence,) = [one for one in SYMBOLS if one["symbol"] == symbol]
    works = Releases.from_ranges(FORMS[form].works)
    assert set(works & PJRT_ONLY) == {minor(version) for version in evidence["present_in"]}


# -- against the names data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*ADVICE, *MOVED, *INTERNAL_NAMES])
def test_a_catalogued_name_lived_somewhere(name):
    assert names.lives(name)


def candidates():
    return sorted({(entry.name, name) for entry in entries() for name in entry.advice.to})


@pytest.mark.parametrize(("old", "new"), candidates())
def test_a_candidate_lives_somewhere(old, new):
    assert offered_by(new), f"{new}, said to replace {old}, is in no release"


def test_a_catalogued_name_says_something():
    for entry in entries():
        assert entry.advice.code in CODES or entry.advice.code == "", entry
        assert entry.advice.to or entry.advice.hint or entry.advice.code == "", entry


@pytest.mark.parametrize("last", list(PJRT_ONLY))
def test_nothing_is_offered_to_code_that_outlives_it(last):
    """For every range of releases: what is offered exists at its end, and from the release that is said."""
    for low in RELEASES[: RELEASES.index(last) + 1]:
        reach = Releases.from_ranges(f"{low}-{last}")
        for entry in entries():
            found = offer(entry.advice, reach)
            if found is None:
                continue
            lives = offered_by(found.name)
            assert last in lives, (entry.name, found, str(reach))
            starts = Releases.from_ranges(f"{found.starts or low}-{last}")
            assert starts <= lives, (entry.name, found, str(reach))
            assert found.starts is None or low not in lives, (entry.name, found, str(reach))


@pytest.mark.parametrize(
    ("old", "went", "new"),
    [
        ("torch_xla.experimental.pjrt.using_pjrt", "2.5", "torch_xla.runtime.using_pjrt"),
        ("torch_xla.experimental.pjrt.xla_device", "2.8", "torch_xla.runtime.xla_device"),
        ("torch_xla.experimental.gpu", "2.9", "torch_xla._internal.gpu"),
        ("torch_xla.experimental.gpu.num_local_processes", "2.9", "torch_xla._internal.gpu.num_local_processes"),
        ("PJRT_DEVICE=GPU", "2.9", "PJRT_DEVICE=CUDA"),
    ],
)
def test_a_replacement_that_went_later_is_not_offered_past_its_end(old, went, new):
    assert went not in offered_by(new)
    (entry,) = [one for one in entries() if one.name == old]
    for low in PJRT_ONLY:
        for high in Releases.since(went):
            if RELEASES.index(low) <= RELEASES.index(high):
                found = offer(entry.advice, Releases.from_ranges(f"{low}-{high}"))
                assert found is None or found.name != new


def test_what_is_offered_up_to_its_end_is_offered():
    entry = lookup("torch_xla.experimental.gpu")
    assert offer(entry.advice, Releases.from_ranges("2.1-2.8")) == ("torch_xla._internal.gpu", None)


def test_absent_never_counts():
    for entry in entries():
        for reach in (ALL, PJRT_ONLY):
            assert offer(entry.advice, reach | (ALL - INSTALLED)) == offer(entry.advice, reach - (ALL - INSTALLED))


# -- what the catalogue promises, release by release -----------------------------------------------------------


def test_the_promises_are_many():
    last = RELEASES[-1]
    assert len(offered(last)) > 75
    assert len(gone(last)) > 350
    assert {one.name for one in offered(last) if not is_name(one.name)} == {"xla://"}


@pytest.mark.parametrize("release", list(PJRT_ONLY))
def test_an_offer_exists_or_starts_later(release):
    for one in offered(release):
        assert release in one.lives or Releases.from_ranges(release).newer_than_one_of(one.lives) == Releases(0), one
        assert one.instead_of


def test_pairs_of_old_and_new_are_compared_on_releases_that_have_both():
    counts = {release: len(successors(release)) for release in PJRT_ONLY}
    assert counts["2.1"] > 30
    assert counts["2.4"] > 70
    assert all(counts.values())
