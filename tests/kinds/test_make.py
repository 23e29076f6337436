from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("XRT_WORKERS = 1", ["1:1 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS?=1\nXRT_DEVICE_MAP := 2", ["1:1 XRT201 XRT_WORKERS", "2:1 XRT201 XRT_DEVICE_MAP"]),
        ("export XRT_WORKERS ::= 1 # x", ["1:8 XRT201 XRT_WORKERS"]),
        ("override export XRT_WORKERS += 1", ["1:17 XRT201 XRT_WORKERS"]),
        ("export A XRT_WORKERS", ["1:10 XRT201 XRT_WORKERS"]),
        ("test: XRT_WORKERS = 1", ["1:7 XRT201 XRT_WORKERS"]),
        ("a b: export XRT_WORKERS := é", ["1:13 XRT201 XRT_WORKERS"]),
        ("A = \\\n  $(XRT_WORKERS) ${XRT_DEVICE_MAP}", ["2:5 XRT202 XRT_WORKERS", "2:20 XRT202 XRT_DEVICE_MAP"]),
        (
            "ifdef XRT_WORKERS\nelse ifndef XRT_DEVICE_MAP\nendif",
            ["1:7 XRT202 XRT_WORKERS", "2:13 XRT202 XRT_DEVICE_MAP"],
        ),
        ("ifeq ($(XRT_WORKERS),1)\nendif", ["1:9 XRT202 XRT_WORKERS"]),
        (
            "define a\nXRT_WORKERS=1\n\tXRT_WORKERS=1 ./x\nendef\nXRT_WORKERS=2",
            ["3:2 XRT201 XRT_WORKERS", "5:1 XRT201 XRT_WORKERS"],
        ),
        ("a:\n\tXRT_WORKERS=1 ./x", ["2:2 XRT201 XRT_WORKERS"]),
        (
            "a:\n\t@-export XRT_WORKERS=$(x); ./x $$XRT_DEVICE_MAP",
            ["2:11 XRT201 XRT_WORKERS", "2:35 XRT202 XRT_DEVICE_MAP"],
        ),
        (
            "a:\n\tx && \\\n\t  $(PYTHON) -m torch_xla.distributed.xla_dist \\\n\t  --env XRT_WORKERS=1",
            [f"3:17 {LAUNCHER}", "4:10 XRT201 XRT_WORKERS"],
        ),
        ("a:\n\tdocker run -e XRT_WORKERS=$(X) img", ["2:16 XRT201 XRT_WORKERS"]),
        ("a: b; XRT_WORKERS=1 ./x", ["1:7 XRT201 XRT_WORKERS"]),
        ("a:\n\techo $(XRT_WORKERS)\r\n", ["2:9 XRT202 XRT_WORKERS"]),
        ("a:\n\tXRT_WORKERS=1 x \\", ["2:2 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS = 1 # noqa: XRT201", []),
        ("# noqa\nXRT_WORKERS = 1", []),
        ("a:\n\tXRT_WORKERS=1 ./x # noqa: XRT202", ["2:2 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("Makefile", text) == found
