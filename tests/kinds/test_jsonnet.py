from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "{ env+: { XRT_WORKERS: 'é', \"XRT_DEVICE_MAP\":: 1 } }",
            ["1:11 XRT201 XRT_WORKERS", "1:30 XRT201 XRT_DEVICE_MAP"],
        ),
        ("{ XRT_WORKERS+: 'x' }", ["1:3 XRT201 XRT_WORKERS"]),
        ("{ ['XRT_WORKERS']: 'x' }", []),
        ("{ a: [{ name: 'XRT_WORKERS', value: 'x' }, { name: 'y' }] }", ["1:16 XRT201 XRT_WORKERS"]),
        ("{ a: ['XRT_WORKERS=x'] }", ["1:8 XRT201 XRT_WORKERS"]),
        ("{ a: std.extVar('XRT_WORKERS') }", ["1:18 XRT202 XRT_WORKERS"]),
        (
            "{ command: ['python3', '-m', 'torch_xla.distributed.xla_dist', x, 'XRT_WORKERS=1'] }",
            [f"1:31 {LAUNCHER}", "1:68 XRT201 XRT_WORKERS"],
        ),
        ("{ command: ['bash', '-c', 'export XRT_WORKERS=1'] }", ["1:35 XRT201 XRT_WORKERS"]),
        ("{ a: |||\n    set -e\n    export XRT_WORKERS=1\n  ||| }", ["3:12 XRT201 XRT_WORKERS"]),
        ("{ a: f(|||\n  python -m torch_xla.distributed.xla_dist\n|||) }", [f"2:13 {LAUNCHER}"]),
        (
            "{ a: @'XRT_WORKERS=1', b: 'set -e\\nexport XRT_DEVICE_MAP=1' }",
            ["1:8 XRT201 XRT_WORKERS", "1:43 XRT201 XRT_DEVICE_MAP"],
        ),
        ("{ a: 'pjrt://' }", ["1:7 XRT305 pjrt://"]),
        ("{ XRT_WORKERS: 1 }  // noqa", []),
        ("{\n  // noqa: XRT201\n  XRT_WORKERS: 1 }", []),
        ("{ XRT_WORKERS: 1 }  # noqa: XRT201", []),
        ("{ XRT_WORKERS: 1 }  // noqa: XRT202", ["1:3 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("a.jsonnet", text) == found
