"""Markdown and reStructuredText: which blocks are read, as what, and where in the file their lines stand."""

from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"
OLD = "XRT301 torch_xla.experimental.pjrt"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```bash\nexport XRT_WORKERS=1\n```", ["2:8 XRT201 XRT_WORKERS"]),
        ("~~~~ sh title=x\n\nexport XRT_WORKERS=1\n~~~~", ["3:8 XRT201 XRT_WORKERS"]),
        ("- a\n\n  1. b\n\n     ```bash\n     x\n     export XRT_WORKERS=1\n     ```", ["7:13 XRT201 XRT_WORKERS"]),
        ("> ```bash\n> export XRT_WORKERS=1\n> ```", ["2:10 XRT201 XRT_WORKERS"]),
        ("text\n\n    export XRT_WORKERS=1\n\n    x\n", ["3:12 XRT201 XRT_WORKERS"]),
        ("- a\n\n\t\texport XRT_WORKERS=1\n", ["3:10 XRT201 XRT_WORKERS"]),
        ("```\nexport XRT_WORKERS=1\n```", ["2:8 XRT201 XRT_WORKERS"]),
        ("```\n$ XRT_WORKERS=1 ./x\nXRT_WORKERS=2\n```", ["2:3 XRT201 XRT_WORKERS"]),
        ("```\npython3 -m torch_xla.distributed.xla_dist\n```", [f"2:12 {LAUNCHER}"]),
        ("```\nfrom torch_xla.experimental import pjrt\n```", [f"2:36 {OLD}"]),
        ("```bash\n$ export XRT_WORKERS=1\nexport XRT_WORKERS=2\n```", ["2:10 XRT201 XRT_WORKERS"]),
        (
            "```console\n(env) me@host:~/x$ docker run \\\n> -e XRT_WORKERS=1 img\nXRT_WORKERS=1\n```",
            ["3:6 XRT201 XRT_WORKERS"],
        ),
        ("```shell-session\nexport XRT_WORKERS=1\n```", ["2:8 XRT201 XRT_WORKERS"]),
        ("```yaml\nenv:\n  XRT_WORKERS: 1\n```", ["3:3 XRT201 XRT_WORKERS"]),
        ("```toml\n[env]\nXRT_WORKERS = 1\n```", ["3:1 XRT201 XRT_WORKERS"]),
        ("```ini\n[testenv]\nsetenv = XRT_WORKERS=1\n```", ["3:10 XRT201 XRT_WORKERS"]),
        ("```dockerfile\nENV XRT_WORKERS=1\n```", ["2:5 XRT201 XRT_WORKERS"]),
        ("```Makefile\nXRT_WORKERS = 1\n```", ["2:1 XRT201 XRT_WORKERS"]),
        ("```jsonnet\n{ XRT_WORKERS: 1 }\n```", ["2:3 XRT201 XRT_WORKERS"]),
        ("```env\nXRT_WORKERS=1\n```", ["2:1 XRT201 XRT_WORKERS"]),
        # Python
        ("```python\nfrom torch_xla.experimental import pjrt\n```", [f"2:36 {OLD}"]),
        ("```{.python .input}\nfrom torch_xla.experimental import pjrt\n```", [f"2:36 {OLD}"]),
        ("```py\nx = (\n\nfrom torch_xla.experimental import pjrt\n```", [f"4:36 {OLD}"]),
        ("- ```python\n    import os\n    é = os.environ['XRT_WORKERS']\n  ```", ["3:20 XRT202 XRT_WORKERS"]),
        ("```pycon\n>>> from torch_xla.experimental import (\n...     pjrt)\npjrt\n```", [f"3:9 {OLD}"]),
        ("```python\n>>> from torch_xla.experimental import pjrt\nx\n```", [f"2:40 {OLD}"]),
        (
            "```python\n%env XRT_WORKERS=1\n!export XRT_DEVICE_MAP=1\n```",
            ["2:6 XRT201 XRT_WORKERS", "3:9 XRT201 XRT_DEVICE_MAP"],
        ),
        ("```\n%env XRT_WORKERS=a;b\n```", ["2:6 XRT201 XRT_WORKERS"]),
        ("```Shell\n(vm)$ docker run \\\n    -e XRT_WORKERS=1 img\n```", ["3:8 XRT201 XRT_WORKERS"]),
        ("```\n$ (VM) docker run \\\n    -e XRT_WORKERS=1 img\n```", ["3:8 XRT201 XRT_WORKERS"]),
        ("```\nls $XRT_WORKERS\n```", ["2:5 XRT202 XRT_WORKERS"]),
        ("```\nFROM x\nENV XRT_WORKERS a\n```", ["3:5 XRT201 XRT_WORKERS"]),
        ("```\nenv:\n- name: XRT_WORKERS\n  value: x\n```", ["3:9 XRT201 XRT_WORKERS"]),
        # diffs
        (
            "```diff\n-export XRT_WORKERS=1\n+export XRT_DEVICE_MAP=1\n export XRT_TPU_CONFIG=1\n```",
            ["3:9 XRT201 XRT_DEVICE_MAP"],
        ),
        (
            "```diff\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n import os\n+from torch_xla.experimental import pjrt\n```",
            [f"6:37 {OLD}"],
        ),
        # MyST
        ("```{code-block} bash\n:linenos:\n\nexport XRT_WORKERS=1\n```", ["4:8 XRT201 XRT_WORKERS"]),
        ("```{code-cell}\nfrom torch_xla.experimental import pjrt\n```", [f"2:36 {OLD}"]),
        ("````{note}\n```bash\nexport XRT_WORKERS=1\n```\n````", ["3:8 XRT201 XRT_WORKERS"]),
        ("```{eval-rst}\n.. code:: bash\n\n   export XRT_WORKERS=1\n```", ["4:11 XRT201 XRT_WORKERS"]),
        ("```{testcode}\nfrom torch_xla.experimental import pjrt\n```", [f"2:36 {OLD}"]),
        ("```python\n%%bash\nexport XRT_WORKERS=1\n```", ["3:8 XRT201 XRT_WORKERS"]),
        ("```console\n$ docker run\n> -e XRT_WORKERS=1\n```", ["3:6 XRT201 XRT_WORKERS"]),
        (
            "```console\n$ for a in b; do\n>   export XRT_WORKERS=1\n> done\nXRT_DEVICE_MAP=1\n```",
            ["3:12 XRT201 XRT_WORKERS"],
        ),
        # line ends
        ("a\r\n\r\n```bash\r\nexport XRT_WORKERS=1\r\n```\r\n", ["4:8 XRT201 XRT_WORKERS"]),
        # comments
        ("<!-- noqa: XRT201 -->\n```bash\nexport XRT_WORKERS=1\nexport XRT_WORKERS=2\n```", []),
        (
            "<!-- noqa -->\n\n```bash\nexport XRT_WORKERS=1\n```\n\n```bash\nexport XRT_WORKERS=1\n```",
            ["8:8 XRT201 XRT_WORKERS"],
        ),
        ("<!-- noqa: XRT202 -->\n```bash\nexport XRT_WORKERS=1\n```", ["3:8 XRT201 XRT_WORKERS"]),
        ("<!-- flake8: noqa: XRT2 -->\n```bash\nexport XRT_WORKERS=1\n```", []),
        ("```bash\nexport XRT_WORKERS=1  # noqa: XRT201\n```", []),
        ("```python\nfrom torch_xla.experimental import (  # noqa: XRT301\n    pjrt,\n)\n```", [f"3:5 {OLD}"]),
        ("```python\nfrom torch_xla.experimental import pjrt  # noqa: XRT301\n```", []),
        ("<!-- noqa -->\n```yaml\nXRT_WORKERS: [\n```", []),
    ],
)
def test_markdown(text: str, found: list[str]):
    assert located("a.md", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (".. code-block:: bash\n\n   export XRT_WORKERS=1", ["3:11 XRT201 XRT_WORKERS"]),
        (".. code:: sh\n   :linenos:\n   :name: x\n\n   export XRT_WORKERS=1\n\ntext", ["5:11 XRT201 XRT_WORKERS"]),
        (
            ".. tabs::\n\n   .. tab:: é\n\n      .. sourcecode:: console\n\n         $ XRT_WORKERS=1 ./x\n",
            ["7:12 XRT201 XRT_WORKERS"],
        ),
        ("* a::\n\n    export XRT_WORKERS=1\n\n* b", ["3:12 XRT201 XRT_WORKERS"]),
        ("Run ::\n\n    $ export XRT_WORKERS=1\n    XRT_WORKERS\n", ["3:14 XRT201 XRT_WORKERS"]),
        (".. note:: read::\n\n      export XRT_WORKERS=1", []),
        (".. highlight:: bash\n\nRun::\n\n   XRT_WORKERS=1 ./x", ["5:4 XRT201 XRT_WORKERS"]),
        (".. prompt:: bash $\n\n   XRT_WORKERS=1 ./x", ["3:4 XRT201 XRT_WORKERS"]),
        (".. code-block:: python\n\n   from torch_xla.experimental import pjrt", [f"3:39 {OLD}"]),
        (".. testcode::\n\n   from torch_xla.experimental import pjrt", [f"3:39 {OLD}"]),
        ("Text::\n\n   from torch_xla.experimental import pjrt", [f"3:39 {OLD}"]),
        ("Text\n\n>>> from torch_xla.experimental import pjrt\n>>> pjrt\nx\n\nText", [f"3:40 {OLD}"]),
        (".. doctest::\n\n   >>> from torch_xla.experimental import pjrt", [f"3:43 {OLD}"]),
        (".. code-block:: yaml\n\n   env:\n     XRT_WORKERS: 1", ["4:6 XRT201 XRT_WORKERS"]),
        (
            ".. code-block:: diff\n\n   -export XRT_WORKERS=1\n   +export XRT_DEVICE_MAP=1",
            ["4:12 XRT201 XRT_DEVICE_MAP"],
        ),
        (".. code:: bash\r\n\r\n   export XRT_WORKERS=1\r\n", ["3:11 XRT201 XRT_WORKERS"]),
        (".. noqa: XRT201\n\n.. code:: bash\n\n   export XRT_WORKERS=1\n   export XRT_WORKERS=2", []),
        (".. noqa: XRT202\n\n.. code:: bash\n\n   export XRT_WORKERS=1", ["5:11 XRT201 XRT_WORKERS"]),
        (".. flake8: noqa\n\n.. code:: bash\n\n   export XRT_WORKERS=1", []),
        (".. code:: bash\n\n   export XRT_WORKERS=1  # noqa", []),
    ],
)
def test_rst(text: str, found: list[str]):
    assert located("a.rst", text) == found
