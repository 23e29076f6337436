"""Whatever bytes a Python file holds, the run goes on and says what is the matter."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flake8_no_xrt.command import run as runner
from flake8_no_xrt.command.settings import Settings

PIECES = [
    b"import torch_xla.core.xla_model as xm\n",
    b"xm.get_ordinal()",
    b"\n",
    b"\r\n",
    b"\r",
    b"\f",
    b"\t",
    b"'''",
    b"# noqa",
]
PIECES += [
    b"# coding: ",
    b"latin-1\n",
    b"utf-8\n",
    b"\xef\xbb\xbf",
    b"\xe9",
    "\u00e9\u2028".encode(),
    b"if x:\n    ",
    b"(",
    b")",
    b"\0",
]
PIECES += [b"# /// script\n", b"# dependencies = ['torch_xla>=2.3']\n", b"# ///\n", b"\\\n", b"f'{", b"}'"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_no_bytes_end_the_run(data):
    outcome = runner.check_data("a.py", "python", data, Settings())
    assert not [problem for problem in outcome.problems if "internal error" in problem.message]
    assert all("\n" not in problem.message for problem in outcome.problems)
    for hit in outcome.hits:
        assert hit.source[hit.finding.column - 1 :].startswith(("xm", "torch_xla", "get_ordinal"))
