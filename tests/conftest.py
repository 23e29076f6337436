import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from torch_xla_here import Here, look, stand_in_note  # noqa: E402


@pytest.fixture(scope="session")
def here() -> Here:
    """The torch_xla that the facts are held against; see torch_xla_here."""
    return look()


def pytest_terminal_summary(terminalreporter):
    note = stand_in_note()
    if note:
        terminalreporter.write_sep("=", "torch_xla")
        terminalreporter.write_line(note)
