"""Which file is of which kind, what is loaded for it, and what holds for all kinds."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from places import OPT_IN, PLAIN, check, located, unreadable

from flake8_no_xrt.judging.options import Options
from flake8_no_xrt.kinds import Located, MissingExtra, Unreadable, extras, kind_of, scan, shell, toml

KINDS = {
    "a.py": "python",
    "a.pyi": "python",
    "docs/a.ipynb": "notebook",
    "run.sh": "shell",
    "C:\\src\\run.BASH": "shell",
    ".bashrc": "shell",
    "home/.profile": "shell",
    ".bazelrc": "shell",
    "Dockerfile": "dockerfile",
    "docker/Dockerfile.gpu": "dockerfile",
    "tpu.Dockerfile": "dockerfile",
    "Containerfile": "dockerfile",
    "a.yml": "yaml",
    ".github/workflows/a.yaml": "yaml",
    "chart/values.yaml.tmpl": "yaml",
    "pyproject.toml": "toml",
    "Pipfile": "toml",
    "tox.ini": "ini",
    "setup.cfg": "ini",
    "pytest.ini": "ini",
    ".flake8": "ini",
    "xrt.service": "ini",
    ".env": "env",
    ".env.local": "env",
    "prod.env": "env",
    ".env.example": "env",
    "Makefile": "make",
    "GNUmakefile": "make",
    "rules.mk": "make",
    "a.jsonnet": "jsonnet",
    "a.libsonnet": "jsonnet",
    "README.md": "markdown",
    "index.rst": "rst",
    "a.json": None,
    "a.c": None,
    "LICENSE": None,
    "MANIFEST.in": None,
    "requirements.txt": None,
    "dockerfiles": None,
    "my.environment": None,
}


@pytest.mark.parametrize("name", KINDS)
def test_kind_by_name(name: str):
    assert kind_of(name, "") == KINDS[name]


@pytest.mark.parametrize(
    ("first_line", "kind"),
    [
        ("#!/bin/sh", "shell"),
        ("#!/usr/bin/env bash\r", "shell"),
        ("#! /bin/zsh -f", "shell"),
        ("#!/usr/bin/env python3.11", "python"),
        ("#!/usr/bin/env -S uv run --script", "python"),
        ("#!/usr/bin/make -f", "make"),
        ("#!/usr/bin/perl", None),
        ("#!/usr/bin/fish", None),
        ("# bash", None),
        ("", None),
    ],
)
def test_kind_by_shebang(first_line: str, kind: str | None):
    assert kind_of("bin/run", first_line) == kind


def test_the_name_wins_over_the_shebang():
    assert kind_of("a.md", "#!/bin/sh") == "markdown"


def test_a_module_is_no_business_of_scan():
    assert scan("a.py", "import os\nos.environ['XRT_TPU_CONFIG'] = '1'\n", PLAIN) == []


LIBRARIES = ("ruamel", "markdown_it", "tree_sitter", "flake8_no_xrt.kinds.")


def loaded_by(statement: str) -> set[str]:
    program = f"import sys\n{statement}\nprint('\\n'.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name for name in run.stdout.split() if name.startswith(LIBRARIES)}


def test_importing_loads_no_reader_and_no_parser():
    assert loaded_by("import flake8_no_xrt.kinds") == {"flake8_no_xrt.kinds.extras"}


def test_a_file_without_a_stem_loads_nothing():
    statement = (
        "from flake8_no_xrt.kinds import scan\nfrom flake8_no_xrt.judging.options import Options\n"
        "assert scan('a.yml', 'a: [', Options()) == []"
    )
    assert loaded_by(statement) == {"flake8_no_xrt.kinds.extras"}


@pytest.mark.parametrize(
    ("name", "text", "library", "extra"),
    [
        ("a.sh", "XRT_WORKERS=1\n", "tree_sitter_bash", "shell"),
        ("a.toml", 'env = ["XRT_WORKERS=1"]\n', "tree_sitter_toml", "toml"),
        ("a.yml", "XRT_WORKERS: 1\n", "ruamel.yaml", "yaml"),
        ("a.md", "    XRT_WORKERS=1\n", "markdown_it", "markdown"),
    ],
)
def test_a_missing_library_is_said(monkeypatch, name: str, text: str, library: str, extra: str):
    def gone(wanted: str):
        if wanted == library:
            raise ModuleNotFoundError(wanted)
        return import_module(wanted)

    assert len(located(name, text)) == 1
    for module in (shell, toml):
        module._parser.cache_clear()
    monkeypatch.setattr(extras, "import_module", gone)
    with pytest.raises(MissingExtra, match=rf"{library} is not installed.*\[{extra}\]") as caught:
        scan(name, text, PLAIN)
    assert caught.value.extra == extra


def test_a_release_that_had_xrt_is_no_finding():
    assert scan("a.sh", "export XRT_WORKERS=1\n", Options.parse("<2.1")) == []


# Pieces of which hypothesis builds texts that look like something.
PIECES = st.sampled_from(
    [
        *(
            "XRT_TPU_CONFIG",
            "XRT_WORKERS=1",
            "$XRT_DEVICE_MAP",
            "${XRT_WORKERS:-x}",
            "export ",
            "unset ",
            "env:",
            "run: |",
            "- ",
        ),
        *(
            "python -m torch_xla.distributed.xla_dist",
            "pjrt://",
            "PJRT_DEVICE=GPU",
            "import torch_xla",
            "ENV ",
            "RUN ",
            "[testenv]",
        ),
        *(
            "setenv = ",
            "```bash",
            "```",
            "```diff",
            "::",
            ".. code-block:: sh",
            ">>> ",
            "$ ",
            "%%bash",
            "!",
            "%env ",
            "<<EOF",
            "EOF",
        ),
        *(
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\t",
            "  ",
            "    ",
            "'",
            '"',
            "\\",
            "\\\n",
            "#",
            "# noqa",
            "{{",
            "}}",
            "${{ env.XRT_WORKERS }}",
        ),
        *(
            "é",
            "\U0001f600",
            "\u2028",
            "\x0c",
            "\x00",
            "\ufeff",
            "[",
            "]",
            "{",
            "}",
            ":",
            ",",
            "=",
            "|",
            ">",
            "&a",
            "*a",
            "|||",
        ),
    ]
)
TEXTS = st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=30).map("".join))
NAMES = [name for name, kind in KINDS.items() if kind not in {None, "python"}]


def outcome(name: str, text: str) -> tuple[Unreadable | None, list[Located]]:
    try:
        return None, scan(name, text, OPT_IN)
    except Unreadable as error:
        return error, error.found


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(NAMES), TEXTS)
@example("a.yml", "a: &a [*a]\nXRT_WORKERS: 1")
@example("a.yml", "XRT_WORKERS: " + "[" * 3000)
@example("a.sh", "XRT_WORKERS=" + "$(" * 3000)
@example("README.md", ">" * 3000 + "XRT_WORKERS=1")
def test_any_text_is_read_or_refused(name: str, text: str):
    fault, found = outcome(name, text)
    assert fault is None or (fault.message and "\n" not in fault.message)
    for item in found:
        check(item, text)


@settings(deadline=None, max_examples=150)
@given(st.lists(TEXTS, max_size=4))
def test_any_notebook_is_read_or_refused(sources: list[str]):
    cells = [{"cell_type": "code", "source": source.splitlines(keepends=True)} for source in sources]
    fault, found = outcome("a.ipynb", json.dumps({"cells": cells}))
    assert fault is None or 1 <= (fault.cell or 0) <= len(cells)
    for item in found:
        check(item._replace(cell=None), sources[(item.cell or 0) - 1])


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.yml", "a: 1\nXRT_WORKERS: [\n", 2),
        ("a.yml", "XRT_WORKERS: *nobody\n", 1),
        ("a.toml", 'a = "XRT_WORKERS=1"\nb = \n', 2),
        ("a.ipynb", '{"cells": [\nXRT_WORKERS', 2),
        ("a.ipynb", '["XRT_WORKERS"]', None),
        ("a.ipynb", '{"cells": ["XRT_WORKERS"]}', None),
        ("a.ipynb", "[" * 100_000 + "XRT_WORKERS", None),
        ("a.ipynb", '{"cells": [{"cell_type": "code", "source": {"XRT_WORKERS": 1}}]}', None),
        ("a.md", "text\n\n```yaml\nXRT_WORKERS: [\n```\n", 5),
        ("a.md", "```python\nimport os\nimport torch_xla as\n```\n", 3),
    ],
)
def test_what_does_not_parse_is_said(name: str, text: str, line: int | None):
    error, found = unreadable(name, text)
    assert (error.line, found) == (line, [])


def test_the_rest_of_a_document_is_read():
    text = "```bash\nexport XRT_WORKERS=1\n```\n\n```yaml\nXRT_WORKERS: [\n```\n"
    assert unreadable("a.md", text)[1] == ["2:8 XRT201 XRT_WORKERS"]
