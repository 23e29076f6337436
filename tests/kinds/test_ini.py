from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # tox
        ("[testenv]\nsetenv = XRT_WORKERS=1", ["2:10 XRT201 XRT_WORKERS"]),
        ("[testenv:tpu]\nset_env =\n    A = 1\n    # no\n\n    XRT_WORKERS = a=b\n", ["6:5 XRT201 XRT_WORKERS"]),
        ("[testenv]\nsetenv =\n    py{38,39}-tpu: XRT_WORKERS = 1\n", ["3:20 XRT201 XRT_WORKERS"]),
        ("[testenv]\nsetenv =\n    A = {env:XRT_WORKERS:x}\n", ["3:14 XRT202 XRT_WORKERS"]),
        (
            "[testenv]\npassenv = A XRT_WORKERS, XRT_*\n  XRT_DEVICE_MAP\n",
            ["2:13 XRT201 XRT_WORKERS", "3:3 XRT201 XRT_DEVICE_MAP"],
        ),
        (
            "[testenv]\ncommands =\n  tpu: python -m torch_xla.distributed.xla_dist \\\n    --env XRT_WORKERS=1\n  x",
            [f"3:18 {LAUNCHER}", "4:11 XRT201 XRT_WORKERS"],
        ),
        ("[testenv]\ncommands = -env XRT_WORKERS=1 x", ["2:17 XRT201 XRT_WORKERS"]),
        ("[testenv]\ncommands = env XRT_WORKERS=1 \\", ["2:16 XRT201 XRT_WORKERS"]),
        # pytest-env
        (
            "[tool:pytest]\nenv =\n    XRT_WORKERS=1\n    D:XRT_DEVICE_MAP=2\n    R:D:XRT_TPU_CONFIG={X}",
            ["3:5 XRT201 XRT_WORKERS", "4:7 XRT201 XRT_DEVICE_MAP", "5:9 XRT201 XRT_TPU_CONFIG"],
        ),
        # systemd and supervisor
        (
            "[Service]\nEnvironment=XRT_WORKERS=1\nEnvironment=\"A=b c\" 'XRT_DEVICE_MAP=x y'",
            ["2:13 XRT201 XRT_WORKERS", "3:22 XRT201 XRT_DEVICE_MAP"],
        ),
        ("[Service]\nPassEnvironment=A XRT_WORKERS", ["2:19 XRT201 XRT_WORKERS"]),
        ("[Service]\nExecStart=-/usr/bin/python3 -m torch_xla.distributed.xla_dist", [f"2:32 {LAUNCHER}"]),
        ("[Service]\nExecStartPre=/bin/sh -c 'echo $XRT_WORKERS'", ["2:32 XRT202 XRT_WORKERS"]),
        ('[program:x]\nenvironment=A="b",XRT_WORKERS="1"', ["2:19 XRT201 XRT_WORKERS"]),
        ("[program:x]\ncommand=env XRT_WORKERS=1 ./x", ["2:13 XRT201 XRT_WORKERS"]),
        # plain
        ("[env]\nXRT_WORKERS: é", ["2:1 XRT201 XRT_WORKERS"]),
        ("[env]\nA = é\nXRT_WORKERS = 1\r\n", ["3:1 XRT201 XRT_WORKERS"]),
        # comments
        ("[env]\n# noqa: XRT201\nXRT_WORKERS = 1", []),
        ("[env]\n; noqa\nXRT_WORKERS = 1", []),
        ("[env]\nXRT_WORKERS = 1  ; noqa: XRT201", []),
        ("; flake8: noqa\n[env]\nXRT_WORKERS = 1", []),
        ("[env]\n# noqa: XRT202\nXRT_WORKERS = 1", ["3:1 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("tox.ini", text) == found
