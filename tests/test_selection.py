"""Which codes are reported where: flake8's decisions."""

from __future__ import annotations

import pytest

from flake8_no_xrt.command import selection
from flake8_no_xrt.command.selection import Selection
from flake8_no_xrt.judging.options import BadOption


class TestPerFileIgnores:
    @pytest.mark.parametrize(
        "text",
        [
            "a.py:XRT1",
            "a.py: E1, XRT1",
            "a.py,b.py:XRT1,XRT2 c/*.py : XRT3",
            "\n    a.py: XRT1\n    c/*.py: XRT3, XRT4\n",
            "tests/*:XRT1,\n  docs/*:E5",
            "A1:XRT1",
            "",
        ],
    )
    def test_read_as_flake8_reads_it(self, text):
        from flake8.utils import parse_files_to_codes_mapping

        try:
            expected = parse_files_to_codes_mapping(text)
        except Exception:  # noqa: BLE001 - flake8's own complaint
            with pytest.raises(BadOption):
                selection.per_file(text)
        else:
            assert selection.per_file(text) == expected

    @pytest.mark.parametrize("text", ["a.py XRT1", ":XRT1", "a.py:", "a.py:XRT1:XRT2", "a.py:b.py", "a.py::XRT1"])
    def test_refused(self, text):
        with pytest.raises(BadOption):
            selection.per_file(text)

    def test_the_longest_pattern_counts_alone(self):
        chosen = Selection(per_file=(("*.py", ("XRT1",)), ("abc.py", ("XRT2",))))
        admits = chosen.for_file("x/abc.py")
        assert (admits("XRT101"), admits("XRT201")) == (True, False)


@pytest.mark.parametrize("select", [None, "XRT", "XRT4", "XRT401,XRT2"])
@pytest.mark.parametrize("extend_select", ["", "XRT401"])
@pytest.mark.parametrize("ignore", ["", "XRT", "XRT4", "XRT401"])
@pytest.mark.parametrize("extend_ignore", ["", "XRT2,XRT40"])
def test_the_decision_is_flake8_s(select, extend_select, ignore, extend_ignore):
    from argparse import Namespace

    from flake8.style_guide import Decision, DecisionEngine

    engine = DecisionEngine(
        Namespace(
            select=None if select is None else selection.split(select),
            extend_select=selection.split(extend_select),
            ignore=selection.split(ignore),
            extend_ignore=selection.split(extend_ignore),
            extended_default_select=["XRT"],
            extended_default_ignore=[],
        )
    )
    chosen = Selection(
        None if select is None else tuple(selection.split(select)),
        tuple(selection.split(extend_select)),
        tuple(selection.split(ignore) + selection.split(extend_ignore)),
    )
    admits = chosen.for_file("a.py")
    for code in ("XRT101", "XRT201", "XRT401", "XRT404"):
        assert admits(code) == (engine.decision_for(code) is Decision.Selected), code
