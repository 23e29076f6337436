from __future__ import annotations

from pathlib import Path

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"
CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # mappings and items
        ("XRT_WORKERS: 1", ["1:1 XRT201 XRT_WORKERS"]),
        ("env: {A: 1, 'XRT_WORKERS': x}", ["1:14 XRT201 XRT_WORKERS"]),
        ("é: ü\nenv:\n  XRT_WORKERS:\n", ["3:3 XRT201 XRT_WORKERS"]),
        (
            "environment:\n  - XRT_WORKERS=a;b c\n  - XRT_DEVICE_MAP\n",
            ["2:5 XRT201 XRT_WORKERS", "3:5 XRT201 XRT_DEVICE_MAP"],
        ),
        (
            "environment:\n  - 'A=1'\n  - \"XRT_WORKERS=${XRT_WORKERS}\"",
            ["3:6 XRT201 XRT_WORKERS"],
        ),
        (
            "args:\n- XRT_WORKERS=1\nlist:\n- XRT_DEVICE_MAP=1\n",
            ["2:3 XRT201 XRT_WORKERS", "4:3 XRT201 XRT_DEVICE_MAP"],
        ),
        (
            "env:\n  - A=1 XRT_WORKERS=2\n  - global: XRT_DEVICE_MAP=1",
            ["2:9 XRT201 XRT_WORKERS", "3:13 XRT201 XRT_DEVICE_MAP"],
        ),
        (
            "- name: XRT_WORKERS\n  value: x\n- name: XRT_DEVICE_MAP\n  valueFrom: {a: b}",
            ["1:9 XRT201 XRT_WORKERS", "3:9 XRT201 XRT_DEVICE_MAP"],
        ),
        ("a: &x\n  XRT_WORKERS: 1\nb:\n  <<: *x\n", ["2:3 XRT201 XRT_WORKERS"]),
        ("a: 1\n---\nXRT_WORKERS: 1\n", ["3:1 XRT201 XRT_WORKERS"]),
        ("a:\r\n  XRT_WORKERS: 1\r\n", ["2:3 XRT201 XRT_WORKERS"]),
        # reads
        ("env:\n  A: $XRT_WORKERS\n  B: ${XRT_DEVICE_MAP:-x}", ["2:7 XRT202 XRT_WORKERS", "3:8 XRT202 XRT_DEVICE_MAP"]),
        ("with:\n  a: ${{ env.XRT_WORKERS || 'x' }}", ["2:14 XRT202 XRT_WORKERS"]),
        ("if: env.XRT_WORKERS != ''", ["1:9 XRT202 XRT_WORKERS"]),
        # scripts
        ("run: export XRT_WORKERS=1", ["1:13 XRT201 XRT_WORKERS"]),
        ("run: |\n  set -e\n\n  if x; then\n    export XRT_WORKERS=1\n  fi\n", ["5:12 XRT201 XRT_WORKERS"]),
        ("- run:\n    name: x\n    command: |\n      XRT_WORKERS=1 ./x\n", ["4:7 XRT201 XRT_WORKERS"]),
        ("run: |2-\n  XRT_WORKERS=1 ./x\n", ["2:3 XRT201 XRT_WORKERS"]),
        ("run: >-\n  python3\n  -m torch_xla.distributed.xla_dist\n", [f"3:6 {LAUNCHER}"]),
        ("run: python3\n  -m torch_xla.distributed.xla_dist\n", [f"2:6 {LAUNCHER}"]),
        ('run: "a \\"b\\" \\\n  && export\\tXRT_WORKERS=1"', ["2:14 XRT201 XRT_WORKERS"]),
        ("run: 'echo ''a''; export XRT_WORKERS=1'", ["1:26 XRT201 XRT_WORKERS"]),
        (
            "run: |\n  export XRT_WORKERS=${{ matrix.x }}; a ${{ env.XRT_DEVICE_MAP }}",
            ["2:10 XRT201 XRT_WORKERS", "2:49 XRT202 XRT_DEVICE_MAP"],
        ),
        (
            "script:\n  - export XRT_WORKERS=1\n  - python -m torch_xla.distributed.xla_dist\n",
            ["2:12 XRT201 XRT_WORKERS", f"3:15 {LAUNCHER}"],
        ),
        ("run: |\n  import os\n  os.environ['XRT_WORKERS'] = '1'\nshell: python", ["3:14 XRT201 XRT_WORKERS"]),
        ("run: |\n  echo XRT_WORKERS=1 >> $GITHUB_ENV\nshell: bash", ["2:8 XRT201 XRT_WORKERS"]),
        ("options: --rm -e XRT_WORKERS=1", ["1:18 XRT201 XRT_WORKERS"]),
        (
            "- run: |\n    export A=<< parameters.a >> XRT_WORKERS=1\n    XRT_DEVICE_MAP=1 x",
            ["2:33 XRT201 XRT_WORKERS", "3:5 XRT201 XRT_DEVICE_MAP"],
        ),
        # lists of words
        ('command: ["python", "-m", "torch_xla.distributed.xla_dist"]', [f"1:28 {LAUNCHER}"]),
        (
            "command:\n- python3\n- -m\n- torch_xla.distributed.xla_dist\n- --env\n- XRT_WORKERS=1",
            [f"4:3 {LAUNCHER}", "6:3 XRT201 XRT_WORKERS"],
        ),
        ("command: [bash, -c]\nargs:\n- |\n  export XRT_WORKERS=1\n", ["4:10 XRT201 XRT_WORKERS"]),
        ("entrypoint: [bash, -c, 'echo $XRT_WORKERS']", ["1:31 XRT202 XRT_WORKERS"]),
        # files inside
        (
            "data:\n  a.sh: |\n    export XRT_WORKERS=1\n  x.py: |\n    import os\n    os.environ['XRT_DEVICE_MAP']\n",
            ["3:12 XRT201 XRT_WORKERS", "6:16 XRT202 XRT_DEVICE_MAP"],
        ),
        ("write_files:\n- content: |\n    export XRT_WORKERS=1\n", ["3:12 XRT201 XRT_WORKERS"]),
        ("init_method: pjrt://", ["1:14 XRT305 pjrt://"]),
        ("env:\n  XRT_WORKERS: ${XRT_WORKERS:-1}", ["2:3 XRT201 XRT_WORKERS"]),
        # templates
        ("env:\n  XRT_WORKERS: {{ .a }}\n{{- if .b }}\n  B: c\n{{- end }}\n", ["2:3 XRT201 XRT_WORKERS"]),
        ("{{- range .a }}\n- name: XRT_WORKERS\n  value: {{ . }}\n{{- end }}\n", ["2:9 XRT201 XRT_WORKERS"]),
        ("a: {{ x }}\n{% if y %}\nenv:\n  XRT_WORKERS: {{ z }}\n{% endif %}\n", ["4:3 XRT201 XRT_WORKERS"]),
        # comments
        ("XRT_WORKERS: 1  # noqa", []),
        ("# noqa: XRT2\nXRT_WORKERS: 1\n", []),
        ("run: |\n  export XRT_WORKERS=1  # noqa: XRT201\n", []),
        ("# flake8: noqa: XRT201\nXRT_WORKERS: $XRT_DEVICE_MAP\n", []),
        ("XRT_WORKERS: 1  # noqa: XRT202", ["1:1 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("a.yml", text) == found


def test_an_alias_bomb_ends():
    lines = ["a0: &a0 {XRT_WORKERS: 1}"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert located("a.yml", "\n".join(lines)) == ["1:10 XRT201 XRT_WORKERS"]
