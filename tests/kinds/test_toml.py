from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[tool.pytest_env]\nXRT_WORKERS = 1", ["2:1 XRT201 XRT_WORKERS"]),
        (
            "[env]\n'XRT_WORKERS' = { value = 1 }\n\"XRT_DEVICE_MAP\" = 2",
            ["2:2 XRT201 XRT_WORKERS", "3:2 XRT201 XRT_DEVICE_MAP"],
        ),
        ("[tool.x.env]\na.XRT_WORKERS = 1", ["2:3 XRT201 XRT_WORKERS"]),
        ("[tool.x.env.XRT_WORKERS]\nvalue = 1", ["1:13 XRT201 XRT_WORKERS"]),
        ("set_env = { A = 'é', XRT_WORKERS = '1' }", ["1:22 XRT201 XRT_WORKERS"]),
        (
            '[tool.pytest.ini_options]\nenv = [\n  "A=1", # XRT_WORKERS=1\n  "D:XRT_WORKERS=a b",\n]',
            ["4:6 XRT201 XRT_WORKERS"],
        ),
        ("pass_env = ['XRT_WORKERS', 'XRT_*']", ["1:14 XRT201 XRT_WORKERS"]),
        (
            "[tool.cibuildwheel]\nenvironment = \"A='b' XRT_WORKERS='1'\"\nbefore-all = 'export XRT_DEVICE_MAP=1'",
            ["2:22 XRT201 XRT_WORKERS", "3:22 XRT201 XRT_DEVICE_MAP"],
        ),
        ("[[tool.cibuildwheel.overrides]]\nenvironment = { XRT_WORKERS = 1 }", ["2:17 XRT201 XRT_WORKERS"]),
        (
            "[env_run_base]\ncommands = [['python', '-m', 'torch_xla.distributed.xla_dist'], ['env', 'XRT_WORKERS=1']]",
            [f"2:31 {LAUNCHER}", "2:74 XRT201 XRT_WORKERS"],
        ),
        (
            "[tool.hatch.envs.x.scripts]\na = 'XRT_WORKERS=1 x'\nb = ['a', 'python -m torch_xla.distributed.xla_dist']",
            ["2:6 XRT201 XRT_WORKERS", f"3:22 {LAUNCHER}"],
        ),
        ("[tool.poe.tasks]\na.cmd = 'echo $XRT_WORKERS'", ["2:16 XRT202 XRT_WORKERS"]),
        ("[tool.pdm.scripts]\na = { shell = 'x \\', env = { XRT_WORKERS = '1' } }", ["2:30 XRT201 XRT_WORKERS"]),
        ('[tool.tox]\nlegacy_tox_ini = """\n[testenv]\nsetenv =\n  XRT_WORKERS = 1\n"""', ["5:3 XRT201 XRT_WORKERS"]),
        ('run = """a \\\n   && \\"b\\" && XRT_WORKERS=1 c"""', ["2:16 XRT201 XRT_WORKERS"]),
        ("run = '''\nXRT_WORKERS=1 c'''", ["2:1 XRT201 XRT_WORKERS"]),
        ("[env]\r\nXRT_WORKERS = 1\r\n", ["2:1 XRT201 XRT_WORKERS"]),
        ("[env]\nXRT_WORKERS = 1  # noqa: XRT201", []),
        ("[env]\n# noqa: XRT201\nXRT_WORKERS = 1", []),
        ("[env]\nXRT_WORKERS = 1  # noqa: XRT1", ["2:1 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("pyproject.toml", text) == found
