import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from real_tools import installed  # noqa: E402
from torch_xla_here import Here, look, stand_in_note  # noqa: E402

# Tests that download, or start slow programs, run when they are asked for: `pytest -m corpus`, and so on.
ON_REQUEST = ("corpus", "integration", "rebuild")


def left_out(config) -> list[str]:
    return [marker for marker in ON_REQUEST if marker not in config.option.markexpr]


def pytest_collection_modifyitems(config, items) -> None:
    markers = left_out(config)
    dropped = {item for item in items if any(item.get_closest_marker(marker) for marker in markers)}
    config.hook.pytest_deselected(items=list(dropped))
    items[:] = [item for item in items if item not in dropped]


@pytest.fixture(scope="session")
def here() -> Here:
    """The torch_xla that the facts are held against; see torch_xla_here."""
    return look()


def pytest_terminal_summary(terminalreporter, config):
    for marker in left_out(config):
        terminalreporter.write_line(f"left out: tests marked {marker}, which download; pytest -m {marker} runs them")
    terminalreporter.write_line(f"tools of others: {', '.join(installed())}")
    note = stand_in_note()
    if note:
        terminalreporter.write_sep("=", "torch_xla")
        terminalreporter.write_line(note)
