"""The cases written after public bug reports that are no Python modules, with their right answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import PLAIN, shown

from flake8_no_xrt.kinds import scan

CASES = Path(__file__).parents[1] / "cases"

# place, code and name, and what the message must advise
RIGHT = {
    "03-eight-cores.ipynb": [("cell 2:9:28 XRT404 spawn(nprocs)", "drop nprocs")],
    "05-pod-run.sh": [("4:12 XRT204 torch_xla.distributed.xla_dist", "run the script on every host")],
    "11-first-boot.sh": [
        ("3:7 XRT201 XRT_TPU_CONFIG", "use PJRT_DEVICE=TPU"),
        ("4:8 XRT201 XRT_TPU_CONFIG", "use PJRT_DEVICE=TPU"),
        ("6:1 XRT201 XRT_LOCAL_WORKER", "delete it"),
    ],
    "12-compose.yml": [
        ("5:7 XRT201 XRT_DEVICE_MAP", "use PJRT_DEVICE"),
        ("6:7 XRT201 XRT_WORKERS", "use PJRT_DEVICE"),
    ],
}


def test_every_case_has_an_answer():
    assert {path.name for path in CASES.iterdir() if path.suffix not in {".py", ".md"}} == set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_case(name: str):
    items = scan(name, (CASES / name).read_text(encoding="utf-8"), PLAIN)
    assert [shown(item) for item in items] == [place for place, _ in RIGHT[name]]
    for item, (_, advice) in zip(items, RIGHT[name], strict=True):
        assert advice in item.finding.message.partition(": ")[2]
