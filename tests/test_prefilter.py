"""What the prefilter turns away, the checker would not report: over the test files, and over generated programs."""

from __future__ import annotations

import ast
import itertools
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flake8_no_xrt.judging.check import check
from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.judging.prefilter import may_report

HERE = Path(__file__).parent
FILES = sorted(
    path for folder in ("eval_files", "cases") for path in (HERE / folder).rglob("*") if path.suffix in (".py", ".pyi")
)

OPTIONS = {
    "default": Options.parse(),
    "from 2.7": Options.parse(">=2.7"),
    "from 2.1": Options.parse(">=2.1", "HAVE_NEW: >=2.1; on_pjrt: pjrt"),
    "from 1.13": Options.parse(">=1.13", "HAVE_NEW: >=2.1"),
    "up to 2.4": Options.parse("<2.5", "HAVE_NEW: >=2.1"),
    "deprecated": Options.parse(deprecated=True),
    "deprecated from 2.3": Options.parse(">=2.3", deprecated=True),
}

# Modules and members: gone with XRT, gone later, moved, alive, alive under another name, and nowhere at all.
MEMBERS = {
    "torch_xla": ["server_is_alive", "device", "sync", "launch", "core", "nothing_of_the_kind"],
    "torch_xla.core.xla_env_vars": [
        "HOST_ORDINAL",
        "WORLD_SIZE",
        "TPU_CONFIG",
        "PJRT_DEVICE",
        "TPUVM_MODE",
        "MP_DEVICE",
    ],
    "torch_xla.core.xla_model": [
        "xrt_world_size",
        "get_ordinal",
        "parse_xla_device",
        "get_local_ordinal",
        "xla_device",
        "mark_step",
        "broadcast_master_param",
        "CollectiveContext",
        "is_it_there",
    ],
    "torch_xla.core.model": ["broadcast_master_param"],
    "torch_xla.core.xrt_run_server": ["main"],
    "torch_xla.runtime": ["using_pjrt", "requires_pjrt", "xla_device", "world_size", "host_index", "global_ordinal"],
    "torch_xla.experimental": ["pjrt", "tpu", "gpu", "xla_sharding", "custom_kernel", "pjrt_backend", "eager_mode"],
    "torch_xla.experimental.pjrt": ["using_pjrt", "world_size", "spawn", "broadcast_master_param", "rendezvous"],
    "torch_xla.experimental.tpu": ["version", "num_local_processes", "get_tpu_env"],
    "torch_xla.experimental.xla_sharding": ["mark_sharding", "Mesh", "XLAShardedTensor"],
    "torch_xla.experimental.custom_kernel": ["flash_attention"],
    "torch_xla.experimental.pjrt_backend": ["init"],
    "torch_xla.distributed": ["xla_dist", "cluster", "worker", "xrt_init", "xla_multiprocessing", "xla_backend"],
    "torch_xla.distributed.xla_dist": ["get_args_parser"],
    "torch_xla.distributed.xrt_init": ["init_xrt_context"],
    "torch_xla.distributed.xla_multiprocessing": ["spawn", "_setup_workers", "MpSerialExecutor"],
    "torch_xla._internal.tpu": ["version", "get_tpu_env"],
    "torch_xla._internal.pjrt": ["spawn"],
    "xpu.torch_xla.xla_model": ["xrt_world_size"],
    "other.experimental": ["pjrt"],
}
PAIRS = [(module, name) for module, members in MEMBERS.items() for name in members]


def spellings(module: str, name: str) -> list[str]:
    """Programs that bind a module or a name, and use the name once."""
    parent, _, last = module.rpartition(".")
    spaced = module.replace(".", " . ")
    found = [
        f"import {module} as bound\nused = bound.{name}\n",
        f"import {module} as bound\nused = bound . \\\n    {name}(1)\n",
        f"import {module}\nused = {module}.{name}()\n",
        f"import {spaced}\nused = {spaced} . {name}\n",
        f"import {module}\nalias = {module}\nprint(f'{{alias.{name}}}')\n",
        f"from {module} import {name}\nused = {name}\n",
        f"from {module} \\\n    import (\n        {name} as bound,  # here\n    )\nbound()\n",
        f"from {module} import *\nused = {name}\n",
        f"import importlib\nbound = importlib.import_module('{module}')\nused = bound.{name}\n",
        f"import importlib\nbound = importlib.import_module('{parent}' '.{last}')\n",
        f"import {module} as bound\nused = getattr(bound, '{name}', None)\n",
        f"import {module} as bound\nif hasattr(bound, '{name}'):\n    print(bound.{name})\n",
        f"from unittest import mock\nmock.patch('{module}.{name}')\n",
        f"import sys\nsys.modules['{module}'] = None\n",
        f"import {module} as bound\n\n\n@bound.{name}\ndef function(value: 'bound.{name}'): ...\n",
        f"import {module} as bound\nbound.{name}(print, (), 8)\n",
        f"import {module} as bound\nbound.{name}(print, nprocs=8)\n",
        f"try:\n    import {module} as bound\nexcept ImportError:\n    bound = None\nprint(bound.{name})\n",
    ]
    if parent:
        found += [
            f"from {parent} import {last}\nused = {last}.{name}\n",
            f"from {parent} import something, {last} as bound\nused = bound.{name}\n",
            f"import subprocess, sys\nsubprocess.run([sys.executable, '-m', '{module}'])\n",
            f"import os\nos.system('python -m {module} --tpu=pod')\n",
        ]
    return found


VARIABLES = [
    "XRT_TPU_CONFIG",
    "XRT_WORKERS",
    "XRT_SHARD_WORLD_SIZE",
    "XRT_INI_PATH",
    "XLA_USE_SPMD",
    "PJRT_DEVICE",
    "PATH",
]
SETTINGS = [
    "import os\nos.environ['{0}'] = 'GPU'\n",
    "import os\nos.environ.setdefault('{0}', '1')\n",
    "from os import environ as e\nhas = '{0}' in e\n",
    "from os import getenv\nvalue = getenv('{0}')\n",
    "NAME = '{0}'\n",
    "import os, subprocess\nsubprocess.run(['x'], env={{**os.environ, '{0}': 'GPU'}})\n",
    "import os\nos.environ.update({0}='GPU')\n",
    "import subprocess\nsubprocess.run('{0}=GPU python train.py', shell=True)\n",
    "def test(monkeypatch):\n    monkeypatch.setenv('{0}', 'GPU')\n",
    "# {0}\npass\n",
]
FORMS = [
    "import torch.distributed as dist\ndist.init_process_group('xla', init_method='pjrt://')\n",
    "import torch.distributed as dist\ndist.init_process_group('xla', init_method='xla://')\n",
    "from lightning.fabric.accelerators.xla import _using_pjrt\nif not _using_pjrt():\n    raise RuntimeError\n",
    "from lightning.fabric.accelerators.xla import _XLA_GREATER_EQUAL_2_1\nprint(1 if _XLA_GREATER_EQUAL_2_1 else 2)\n",
    "from flags import XLA_GE_2_1, HAVE_NEW\nif HAVE_NEW and not XLA_GE_2_1:\n    print()\n",
    "from flags import on_pjrt\nassert on_pjrt()\n",
    (
        "import packaging.version as v\nfrom importlib import metadata\n"
        "if v.Version(metadata.version('torch-xla')) < v.Version('2.1'):\n    print()\n"
    ),
    (
        "from lightning_utilities.core.imports import RequirementCache\n"
        "_NEW = RequirementCache('torch_xla>=2.1')\nif not _NEW:\n    print()\n"
    ),
    "from importlib.util import find_spec\nif find_spec('torch_xla.experimental.pjrt') is None:\n    print()\n",
]
GUARDS = [
    "from flags import _XLA_GREATER_EQUAL_2_1\nif _XLA_GREATER_EQUAL_2_1:\n{0}\n",
    "from flags import _XLA_GREATER_EQUAL_2_1\nif not _XLA_GREATER_EQUAL_2_1:\n{0}\n",
    "from flags import HAVE_NEW\nif HAVE_NEW:\n    pass\nelse:\n{0}\n",
    "import torch_xla.runtime as xr\nif xr.using_pjrt():\n    pass\nelse:\n{0}\n",
    "def using_pjrt(): ...\n\n\ndef function():\n    if using_pjrt():\n        return\n{0}\n",
    "try:\n{0}\nexcept ImportError:\n    pass\n",
    "try:\n    import torch_xla\nexcept ImportError:\n{0}\n",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n{0}\n",
    (
        "import torch_xla\nfrom packaging.version import Version\n"
        "if Version(torch_xla.__version__) < Version('2.1'):\n{0}\n"
    ),
    "def function():\n{0}\n",
]

USES = [program for pair in PAIRS for program in spellings(*pair)]
OTHERS = [setting.format(name) for name in VARIABLES for setting in SETTINGS] + FORMS


def reported(text: str, options: Options) -> list:
    return check(ast.parse(text), text.splitlines(keepends=True), options)


def holds(text: str, options: Options) -> None:
    if not may_report(text, options):
        assert reported(text, options) == [], text


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_each_spelling_alone(options):
    turned_away = 0
    found = 0
    for text in (*USES, *OTHERS):
        if may_report(text, options):
            found += bool(reported(text, options))
        else:
            turned_away += 1
            assert reported(text, options) == [], text
    # Neither step is idle: some are turned away, and of the rest many are worth the reading.
    assert turned_away > len(OTHERS) / 4
    assert found > len(USES) / 4


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_each_guard_around_each_name(options):
    first = [spellings(*pair)[0] for pair in PAIRS]
    for guard, text in itertools.product(GUARDS, [*first, *OTHERS]):
        # A star import is not among these: it may not stand in a function.
        holds(guard.format(indent(text, "    ")), options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_test_file(path):
    text = path.read_text(encoding="utf-8-sig")
    for options in OPTIONS.values():
        holds(text, options)


def test_there_are_test_files():
    assert FILES


PLAIN = st.sampled_from([text for text in (*USES, *OTHERS) if "import *" not in text])
GUARDED = st.builds(lambda guard, text: guard.format(indent(text, "    ")), st.sampled_from(GUARDS), PLAIN)
TWICE = st.builds(lambda guard, text: guard.format(indent(text, "    ")), st.sampled_from(GUARDS), GUARDED)


@given(st.lists(st.one_of(PLAIN, GUARDED, TWICE), min_size=1, max_size=4), st.sampled_from(sorted(OPTIONS)))
@example([FORMS[2]], "from 2.7")
@settings(max_examples=400, deadline=None)
def test_programs_of_several_parts(parts, options):
    holds("\n".join(parts), OPTIONS[options])


WORDS = st.sampled_from(
    sorted({part for module, name in PAIRS for part in (*module.split("."), name)} | set(VARIABLES) | {"os", "environ"})
)


@given(
    st.lists(st.tuples(st.lists(WORDS, min_size=1, max_size=3), WORDS, WORDS), min_size=1, max_size=4),
    st.sampled_from(sorted(OPTIONS)),
)
@settings(max_examples=300, deadline=None)
def test_words_of_the_field_in_any_order(statements, options):
    lines = []
    for module, name, member in statements:
        dotted = ".".join(module)
        lines += [
            f"from {dotted} import {name} as bound",
            f"import {dotted}",
            f"bound.{member}, {dotted}.{name}.{member}",
        ]
    holds("\n".join(lines) + "\n", OPTIONS[options])


HEAD = "import torch_xla.core.xla_model as xm\n"
LONG = {
    "the suite of a handler": HEAD + "try:\n    pass\nexcept ValueError:\n" + "        value = 1\n" * 20_000,
    "blank lines of a handler": HEAD + "try:\n    pass\nexcept ValueError:\n" + "        \n" * 20_000 + "    x\n",
    "many handlers": HEAD + "try:\n    pass\nexcept ValueError:\n    pass\n" * 20_000,
    "a handler with colons": HEAD + "except " + "a: b " * 20_000 + "\n",
    "a long import": HEAD + "import " + "numpy, " * 20_000 + "numpy\n",
    "an import that is not closed": HEAD + "from torch_xla import (" + "a, " * 20_000 + "\n",
    "many that are not closed": HEAD + "from torch_xla.core import (a,  # x\n" * 20_000,
    "lines that go on": HEAD + "from torch_xla import a" + ", \\\n  b" * 20_000 + "\n",
    "nothing but lines that go on": HEAD + "import" + " \\\n" * 20_000 + "x\n",
    "uses": HEAD + "xm.mark_step()\n" * 20_000,
    "blanks": HEAD + "xm" + " " * 20_000 + "x = " + " " * 20_000 + "\n",
    "empty lines": HEAD + "xm" + "\n" * 20_000 + "x\n",
    "parentheses": HEAD + "(" * 20_000 + "xm" + ")" * 20_000 + "\n",
    "a long chain": HEAD + "torch_xla" + ".a" * 20_000 + "\n",
    "a word of words": HEAD + "torch_xla" * 20_000 + "\n",
    "a literal": HEAD + "x = '" + "torch_xla " * 100_000 + "'\n",
    "words behind import": HEAD + "import x " + "xm " * 20_000 + "\n",
    "many aliases": "".join(f"import torch_xla.core.xla_model as xm{n}\nxm{n}.mark_step()\n" for n in range(1_000)),
}


def main() -> None:
    for text in LONG.values():
        may_report(text, OPTIONS["default"])
        may_report(text, OPTIONS["deprecated from 2.3"])


def test_long_files_are_answered_soon():
    """In a process of its own: what runs away in a regular expression cannot be stopped otherwise."""
    code = "import test_prefilter; test_prefilter.main()"
    subprocess.run([sys.executable, "-c", code], cwd=HERE, check=True, timeout=120)
