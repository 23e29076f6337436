"""Settings in YAML, TOML and Jsonnet: what is left alone, and why; then what goes."""

from __future__ import annotations

import pytest
from kind_tools import check_fixed, check_noop

EMPTY = "nothing would be left of what it stands in"
UNKNOWN = "no fix is known for the way it is written here"
MORE = "its value is more than a word"
COMMENT = "a comment would be lost"
WORDS = "it is one of several words of a text"
MATRIX = "each item of a matrix is a run of its own"
HAND = "which device it chose cannot be told"

YAML_LEFT = {
    "all of a mapping": ("env:\n  XRT_LOCAL_WORKER: 1\nb: 1\n", EMPTY),
    "all of a list": ("environment:\n  - XRT_LOCAL_WORKER=1\nb: 1\n", EMPTY),
    "all of a flow mapping": ("env: {XRT_LOCAL_WORKER: 1}\n", EMPTY),
    "all of a flow list": ("environment: [XRT_LOCAL_WORKER=1]\n", EMPTY),
    "all of a list of pairs": ("env:\n  - name: XRT_LOCAL_WORKER\n    value: a\n", EMPTY),
    "all of a script": ("run: export XRT_LOCAL_WORKER=1\nb: 1\n", EMPTY),
    "all of a block": ("run: |\n  export XRT_LOCAL_WORKER=1\nb: 1\n", EMPTY),
    "all of a list of scripts": ("script:\n  - export XRT_LOCAL_WORKER=1\n", EMPTY),
    "all of a text": ("environment: |\n  XRT_LOCAL_WORKER=1\nb: 1\n", EMPTY),
    "a block as value": ("env:\n  XRT_LOCAL_WORKER: |\n    a\n  A: 1\n", MORE),
    "a list as value": ("env:\n  XRT_LOCAL_WORKER: [a]\n  A: 1\n", MORE),
    "a mapping as value": ("env:\n  XRT_LOCAL_WORKER:\n    a: 1\n  A: 1\n", MORE),
    "an anchor": ("env:\n  XRT_LOCAL_WORKER: &w a\n  A: *w\n", "an anchor or a tag"),
    "an alias as value": ("a: &w x\nenv:\n  XRT_LOCAL_WORKER: *w\n  A: 1\n", "an anchor or a tag"),
    "an anchor on an item": ("environment:\n  - &w XRT_LOCAL_WORKER=1\n  - A\nb: *w\n", UNKNOWN),
    "the first key of an item": ("a:\n  - XRT_LOCAL_WORKER: 1\n    A: 1\n", "it shares its line"),
    "an explicit key": ("env:\n  ? XRT_LOCAL_WORKER\n  : a\n  A: 1\n", MORE),
    "a comment in a pair": (
        "env:\n  - name: XRT_LOCAL_WORKER\n    # why\n    value: a\n  - name: A\n    value: b\n",
        COMMENT,
    ),
    "a pair with more": (
        "env:\n  - name: XRT_LOCAL_WORKER\n    value: a\n    other: b\n  - name: A\n    value: b\n",
        UNKNOWN,
    ),
    "a comment in a flow": ("env: {\n  A: 1, # why\n  XRT_LOCAL_WORKER: 1 }\n", COMMENT),
    "a value from elsewhere": (
        "env:\n  - name: XRT_TPU_CONFIG\n    valueFrom: {x: y}\n  - name: A\n    value: b\n",
        HAND,
    ),
    "one of several words": ("environment: 'A=1 XRT_LOCAL_WORKER=1'\n", UNKNOWN),
    "one of several words of a line": ("environment: |\n  A=1 XRT_LOCAL_WORKER=1\n", "it is one of several words"),
    "several words of an item": ("environment:\n  - XRT_LOCAL_WORKER=1 A=2\n  - B=1\n", WORDS),
    "runs of a Travis file": ("env:\n  - XRT_LOCAL_WORKER=1\n  - A=1\n", MATRIX),
    "runs of a Travis matrix": ("env:\n  matrix:\n    - XRT_LOCAL_WORKER=1\n    - A=1\n", MATRIX),
    "runs of a matrix": ("a:\n  matrix:\n    include:\n      - {XRT_LOCAL_WORKER: 1, B: 1}\n", MATRIX),
    "an argument of a command": ('command: ["python", "XRT_LOCAL_WORKER=1", "x"]\n', "it is an argument of python"),
    "an item of a command": ("args:\n  - XRT_LOCAL_WORKER=1\n  - x\n", "it is an argument of"),
    "escapes": ('run: "export XRT_LOCAL_WORKER=1\\npython x"\n', "it is written with escapes"),
    "read in another step": (
        "env:\n  XRT_LOCAL_WORKER: 1\n  A: 1\nsteps:\n  - run: echo $XRT_LOCAL_WORKER >> x\n",
        "it is read in line 5",
        "nothing sets it any more",
    ),
    "read in an expression": (
        "env:\n  XRT_LOCAL_WORKER: 1\n  A: 1\nsteps:\n  - if: env.XRT_LOCAL_WORKER == '1'\n    run: x\n",
        "it is read in line 5",
        "nothing sets it any more",
    ),
    "Python": (
        "a:\n  - run: import torch_xla.core.xla_model as xm; xm.xrt_world_size()\n    shell: python\n",
        "it stands in a file of another language",
    ),
    "launcher": ('command: ["python", "-m", "torch_xla.distributed.xla_dist"]\n', "its arguments have to go with it"),
    "device: workers alone": ("env:\n  XRT_WORKERS: a\n  A: 1\n", HAND),
    "device: set elsewhere": (
        "a:\n  env:\n    PJRT_DEVICE: CPU\nb:\n  env:\n    XRT_TPU_CONFIG: a\n",
        "PJRT_DEVICE is set to something else in line 3",
    ),
    "device: names that are handed on": ("pass_env: [XRT_TPU_CONFIG, A]\n", "its value comes from elsewhere"),
}
YAML_DONE = {
    "a key": ("env:\n  A: 1\n  XRT_LOCAL_WORKER: 'x'\n  B: 1\n", "env:\n  A: 1\n  B: 1\n"),
    "the first key": ("env:\n  XRT_LOCAL_WORKER: x\n  B: 1\n", "env:\n  B: 1\n"),
    "the last key": ("env:\n  B: 1\n  XRT_LOCAL_WORKER: x\nc: 1\n", "env:\n  B: 1\nc: 1\n"),
    "a key without a value": ("env:\n  B: 1\n  XRT_LOCAL_WORKER:\n", "env:\n  B: 1\n"),
    "a key in quotes": ('env:\n  B: 1\n  "XRT_LOCAL_WORKER" : x\n', "env:\n  B: 1\n"),
    "a value over lines": ('env:\n  B: 1\n  XRT_LOCAL_WORKER: "a\n    b"\nc: 1\n', "env:\n  B: 1\nc: 1\n"),
    "a tag": ("env:\n  XRT_LOCAL_WORKER: !secret a\n  A: 1\n", "env:\n  A: 1\n"),
    "the comments around": (
        "env:\n  # a\n  XRT_LOCAL_WORKER: x  # b\n  # c\n  B: 1\n",
        "env:\n  # a\n  # b\n  # c\n  B: 1\n",
    ),
    "a key that comes twice": ("env:\n  XRT_LOCAL_WORKER: 1\n  XRT_LOCAL_WORKER: 2\n  A: 1\n", "env:\n  A: 1\n"),
    "an anchored mapping": (
        "a: &e\n  XRT_LOCAL_WORKER: 1\n  A: 1\nb: *e\nc:\n  <<: *e\n",
        "a: &e\n  A: 1\nb: *e\nc:\n  <<: *e\n",
    ),
    "an item": ("environment:\n  - A=1\n  - XRT_LOCAL_WORKER=1\n", "environment:\n  - A=1\n"),
    "an item with a comment": (
        "environment:\n- XRT_LOCAL_WORKER=1 # b\n# c\n- A=1\n",
        "environment:\n# b\n# c\n- A=1\n",
    ),
    "a bare item": ("environment:\n  - 'XRT_LOCAL_WORKER'\n  - A=1\n", "environment:\n  - A=1\n"),
    "an item that is a mapping": (
        "a:\n  env:\n    - XRT_LOCAL_WORKER: 1\n    - A: 1\n",
        "a:\n  env:\n    - A: 1\n",
    ),
    "a name that is handed on": ("pass_env:\n  - XRT_LOCAL_WORKER\n  - A\n", "pass_env:\n  - A\n"),
    "a pair": (
        "env:\n  # a\n  - name: XRT_LOCAL_WORKER\n    value: a\n  # b\n  - name: A\n    value: b\n",
        "env:\n  # a\n  # b\n  - name: A\n    value: b\n",
    ),
    "a pair, value first": (
        "env:\n  - value: a\n    name: XRT_LOCAL_WORKER\n  - name: A\n    value: b\n",
        "env:\n  - name: A\n    value: b\n",
    ),
    "a pair in a flow": (
        "env:\n  - {name: XRT_LOCAL_WORKER, value: a}\n  - {name: A, value: b}\n",
        "env:\n  - {name: A, value: b}\n",
    ),
    "the first of a flow": ("env: {XRT_LOCAL_WORKER: 1, A: 1}\n", "env: {A: 1}\n"),
    "the last of a flow": ("env: { A: 1, XRT_LOCAL_WORKER: 1 }\n", "env: { A: 1 }\n"),
    "a flow over lines": ("env: {\n  A: 1,\n  XRT_LOCAL_WORKER: 1,\n}\n", "env: {\n  A: 1,\n}\n"),
    "a line of a script": ("run: |\n  a\n  export XRT_LOCAL_WORKER=1\n  b\n", "run: |\n  a\n  b\n"),
    "the first line of a script": ("run: |-\n  export XRT_LOCAL_WORKER=1\n  b\n", "run: |-\n  b\n"),
    "before a command": ("run: XRT_LOCAL_WORKER=1 python x # c\n", "run: python x # c\n"),
    "before a command in quotes": ("run: 'XRT_LOCAL_WORKER=1 python x'\n", "run: 'python x'\n"),
    "a folded script": ("run: >\n  XRT_LOCAL_WORKER=1\n  python x\n", "run: >\n  python x\n"),
    "an item of a script": ("script:\n  - export XRT_LOCAL_WORKER=1\n  - b\n", "script:\n  - b\n"),
    "a line of a text": ("environment: |\n  XRT_LOCAL_WORKER=1\n  A=1\n", "environment: |\n  A=1\n"),
    "a file in a file": (
        "data:\n  a.sh: |\n    export XRT_LOCAL_WORKER=1\n    python x\n",
        "data:\n  a.sh: |\n    python x\n",
    ),
    "words of a command": (
        'command: ["docker", "run", "-e", "XRT_LOCAL_WORKER=1", "img"]\n',
        'command: ["docker", "run", "img"]\n',
    ),
    "words of a command on lines": (
        "args:\n  - docker\n  - -e\n  - XRT_LOCAL_WORKER=1\n  - img\n",
        "args:\n  - docker\n  - img\n",
    ),
    "env in a command": ('command: ["env", "XRT_LOCAL_WORKER=1", "x"]\n', 'command: ["env", "x"]\n'),
    "templates": (
        "{{ if x }}\nenv:\n  XRT_LOCAL_WORKER: {{ .Values.x }}\n  A: 1\n{{ end }}\n",
        "{{ if x }}\nenv:\n  A: 1\n{{ end }}\n",
    ),
    "several documents": ("a: 1\n---\nenv:\n  XRT_LOCAL_WORKER: 1\n  A: 1\n", "a: 1\n---\nenv:\n  A: 1\n"),
    "device": (
        'env:\n  XRT_TPU_CONFIG: "tpu_worker;0;x"  # a\n  XRT_WORKERS: a\n',
        'env:\n  PJRT_DEVICE: "TPU"  # a\n',
    ),
    "device, plain": ("env:\n  XRT_TPU_CONFIG: tpu_worker;0;x\n", "env:\n  PJRT_DEVICE: TPU\n"),
    "device, an item": ("environment:\n  - XRT_TPU_CONFIG=a;0;b\n", "environment:\n  - PJRT_DEVICE=TPU\n"),
    "device, a quoted item": ("environment:\n  - 'XRT_TPU_CONFIG=a'\n", "environment:\n  - 'PJRT_DEVICE=TPU'\n"),
    "device, a pair": (
        'env:\n  - name: XRT_TPU_CONFIG\n    value: "a"\n',
        'env:\n  - name: PJRT_DEVICE\n    value: "TPU"\n',
    ),
    "device, of the CPU": (
        "env:\n  XRT_DEVICE_MAP: 'CPU:0;/job:l/replica:0/task:0/device:XLA_CPU:0'\n  XRT_WORKERS: l:0\n",
        "env:\n  PJRT_DEVICE: 'CPU'\n",
    ),
    "device, set already": (
        "env:\n  XRT_TPU_CONFIG: a\n  PJRT_DEVICE: TPU\n",
        "env:\n  PJRT_DEVICE: TPU\n",
    ),
    "device, set already around": (
        "env:\n  PJRT_DEVICE: CPU\njobs:\n  a:\n    env:\n      XRT_TPU_CONFIG: a\n      A: 1\n",
        "env:\n  PJRT_DEVICE: CPU\njobs:\n  a:\n    env:\n      A: 1\n",
    ),
    "device, in several jobs": (
        "a:\n  env:\n    XRT_TPU_CONFIG: x\nb:\n  env:\n    XRT_TPU_CONFIG: y\n",
        "a:\n  env:\n    PJRT_DEVICE: TPU\nb:\n  env:\n    PJRT_DEVICE: TPU\n",
    ),
    "beyond ASCII": ("env:\n  A: 'ö🎉'\n  XRT_LOCAL_WORKER: 'é'\n", "env:\n  A: 'ö🎉'\n"),
}
TOML_LEFT = {
    "all of a table": ('[tool.pytest_env]\nXRT_LOCAL_WORKER = "1"\n', EMPTY),
    "all of an inline table": ('[env.a]\nset_env = { XRT_LOCAL_WORKER = "1" }\n', EMPTY),
    "all of an array": ('[pytest]\nenv = ["XRT_LOCAL_WORKER=1"]\n', EMPTY),
    "a table as value": ('[tool.pytest_env]\nXRT_LOCAL_WORKER = { value = "1" }\nA = "1"\n', MORE),
    "a long string": ('[tool.pytest_env]\nXRT_LOCAL_WORKER = """1"""\nA = "1"\n', MORE),
    "a table by that name": ('[tool.pytest_env.XRT_LOCAL_WORKER]\nvalue = "1"\n', UNKNOWN),
    "a comment in an array": ('env = [\n  "XRT_LOCAL_WORKER=1", # why\n  "A=1",\n]\n', COMMENT),
    "several words of an element": ('env = ["XRT_LOCAL_WORKER=1 A=2", "B=1"]\n', WORDS),
    "a script": ('[scripts]\na = "export XRT_LOCAL_WORKER=1"\n', EMPTY),
    "no TOML": ('[a]\nenv = ["XRT_LOCAL_WORKER=1", "A"]\n[a]\nb = 1\n', "the result does not parse"),
    "device: workers alone": ('[tool.pytest_env]\nXRT_WORKERS = "1"\nA = "1"\n', HAND),
}
TOML_DONE = {
    "a key": ('[tool.pytest_env]\nA = "1"\nXRT_LOCAL_WORKER = "1"\n', '[tool.pytest_env]\nA = "1"\n'),
    "a comment": (
        '[tool.pytest_env]\n# a\nXRT_LOCAL_WORKER = "1" # b\nA = "1"\n',
        '[tool.pytest_env]\n# a\n# b\nA = "1"\n',
    ),
    "of an inline table": ('a = { B = "1", XRT_LOCAL_WORKER = "1" }\n', 'a = { B = "1" }\n'),
    "of an array": ('env = ["XRT_LOCAL_WORKER=1", "A=1"]\n', 'env = ["A=1"]\n'),
    "of an array on lines": ('env = [\n  "A=1",\n  "D:XRT_LOCAL_WORKER=1",\n]\n', 'env = [\n  "A=1",\n]\n'),
    "the last of an array on lines": ('env = [\n  "A=1",\n  "XRT_LOCAL_WORKER=1"\n]\n', 'env = [\n  "A=1"\n]\n'),
    "a name that is handed on": ('pass_env = ["XRT_LOCAL_WORKER", "A"]\n', 'pass_env = ["A"]\n'),
    "before a command": ('[scripts]\na = "XRT_LOCAL_WORKER=1 python x"\n', '[scripts]\na = "python x"\n'),
    "words of a command": (
        'commands = [["env", "XRT_LOCAL_WORKER=1", "pytest"]]\n',
        'commands = [["env", "pytest"]]\n',
    ),
    "device": (
        '[tool.pytest_env]\nXRT_TPU_CONFIG = "a;b" # c\nXRT_WORKERS = "x"\n',
        '[tool.pytest_env]\nPJRT_DEVICE = "TPU" # c\n',
    ),
    "device in an array": ("env = ['XRT_TPU_CONFIG=a;b']\n", "env = ['PJRT_DEVICE=TPU']\n"),
    "device of a dotted key": (
        '[a]\nset_env.XRT_TPU_CONFIG = "a"\nset_env.B = "1"\n',
        '[a]\nset_env.PJRT_DEVICE = "TPU"\nset_env.B = "1"\n',
    ),
}
JSONNET_LEFT = {
    "all of an object": ("{ env: { XRT_LOCAL_WORKER: '1' } }\n", EMPTY),
    "all of a list": ("{ env: ['XRT_LOCAL_WORKER=1'] }\n", EMPTY),
    "an expression as value": ("{ env: { XRT_LOCAL_WORKER: '1' + x, A: 1 } }\n", MORE),
    "a number as value": ("{ env: { XRT_LOCAL_WORKER: 1, A: 1 } }\n", MORE),
    "a comment": ("{ env: {\n  A: '1',  // why\n  XRT_LOCAL_WORKER: '1' } }\n", COMMENT),
    "an argument": ("{ command: ['python', 'XRT_LOCAL_WORKER=1'] }\n", "it is an argument of python"),
    "several words": ("{ env: ['XRT_LOCAL_WORKER=1 A=2', 'B=1'] }\n", WORDS),
    "read": ("{ a: std.extVar('XRT_LOCAL_WORKER') }\n", "nothing sets it any more"),
    "a name and a value": ("{ env: [{ name: 'XRT_LOCAL_WORKER', value: '1' }, { name: 'A', value: '1' }] }\n", MORE),
    "device: workers alone": ("{ env: { XRT_WORKERS: '1', A: '1' } }\n", HAND),
    "device: added": ("{ env+: { XRT_TPU_CONFIG+: 'a' } }\n", "the value is added to an old one"),
}
JSONNET_DONE = {
    "a field": (
        "{\n  env: {\n    XRT_LOCAL_WORKER: '1',\n    A: '1',\n  },\n}\n",
        "{\n  env: {\n    A: '1',\n  },\n}\n",
    ),
    "the last field": ("{ env: { A: '1', XRT_LOCAL_WORKER: '1' } }\n", "{ env: { A: '1' } }\n"),
    "a field in quotes": ('{ env: { "XRT_LOCAL_WORKER": "1", A: 1 } }\n', "{ env: { A: 1 } }\n"),
    "of a list": ("['A=1', 'XRT_LOCAL_WORKER=1']\n", "['A=1']\n"),
    "words of a command": ("['docker', '-e', 'XRT_LOCAL_WORKER=1', 'x']\n", "['docker', 'x']\n"),
    "device": ("{ env: { XRT_TPU_CONFIG: 'a', XRT_WORKERS: 'b' } }\n", "{ env: { PJRT_DEVICE: 'TPU' } }\n"),
}
LEFT = [
    *(("a.yml", case) for case in YAML_LEFT.items()),
    *(("a.toml", case) for case in TOML_LEFT.items()),
    *(("a.jsonnet", case) for case in JSONNET_LEFT.items()),
]
DONE = [
    *(("a.yml", case) for case in YAML_DONE.items()),
    *(("a.toml", case) for case in TOML_DONE.items()),
    *(("a.jsonnet", case) for case in JSONNET_DONE.items()),
]


@pytest.mark.parametrize(("name", "case"), LEFT, ids=lambda one: one if isinstance(one, str) else one[0])
def test_left_alone(name, case):
    check_noop(name, *case[1])


@pytest.mark.parametrize(("name", "case"), DONE, ids=lambda one: one if isinstance(one, str) else one[0])
def test_fixed(name, case):
    check_fixed(name, *case[1])
