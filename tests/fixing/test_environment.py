"""XRT_* variables: what stays first, then what is deleted, chooses the device otherwise, or asks the runtime."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop, dedent

HEAD = """\
import os

import torch_xla.core.xla_env_vars as xenv
import torch_xla.runtime as xr

"""


def noop(text: str, *reasons: str, target: str | None = None) -> None:
    check_noop(HEAD + dedent(text), *reasons, target=target)


def fixed(before: str, after: str, *, left: int = 0) -> None:
    head = HEAD if "xenv" in dedent(after) else HEAD.replace("import torch_xla.core.xla_env_vars as xenv\n", "")
    # What is imported and not used at all was so before.
    before = HEAD + dedent(before) if "xenv" in before else head + dedent(before)
    check_fixed(before, head + dedent(after), unsafe=True, left=left)


# -- what stays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 'XRT_TPU_CONFIG' in os.environ\n", 'torch_xla.runtime.device_type() == "TPU"'),
        ("x = xenv.HOST_WORLD_SIZE in os.environ\n", "counts processes, not hosts"),
        ("x = 'XRT_LOCAL_WORKER' in os.environ\n", "the test is always false"),
        ("x = os.environ.get('XRT_HOST_ORDINAL')\n", "not made a number"),
        ("x = os.environ[xenv.ORDINAL] + 'a'\n", "not made a number"),
        ("x = float(os.environ[xenv.ORDINAL])\n", "not made a number"),
        ("x = int(os.environ[xenv.ORDINAL], 8)\n", "not made a number"),
        ("x = int(os.environ.get('XRT_HOST_ORDINAL', -1))\n", "its default is not 0"),
        ("x = int(os.environ.get('XRT_SHARD_WORLD_SIZE', 0))\n", "its default is not 1"),
        ("x = int(os.environ.get('XRT_HOST_ORDINAL', y))\n", "its default is not 0"),
        ("x = int(os.environ.get(xenv.ORDINAL, 0) or 1)\n", "its default cannot be told"),
        ("x = int(os.environ.get('XRT_HOST_WORLD_SIZE', 1))\n", "counts processes, not hosts"),
        ("x = os.environ.get('XRT_MULTI_PROCESSING_DEVICE')\n", "which has no number"),
        ("x = os.environ.get('XRT_LOCAL_WORKER')\n", "what its value was for has to be known"),
        ("x = xenv.TPU_CONFIG\n", "has to be known"),
        ("f(xenv.TPU_CONFIG)\n", "has to be known"),
        ("TPU = 'XRT_TPU_CONFIG'\n", "whatever uses the constant"),
        ("key = 'XRT_LOCAL_WORKER'\nos.environ[key] = '1'\n", "kept in a variable"),
        ("os.environ['XRT_WORKERS'] = 'localservice:0;grpc://localhost:40934'\n", "set PJRT_DEVICE by hand"),
        ("os.environ['XRT_DEVICE_MAP'] = 'GPU:0;/job:localservice/task:0/device:XLA_GPU:0'\n", "set PJRT_DEVICE"),
        ("os.environ['XRT_DEVICE_MAP'] = y\n", "set PJRT_DEVICE"),
        ("os.environ['XRT_LOCAL_WORKER'] = start()\n", "a call that may have an effect"),
        ("x = os.environ.setdefault('XRT_LOCAL_WORKER', '1')\n", "has to be known"),
        ("os.environ['XRT_LOCAL_WORKER'] = y = '1'\n", "has to be known"),
        ("if 'XRT_WORKERS' not in os.environ:\n    os.environ['XRT_TPU_CONFIG'] = 'a'\n", "decides on it"),
        ("import subprocess\n\nsubprocess.run('XRT_TPU_CONFIG=a python b.py', shell=True)\n", "in a command"),
    ],
)
def test_what_needs_a_person(text: str, reason: str):
    noop(text, reason)


def test_what_is_no_use_or_not_ours():
    noop("os.environ.pop('XRT_TPU_CONFIG', None)\ndel os.environ[xenv.PJRT_DEVICE]\n")
    noop("os.environ['XRT_INI_PATH'] = '1'\nx = {'XRT_TPU_CONFIG': 1}\n")


def test_a_release_that_reads_it():
    check_noop("import os\n\nos.environ['XRT_LOCAL_WORKER'] = 'a'\n", "2.0", target=">=2.0")


def test_the_runtime_is_not_at_hand():
    check_noop("import os\n\nx = int(os.environ['XRT_HOST_ORDINAL'])\n", "no import of torch_xla")


def test_never_in_the_safe_run():
    check_noop("import os\n\nos.environ['XRT_LOCAL_WORKER'] = 'a'\n", "unsafe", unsafe=False)


# -- settings -------------------------------------------------------------------------------------------------


def test_statements_are_deleted():
    fixed(
        """
        def test(monkeypatch, x):
            os.environ["XRT_LOCAL_WORKER"] = f"c_localservice:{x}"
            os.environ.setdefault("XRT_MESH_SERVICE_ADDRESS", "a")
            monkeypatch.setenv("XRT_HOST_ORDINAL", "1")
            monkeypatch.setitem(os.environ, "XRT_SHARD_ORDINAL", "1")
            os.putenv("XRT_GRPC_COMPRESSION", "1")
            os.environ[xenv.LOCAL_WORKER] = "a"  # this one

            return xr, os


        if x:
            os.environ["XRT_LOCAL_WORKER"] = "a"
        """,
        """
        def test(monkeypatch, x):

            return xr, os
        """,
    )


def test_a_body_left_empty():
    fixed("def f():\n    os.environ['XRT_LOCAL_WORKER'] = 'a'\n\n\nf(os, xr)\n", "def f():\n    pass\n\n\nf(os, xr)\n")


def test_elements_are_deleted():
    fixed(
        """
        a = {**os.environ, "XRT_SHARD_ORDINAL": "1", "A": "1"}
        b = dict(os.environ, XRT_HOST_ORDINAL="1")
        c = dict(os.environ, XRT_HOST_ORDINAL="1", A="1")
        env = {
            "A": "1",  # this stays
            "XRT_HOST_ORDINAL": ("1"),
            xenv.PJRT_DEVICE: "TPU",
        }
        os.environ.update({"XRT_HOST_ORDINAL": "1"})
        """,
        """
        a = {**os.environ, "A": "1"}
        b = dict(os.environ)
        c = dict(os.environ, A="1")
        env = {
            "A": "1",  # this stays
            xenv.PJRT_DEVICE: "TPU",
        }
        os.environ.update({})
        """,
    )
    fixed(
        """
        @mock.patch.dict(os.environ, {"XRT_HOST_ORDINAL": "1", "XRT_SHARD_ORDINAL": "0"}, clear=True)
        def test_a():
            assert xr
        """,
        """
        @mock.patch.dict(os.environ, {}, clear=True)
        def test_a():
            assert xr
        """,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("os.environ['XRT_TPU_CONFIG'] = 'localservice;0;localhost:51011'", 'os.environ["PJRT_DEVICE"] = "TPU"'),
        ("os.environ[xenv.TPU_CONFIG] = f'tpu_worker;0;{ip}:8470'", 'os.environ["PJRT_DEVICE"] = "TPU"'),
        ("os.environ.setdefault('XRT_TPU_CONFIG', 'a')", 'os.environ.setdefault("PJRT_DEVICE", "TPU")'),
        ("x = {**os.environ, 'XRT_TPU_CONFIG': 'a'}", 'x = {**os.environ, "PJRT_DEVICE": "TPU"}'),
        ("x = dict(os.environ, XRT_TPU_CONFIG='a')", 'x = dict(os.environ, PJRT_DEVICE="TPU")'),
        (
            "os.environ['XRT_DEVICE_MAP'] = 'CPU:0;/job:localservice/replica:0/task:0/device:XLA_CPU:0'",
            'os.environ["PJRT_DEVICE"] = "CPU"',
        ),
        ("os.environ['PJRT_DEVICE'] = 'CPU'\nos.environ['XRT_TPU_CONFIG'] = 'a'", "os.environ['PJRT_DEVICE'] = 'CPU'"),
        ("x = {'PJRT_DEVICE': y, **os.environ, 'XRT_WORKERS': 'a'}", "x = {'PJRT_DEVICE': y, **os.environ}"),
    ],
)
def test_the_choice_of_the_device(before: str, after: str):
    fixed(f"{before}\nprint(os, xr)\n", f"{after}\nprint(os, xr)\n")


def test_one_setting_for_two():
    fixed(
        """
        os.environ["XRT_WORKERS"] = "localservice:0;grpc://localhost:40934"
        os.environ["XRT_DEVICE_MAP"] = "TPU:0;/job:localservice/replica:0/task:0/device:TPU:0"
        print(os, xr)
        """,
        """
        os.environ["PJRT_DEVICE"] = "TPU"
        print(os, xr)
        """,
    )


# -- reads ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int(os.environ.get('XRT_HOST_ORDINAL', '0'))", "xr.host_index()"),
        ("int(os.environ.get(xenv.HOST_ORDINAL, 0))", "xr.host_index()"),
        ("int(os.getenv(xenv.HOST_ORDINAL) or 0)", "xr.host_index()"),
        ("int(os.environ[xenv.ORDINAL])", "xr.global_ordinal()"),
        ("int(os.environ[xenv.LOCAL_ORDINAL]) + 1", "xr.local_ordinal() + 1"),
        ("int(os.environ.get('XRT_SHARD_WORLD_SIZE', 1))", "xr.world_size()"),
        ("int(os.environ[xenv.WORLD_SIZE])", "xr.world_size()"),
        ("getenv_as(xenv.HOST_ORDINAL, int, 0)", "xr.host_index()"),
        ("getenv_as('XRT_SHARD_ORDINAL', int)", "xr.global_ordinal()"),
    ],
)
def test_numbers(before: str, after: str):
    fixed(f"x = {before}\nprint(os)\n", f"x = {after}\nprint(os)\n")


def test_imports_come_and_go():
    check_fixed(
        """
        def node_rank(self):
            import os

            import torch_xla.core.xla_env_vars as xenv
            from torch_xla.utils.utils import getenv_as

            return getenv_as(xenv.HOST_ORDINAL, int, 0)
        """,
        """
        def node_rank(self):
            import os

            import torch_xla.runtime as xr

            return xr.host_index()
        """,
        unsafe=True,
    )
