"""Code blocks of Markdown and reStructuredText: what is left alone, and why; then what is changed."""

from __future__ import annotations

import pytest
from kind_tools import check_fixed, check_noop

EMPTY = "nothing would be left of what it stands in"
SESSION = "it stands in a session, whose answers may change with it"
IMPORT = "import torch_xla.core.xla_model as xm\n"
USE = "xm.xrt_world_size()\n"


def fenced(language: str, text: str, margin: str = "") -> str:
    lines = [f"```{language}", *text.splitlines(), "```"]
    return "".join(f"{margin}{line}".rstrip() + "\n" for line in lines)


LEFT = {
    "all of a block": ("a.md", fenced("bash", "export XRT_LOCAL_WORKER=1"), EMPTY),
    "a session of Python": ("a.md", fenced("python", f">>> {IMPORT}>>> {USE}1"), SESSION),
    "a session of Python, by its language": ("a.md", fenced("pycon", f">>> {IMPORT}>>> {USE}1"), SESSION),
    "a doctest": ("a.rst", f"Text\n\n>>> {IMPORT}>>> {USE}1\n", SESSION),
    "a diff": ("a.md", fenced("diff", "-a\n+export XRT_LOCAL_WORKER=1\n b"), "it stands in a diff"),
    "a fragment": ("a.md", fenced("python", f"{IMPORT}{USE}...\nif x"), "the block does not parse as a whole"),
    "a magic beside": (
        "a.md",
        fenced("python", f"%matplotlib inline\n{IMPORT}{USE}"),
        "it stands beside lines of IPython",
    ),
    "a command in a command": (
        "a.md",
        fenced("bash", f"python -c '{IMPORT.strip()}; {USE.strip()}'"),
        "it stands in a command",
    ),
    "what is silenced in part": (
        "a.md",
        f"<!-- noqa: XRT401 -->\n{fenced('python', IMPORT + USE + 'import torch_xla.core.xrt_run_server')}",
        "a comment beside the block silences part of it",
    ),
    "silenced": ("a.md", f"<!-- noqa -->\n{fenced('python', IMPORT + USE)}"),
    "read in another block": (
        "a.md",
        fenced("bash", "export XRT_LOCAL_WORKER=1\nx") + fenced("bash", "[ $XRT_LOCAL_WORKER ] && y"),
        "it is read in line 6",
        "nothing sets it any more",
    ),
}
DONE = {
    "a script": (
        "a.md",
        fenced("bash", "# why\nexport XRT_TPU_CONFIG='a;0;b'\nexport XRT_WORKERS=1\npython x"),
        fenced("bash", "# why\nexport PJRT_DEVICE=TPU\npython x"),
    ),
    "two blocks are two scopes": (
        "a.md",
        fenced("bash", "export PJRT_DEVICE=TPU") + fenced("bash", "export XRT_TPU_CONFIG=a"),
        fenced("bash", "export PJRT_DEVICE=TPU") + fenced("bash", "export PJRT_DEVICE=TPU"),
    ),
    "a session": (
        "a.md",
        fenced("console", "$ export XRT_LOCAL_WORKER=1\n$ XRT_LOCAL_WORKER=1 python x\n1\n(env) u@h:~$ y"),
        fenced("console", "$ python x\n1\n(env) u@h:~$ y"),
    ),
    "in a quotation": (
        "a.md",
        fenced("bash", "export XRT_LOCAL_WORKER=1\npython x", "> "),
        fenced("bash", "python x", "> "),
    ),
    "in a list": (
        "a.md",
        f"- a\n\n{fenced('bash', 'python x', '  ')}{fenced('bash', 'export XRT_LOCAL_WORKER=1' + chr(10) + 'x', '  ')}",
        f"- a\n\n{fenced('bash', 'python x', '  ')}{fenced('bash', 'x', '  ')}",
    ),
    "indented": (
        "a.md",
        "a\n\n    export A=1\n    export XRT_LOCAL_WORKER=1\n\nb\n",
        "a\n\n    export A=1\n\nb\n",
    ),
    "YAML": (
        "a.md",
        fenced("yaml", "env:\n  XRT_TPU_CONFIG: 'a'\n  XRT_WORKERS: a"),
        fenced("yaml", "env:\n  PJRT_DEVICE: 'TPU'"),
    ),
    "a Dockerfile": (
        "a.rst",
        "a\n\n.. code-block:: dockerfile\n\n   FROM a\n   ENV A=1 \\\n       XRT_LOCAL_WORKER=1\n\nb\n",
        "a\n\n.. code-block:: dockerfile\n\n   FROM a\n   ENV A=1\n\nb\n",
    ),
    "literal": (
        "a.rst",
        "a::\n\n    $ export XRT_LOCAL_WORKER=1\n    $ x\n",
        "a::\n\n    $ x\n",
    ),
    "Python that sets": (
        "a.md",
        fenced("python", "import os\nos.environ['XRT_TPU_CONFIG'] = 'a'\nx()"),
        fenced("python", 'import os\nos.environ["PJRT_DEVICE"] = "TPU"\nx()'),
    ),
}
SAFE = {
    "Python": (
        "a.md",
        f"a\n\n{fenced('python', IMPORT + USE)}b\n",
        f"a\n\n{fenced('python', 'import torch_xla.runtime as xr' + chr(10) + 'xr.world_size()')}b\n",
    ),
    "Python in a quotation": (
        "a.md",
        fenced("python", f"{IMPORT}\nprint(1)\n{USE}", "> "),
        fenced("python", "import torch_xla.runtime as xr\n\nprint(1)\nxr.world_size()", "> "),
    ),
    "an import that another block uses": (
        "a.md",
        fenced("python", "from torch_xla.experimental import pjrt\n") + fenced("python", "print(pjrt.process_index())"),
        fenced("python", "from torch_xla import runtime as pjrt\n") + fenced("python", "print(pjrt.process_index())"),
    ),
    "Python that goes on in another block": (
        "a.md",
        f"{fenced('python', IMPORT + USE)}\n{fenced('python', 'xm.foo()')}",
        fenced("python", f"{IMPORT}import torch_xla.runtime as xr\nxr.world_size()")
        + "\n"
        + fenced("python", "xm.foo()"),
    ),
    "Python in reStructuredText": (
        "a.rst",
        f"a\n\n.. code-block:: python\n   :linenos:\n\n   {IMPORT}\n\n   if 1:\n       {USE}\n\nb\n",
        f"a\n\n.. code-block:: python\n   :linenos:\n\n   {IMPORT}\n\n   if 1:\n       {USE}\n\nb\n".replace(
            "core.xla_model as xm", "runtime as xr"
        ).replace("xm.xrt_world_size", "xr.world_size"),
    ),
    "Python without an end": (
        "a.md",
        f"```python\n{IMPORT}{USE.strip()}",
        "```python\nimport torch_xla.runtime as xr\nxr.world_size()",
    ),
    "a suppressed line": (
        "a.md",
        fenced("python", f"{IMPORT}{USE.strip()}  # noqa: XRT401\n{USE}"),
        fenced(
            "python",
            f"{IMPORT}import torch_xla.runtime as xr\n{USE.strip()}  # noqa: XRT401\nxr.world_size()",
        ),
    ),
}


@pytest.mark.parametrize("name", LEFT)
def test_left_alone(name):
    check_noop(*LEFT[name])


@pytest.mark.parametrize("name", DONE)
def test_fixed(name):
    check_fixed(*DONE[name])


@pytest.mark.parametrize("name", SAFE)
def test_fixed_safely(name):
    check_fixed(*SAFE[name], safe=True)
