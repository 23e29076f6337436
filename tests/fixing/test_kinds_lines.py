"""Settings in INI files, .env files, Makefiles and Dockerfiles: what is left alone, and why; then what goes."""

from __future__ import annotations

import pytest
from kind_tools import check_fixed, check_noop

EMPTY = "nothing would be left of what it stands in"
UNKNOWN = "no fix is known for the way it is written here"
EFFECT = "the value it is set to comes from a command that may have an effect"
HAND = "which device it chose cannot be told"
READ = "nothing sets it any more"

INI_LEFT = {
    "all of a key": ("[testenv]\nsetenv =\n    XRT_LOCAL_WORKER = 1\nb = 1\n", EMPTY),
    "all of a key on one line": ("[testenv]\nsetenv = XRT_LOCAL_WORKER=1\nb = 1\n", EMPTY),
    "all of a section": ("[a]\nXRT_LOCAL_WORKER = 1\n[b]\nb = 1\n", EMPTY),
    "all that is handed on": ("[testenv]\npassenv = XRT_LOCAL_WORKER\nb = 1\n", EMPTY),
    "what may be a comment": (
        "[testenv]\nsetenv =\n    XRT_LOCAL_WORKER = 1  # why\n    A = 1\n",
        "what stands behind it may be a comment",
    ),
    "a key over lines": ("[a]\nXRT_LOCAL_WORKER = 1\n    2\nb = 1\n", "its value is more than a word"),
    "names between commas": ("[testenv]\npassenv = A,XRT_LOCAL_WORKER\n", "it is one of several between commas"),
    "an argument": ("[testenv]\ncommands = pytest XRT_LOCAL_WORKER=1 x\n", "it is an argument of pytest"),
    "read": (
        "[testenv]\nsetenv =\n    XRT_LOCAL_WORKER = 1\n    A = {env:XRT_LOCAL_WORKER:}\n",
        "it is read in line 4",
        READ,
    ),
    "launcher": ("[testenv]\ncommands = python -m torch_xla.distributed.xla_dist x\n", "its arguments have to go"),
    "device: workers alone": ("[testenv]\nsetenv =\n    XRT_WORKERS = 1\n    A = 1\n", HAND),
    "device: handed on": ("[testenv]\npassenv = A XRT_TPU_CONFIG\n", "its value comes from elsewhere"),
}
INI_DONE = {
    "a line": ("[testenv]\nsetenv =\n    XRT_LOCAL_WORKER = 1\n    A = 1\n", "[testenv]\nsetenv =\n    A = 1\n"),
    "the line of the key": (
        "[testenv]\nsetenv = XRT_LOCAL_WORKER=1\n    A = 1\n",
        "[testenv]\nsetenv =\n    A = 1\n",
    ),
    "a line with factors": (
        "[testenv]\nsetenv =\n    A = 1\n    py38,tpu: XRT_LOCAL_WORKER = 1\n",
        "[testenv]\nsetenv =\n    A = 1\n",
    ),
    "a line with flags": ("[pytest]\nenv =\n    A=1\n    D:XRT_LOCAL_WORKER=1\n", "[pytest]\nenv =\n    A=1\n"),
    "a line below a comment": (
        "[pytest]\nenv =\n    # why\n    XRT_LOCAL_WORKER=1\n    A=1\n",
        "[pytest]\nenv =\n    # why\n    A=1\n",
    ),
    "a key": ("[a]\nXRT_LOCAL_WORKER = 1\nb = 1\n", "[a]\nb = 1\n"),
    "a name": ("[testenv]\npassenv = XRT_LOCAL_WORKER A\n", "[testenv]\npassenv = A\n"),
    "a name on a line": (
        "[testenv]\npassenv =\n    A\n    XRT_LOCAL_WORKER\n    B\n",
        "[testenv]\npassenv =\n    A\n    B\n",
    ),
    "before a command": (
        "[testenv]\ncommands = env XRT_LOCAL_WORKER=1 pytest {posargs}\n",
        "[testenv]\ncommands = env pytest {posargs}\n",
    ),
    "a line of a unit": ("[Service]\nEnvironment=XRT_LOCAL_WORKER=1\nA=1\n", "[Service]\nA=1\n"),
    "a word of a unit": (
        '[Service]\nEnvironment="XRT_LOCAL_WORKER=a b" A=1\nEnvironment=B=1 XRT_LOCAL_WORKER=1\n',
        "[Service]\nEnvironment=A=1\nEnvironment=B=1\n",
    ),
    "a name of a unit": ("[Service]\nPassEnvironment=A XRT_LOCAL_WORKER\n", "[Service]\nPassEnvironment=A\n"),
    "of supervisor": (
        '[program:a]\nenvironment=A="1",XRT_LOCAL_WORKER="x;y",B="2"\ncommand=x\n',
        '[program:a]\nenvironment=A="1",B="2"\ncommand=x\n',
    ),
    "the first of supervisor": (
        '[program:a]\nenvironment=XRT_LOCAL_WORKER="x;y",B="2"\n',
        '[program:a]\nenvironment=B="2"\n',
    ),
    "device": (
        "[testenv]\nsetenv =\n    XRT_TPU_CONFIG = a;0;b\n    XRT_WORKERS = 1\n",
        "[testenv]\nsetenv =\n    PJRT_DEVICE = TPU\n",
    ),
    "device, of a unit": (
        '[Service]\nEnvironment="XRT_TPU_CONFIG=a;0;b"\nEnvironment=XRT_WORKERS=1\n',
        '[Service]\nEnvironment="PJRT_DEVICE=TPU"\n',
    ),
    "device, in two sections": (
        "[testenv:a]\nsetenv =\n    XRT_TPU_CONFIG=a\n[testenv:b]\nsetenv =\n    XRT_TPU_CONFIG=b\n",
        "[testenv:a]\nsetenv =\n    PJRT_DEVICE=TPU\n[testenv:b]\nsetenv =\n    PJRT_DEVICE=TPU\n",
    ),
}
ENV_LEFT = {
    "all of a file": ("XRT_LOCAL_WORKER=1\n", EMPTY),
    "several lines": ('XRT_LOCAL_WORKER="a\nb"\nA=1\n', "its value goes over several lines"),
    "read": ("XRT_LOCAL_WORKER=1\nA=$XRT_LOCAL_WORKER\n", "it is read in line 2", READ),
    "device: workers alone": ("XRT_WORKERS=1\nA=1\n", HAND),
    "device: empty": ("XRT_TPU_CONFIG=\nA=1\n", HAND),
}
ENV_DONE = {
    "a line": ("A=1\nXRT_LOCAL_WORKER=1\nB=1\n", "A=1\nB=1\n"),
    "with export": ("A=1\nexport XRT_LOCAL_WORKER='1'\n", "A=1\n"),
    "a bare name": ("A\nXRT_LOCAL_WORKER\n", "A\n"),
    "a comment": ("# a\nXRT_LOCAL_WORKER=1  # b\nA=1\n", "# a\n# b\nA=1\n"),
    "device": ('XRT_TPU_CONFIG="a;0;b" # c\nXRT_WORKERS=1\n', "PJRT_DEVICE=TPU # c\n"),
    "device, set already": ("XRT_TPU_CONFIG=a\nPJRT_DEVICE=CPU\n", "PJRT_DEVICE=CPU\n"),
}
MAKE_LEFT = {
    "effects": ("XRT_LOCAL_WORKER := $(shell hostname)\na:\n", EFFECT),
    "effects of a shell assignment": ("XRT_LOCAL_WORKER != hostname\na:\n", EFFECT),
    "effects in a recipe": ("a:\n\tXRT_LOCAL_WORKER=$(shell x) python y\n", EFFECT),
    "several lines": ("XRT_LOCAL_WORKER = a \\\n  b\na:\n", "it goes over several lines"),
    "all of a recipe line": ("a:\n\texport XRT_LOCAL_WORKER=1\n\tpython x\n", EMPTY),
    "read": ("XRT_LOCAL_WORKER = 1\na:\n\tpython $(XRT_LOCAL_WORKER)\n", "it is read in line 3", READ),
    "decided": (
        "ifdef XRT_WORKERS\nexport XRT_LOCAL_WORKER = 1\nendif\n",
        READ,
        "a test on such a variable decides on it",
    ),
    "device: workers alone": ("export XRT_WORKERS = 1\na:\n", HAND),
    "device: added": ("XRT_TPU_CONFIG += a\na:\n", "the value is added to an old one"),
}
MAKE_DONE = {
    "an assignment": ("A = 1\nXRT_LOCAL_WORKER ?= 1\nB = 1\n", "A = 1\nB = 1\n"),
    "with export and a comment": ("A = 1\nexport XRT_LOCAL_WORKER := 1 # why\n", "A = 1\n# why\n"),
    "of a target": ("a: XRT_LOCAL_WORKER=1\na:\n\tpython x\n", "a:\n\tpython x\n"),
    "a name": ("export XRT_LOCAL_WORKER A\n", "export A\n"),
    "the only name": ("A=1\nexport XRT_LOCAL_WORKER\n", "A=1\n"),
    "in a recipe": ("a:\n\t@XRT_LOCAL_WORKER=1 python $(X) $$Y\n", "a:\n\t@python $(X) $$Y\n"),
    "a reference in a recipe": ("a:\n\tXRT_LOCAL_WORKER=$(X) python y\n", "a:\n\tpython y\n"),
    "in a recipe on lines": (
        "a:\n\texport XRT_LOCAL_WORKER=1; \\\n\tpython x\n",
        "a:\n\tpython x\n",
    ),
    "device": ("export XRT_TPU_CONFIG = a;0;b\nexport XRT_WORKERS = 1\n", "export PJRT_DEVICE = TPU\n"),
    "device of a target": (
        "a: export XRT_TPU_CONFIG=a\nb: export XRT_TPU_CONFIG=b\n",
        "a: export PJRT_DEVICE=TPU\nb: export PJRT_DEVICE=TPU\n",
    ),
}
DOCKER_LEFT = {
    "a comment between": ("FROM a\nENV A=1 \\\n    # why\n    XRT_LOCAL_WORKER=1\n", "a comment would be lost"),
    "a comment in it": ("FROM a\nENV \\\n    # why\n    XRT_LOCAL_WORKER=1\n", "a comment would be lost"),
    "all of a command": ("FROM a\nRUN export XRT_LOCAL_WORKER=1\n", EMPTY),
    "an argument": ('FROM a\nCMD ["python", "XRT_LOCAL_WORKER=1"]\n', "it is an argument of python"),
    "read": ("FROM a\nENV XRT_LOCAL_WORKER=1\nENV B=$XRT_LOCAL_WORKER\n", "it is read in line 3", READ),
    "device: from outside": (
        "FROM a\nARG XRT_TPU_CONFIG\nRUN x\n",
        "its value comes from elsewhere",
    ),
    "device: workers alone": ("FROM a\nENV XRT_WORKERS=1\n", HAND),
    "device: in another stage": (
        "FROM a\nENV PJRT_DEVICE=CPU\nFROM b\nENV XRT_TPU_CONFIG=a\n",
        "PJRT_DEVICE is set to something else in line 2",
    ),
}
DOCKER_DONE = {
    "an instruction": ("FROM a\nENV XRT_LOCAL_WORKER=1\nRUN x\n", "FROM a\nRUN x\n"),
    "the old form": ("FROM a\nENV XRT_LOCAL_WORKER a b\nRUN x\n", "FROM a\nRUN x\n"),
    "an argument of the build": ("FROM a\nARG XRT_LOCAL_WORKER\nRUN x\n", "FROM a\nRUN x\n"),
    "one of several": ("FROM a\nENV A=1 XRT_LOCAL_WORKER='a b' B=2\n", "FROM a\nENV A=1 B=2\n"),
    "the first of several lines": (
        "FROM a\nENV XRT_LOCAL_WORKER=1 \\\n    A=1\n",
        "FROM a\nENV A=1\n",
    ),
    "the last of several lines": ("FROM a\nENV A=1 \\\n    XRT_LOCAL_WORKER=1\n", "FROM a\nENV A=1\n"),
    "in the middle, with a comment elsewhere": (
        "FROM a\nENV A=1 \\\n    # why\n    B=1 \\\n    XRT_LOCAL_WORKER=1 \\\n    C=1\n",
        "FROM a\nENV A=1 \\\n    # why\n    B=1 \\\n    C=1\n",
    ),
    "in a command": ("FROM a\nRUN XRT_LOCAL_WORKER=1 python x\n", "FROM a\nRUN python x\n"),
    "in a command on lines": (
        "FROM a\nRUN a && \\\n    export XRT_LOCAL_WORKER=1 && \\\n    b\n",
        "FROM a\nRUN a && \\\n    b\n",
    ),
    "another escape": (
        "# escape=`\nFROM a\nENV A=1 `\n    XRT_LOCAL_WORKER=1 `\n    B=1\n",
        "# escape=`\nFROM a\nENV A=1 `\n    B=1\n",
    ),
    "words of a command": ('FROM a\nCMD ["env", "XRT_LOCAL_WORKER=1", "x"]\n', 'FROM a\nCMD ["env", "x"]\n'),
    "a script": ("FROM a\nRUN <<EOF\nexport XRT_LOCAL_WORKER=1\nx\nEOF\n", "FROM a\nRUN <<EOF\nx\nEOF\n"),
    "device": (
        'FROM a\nENV XRT_TPU_CONFIG="a;0;b" \\\n    XRT_WORKERS=1\n',
        "FROM a\nENV PJRT_DEVICE=TPU\n",
    ),
    "device, the old form": ("FROM a\nENV XRT_TPU_CONFIG a;0;b\n", "FROM a\nENV PJRT_DEVICE TPU\n"),
    "device, set already": ("FROM a\nENV PJRT_DEVICE=CPU\nENV XRT_TPU_CONFIG=a\n", "FROM a\nENV PJRT_DEVICE=CPU\n"),
    "device, in two stages": (
        "FROM a\nENV XRT_TPU_CONFIG=a\nFROM b\nENV XRT_TPU_CONFIG=b\n",
        "FROM a\nENV PJRT_DEVICE=TPU\nFROM b\nENV PJRT_DEVICE=TPU\n",
    ),
}
FILES = {
    "tox.ini": (INI_LEFT, INI_DONE),
    ".env": (ENV_LEFT, ENV_DONE),
    "Makefile": (MAKE_LEFT, MAKE_DONE),
    "Dockerfile": (DOCKER_LEFT, DOCKER_DONE),
}
LEFT = [(name, case) for name, (left, _) in FILES.items() for case in left.items()]
DONE = [(name, case) for name, (_, done) in FILES.items() for case in done.items()]


@pytest.mark.parametrize(("name", "case"), LEFT, ids=lambda one: one if isinstance(one, str) else one[0])
def test_left_alone(name, case):
    check_noop(name, *case[1])


@pytest.mark.parametrize(("name", "case"), DONE, ids=lambda one: one if isinstance(one, str) else one[0])
def test_fixed(name, case):
    check_fixed(name, *case[1])
