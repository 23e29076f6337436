from __future__ import annotations

import pytest
from places import OPT_IN, located


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("XRT_WORKERS=1", ["1:1 XRT201 XRT_WORKERS"]),
        ("A=é\n export XRT_WORKERS = 'a b'\n", ["2:9 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS=", ["1:1 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS\nXRT_DEVICE_MAP\r\n", ["1:1 XRT201 XRT_WORKERS", "2:1 XRT201 XRT_DEVICE_MAP"]),
        ('A="x\nXRT_WORKERS=1"\nXRT_WORKERS=2', ["3:1 XRT201 XRT_WORKERS"]),
        ('A=$XRT_WORKERS\nB="${XRT_DEVICE_MAP}"', ["1:4 XRT202 XRT_WORKERS", "2:6 XRT202 XRT_DEVICE_MAP"]),
        ("XRT_WORKERS=${XRT_WORKERS:-x}", ["1:1 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS=1 # noqa: XRT201", []),
        ("# noqa: XRT201\nXRT_WORKERS=1\nXRT_DEVICE_MAP=1", ["3:1 XRT201 XRT_DEVICE_MAP"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located(".env", text) == found


@pytest.mark.parametrize("value", ["GPU", "'GPU'", '"GPU"', "GPU # the old name"])
def test_value(value: str):
    assert located(".env", f"PJRT_DEVICE={value}", OPT_IN) == ["1:1 XRT904 PJRT_DEVICE=GPU"]
