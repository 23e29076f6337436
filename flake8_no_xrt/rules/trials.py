"""The tests that ``ast-grep test`` runs on the rules: for each, code that it reports and code that it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_no_xrt.facts.advice import SPAWN
from flake8_no_xrt.rules.describing import identifier
from flake8_no_xrt.rules.groups import homes, own_advice
from flake8_no_xrt.rules.hiding import lost
from flake8_no_xrt.rules.settings import Launcher, Setting, launchers, settings
from flake8_no_xrt.rules.table import Table, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_no_xrt.facts.releases import Releases
    from flake8_no_xrt.judging.options import Options

_SPAWN = f"import {SPAWN.rpartition('.')[0]} as xmp\n"


class Trial(NamedTuple):
    """What one rule reports, and what it does not."""

    rule: str
    invalid: list[str]
    valid: list[str]

    def as_document(self) -> dict[str, Any]:
        """The trial as ast-grep reads it."""
        return {"id": self.rule, "valid": self.valid, "invalid": self.invalid}


def trials(options: Options, *, advice: bool) -> list[Trial]:
    """A trial for each of the rules that :func:`flake8_no_xrt.rules.astgrep.rules` makes."""
    target = options.target
    made = table(target, advice=advice)
    found = [*_names(made, target), *_modules(made, target)]
    for setting in settings(target, advice=advice):
        found += {"set": _set, "read": _read, "named": _named}[setting.handling](setting)
    for launcher in launchers(target):
        found += _launched(launcher)
    return [*found, *_calls(advice=advice)]


def _names(made: Table, target: Releases) -> Iterator[Trial]:
    together: dict[tuple[str, str], list[str]] = {}
    for row in made.names:
        together.setdefault((row.module, row.code), []).append(row.last)
    for (module, code), names in together.items():
        invalid = [f"import {module} as m\nm.{name}\n" for name in names]
        yield Trial(
            identifier(code, module),
            [
                *invalid,
                *(f"from {module} import {name}\n" for name in names),
                f"try:\n    import {module} as m\nexcept ImportError:\n    m = None\nm.{names[0]}\n",
                f"import torch_xla\n{module}.{names[0]}\n",
                f'import {module} as m\ngetattr(m, "{names[0]}")\n',
                f'mock.patch("{module}.{names[0]}")\n',
            ],
            [
                f"def f(m):\n    return m.{names[0]}\n",
                f"import {module} as m\n\ndef f(m):\n    return m.{names[0]}\n",
                f"import {module} as m\n[m.{names[0]} for m in range(3)]\n",
                f"import {module} as m\nif not _XLA_GREATER_EQUAL_2_1:\n    m.{names[0]}\n",
                f"import my_{module} as m\nm.{names[0]}\n",
                f"from .{module} import {names[0]}\n",
            ],
        )
    for module in dict.fromkeys(row.module for row in made.names):
        hidden = lost([row for row in made.names if row.module == module], target)
        for verdict in hidden[:1]:
            name = verdict.name.rpartition(".")[2]
            yield Trial(
                identifier(verdict.code, module),
                [f'import {module} as m\ngetattr(m, "{name}", None)\n'],
                [f'import {module} as m\ngetattr(m, "{name}")\n', f'getattr(m, "{name}", None)\n'],
            )


def _modules(made: Table, target: Releases) -> Iterator[Trial]:
    for row in made.modules:
        own, movable = own_advice(made.members[row.name], row, target), homes(made.members[row.name], target)
        path, package, last = row.name, row.module, row.last
        yield Trial(
            identifier(row.code, path),
            [
                f"import {path}\n",
                f"import {path} as m\n",
                f"from {package} import {last}\n",
                f"from {package} import other, {last} as m\n",
                f"from {path} import *\n",
                f"import torch_xla\ntorch_xla{path.removeprefix('torch_xla')}\n",
                f'import_module("{path}")\n',
            ],
            [
                f"from .{package.rpartition('.')[2]} import {last}\n",
                f"import {package}.{last}_too\n",
                f"import {path}_too as m\n",
                f"from my_{package} import {last}\n",
                f"try:\n    from {package} import runtime\nexcept ImportError:\n    from {package} import {last}\n",
                f"if not using_pjrt():\n    import {path}\n",
                f'print("{path}")\n',
            ],
        )
        if own:
            movable_names = {name for names in movable.values() for name in names}
            imported = [name.last for name in own if name.last not in movable_names]
            yield Trial(
                identifier(row.code, path, "names"),
                [
                    *(f"from {path} import {name}\n" for name in imported),
                    *(f"from {package} import {last} as m\nm.{name.last}\n" for name in own),
                    f"import {path}\n{path}.{own[0].last}\n",
                    f'mock.patch("{path}.{own[0].last}")\n',
                ],
                [f"from {path} import other\n", f"def f(m):\n    return m.{own[0].last}\n"],
            )
        for home, names in movable.items():
            yield Trial(
                identifier(row.code, path, "moved-to", home),
                [f"from {path} import {names[0]}\n", f"from {path} import {', '.join(names)} as m\n"],
                [f"from {path} import {names[0]}, other\n", f"from {home} import {names[0]}\n"],
            )


# -- settings ------------------------------------------------------------------------------------------------
def _set(setting: Setting) -> Iterator[Trial]:
    name, value = setting.names[0], setting.value or "a"
    other = [f'os.environ["{name}"] = "other"\n'] if setting.value else []
    yield Trial(
        identifier(setting.code),
        [
            *(f'import os\nos.environ["{each}"] = "{value}"\n' for each in setting.names),
            f'from os import environ as env\nenv.setdefault("{name}", "{value}")\n',
            f'import os\nos.environ.update({{"{name}": "{value}"}})\n',
            f'monkeypatch.setenv("{name}", "{value}")\n',
            f'subprocess.run(command, env={{"{name}": "{value}"}})\n',
        ],
        [
            *(f"import os\n{line}" for line in other),
            f'import os\nos.environ["MY_{name}"] = "{value}"\n',
            f'settings["{name}"] = "{value}"\n',
            f'import os\nos.environ.pop("{name}", None)\n',
            f'import os\ndel os.environ["{name}"]\n',
            f'def f(environ):\n    environ["{name}"] = "{value}"\n',
        ],
    )
    yield Trial(
        identifier(setting.code, "bash"),
        [*(f"export {each}={value}\n" for each in setting.names), f"env {name}={value} ./train\n"],
        [
            f"unset {name}\n",
            f"export MY_{name}={value}\n",
            f'echo "{name} is gone"\n',
            *([f"export {name}=other\n"] if setting.value else []),
        ],
    )
    yield Trial(
        identifier(setting.code, "yaml"),
        [
            *(f"environment:\n  {each}: {value}\n" for each in setting.names),
            f"environment:\n  - {name}={value}\n",
            f'env: [{{name: "{name}", value: "{value}"}}]\n',
        ],
        [
            f"names:\n  - {name}\n",
            f"environment:\n  MY_{name}: {value}\n",
            f"text: {name} is gone\n",
            *([f"environment:\n  {name}: other\n"] if setting.value else []),
        ],
    )


def _read(setting: Setting) -> Iterator[Trial]:
    name = setting.names[0]
    yield Trial(
        identifier(setting.code),
        [
            *(f'import os\nos.environ["{each}"]\n' for each in setting.names),
            f'import os\nos.environ.get("{name}")\n',
            f'from os import getenv\ngetenv("{name}")\n',
            f'from os import environ\n"{name}" in environ\n',
        ],
        [
            f'import os\n"{name}" not in os.environ\n',
            f'import os\nos.environ["{name}"] = "a"\n',
            f'settings.get("{name}")\n',
            f'import os\nos.environ.get("MY_{name}")\n',
        ],
    )
    yield Trial(
        identifier(setting.code, "bash"),
        [*(f"echo ${each}\n" for each in setting.names), f'[ -n "${{{name}:-}}" ]\n'],
        [f"{name}=${name}:b\n", f"echo $MY_{name}\n", f"echo '${name}'\n"],
    )


def _named(setting: Setting) -> Iterator[Trial]:
    name = setting.names[0]
    yield Trial(
        identifier(setting.code),
        [*(f'NAME = "{each}"\n' for each in setting.names), f'class Names:\n    A: Final = "{name}"\n'],
        [f'name = "{name}"\n', f'NAMES = ("{name}",)\n', f'NAME = "MY_{name}"\n'],
    )


def _launched(launcher: Launcher) -> Iterator[Trial]:
    first = launcher.modules[0]
    yield Trial(
        identifier(launcher.code),
        [f'run([python, "-m", "{module}"])\n' for module in launcher.modules],
        [f'run(["show", "{first}"])\n', f'print("python -m {first}")\n', f'run(["-m", "{first}_too"])\n'],
    )
    yield Trial(
        identifier(launcher.code, "bash"),
        [f"python3 -u -m {module} --tpu=a\n" for module in launcher.modules],
        [f"pip show {first}\n", f"python -m {first}_too\n", f"# python -m {first}\n"],
    )
    yield Trial(
        identifier(launcher.code, "yaml"),
        [
            *(f"command: python -m {module}\n" for module in launcher.modules),
            f'command: ["python", "-m", "{first}"]\n',
        ],
        [f"text: {first}\n", f'command: ["python", "-m", "{first}_too"]\n'],
    )


def _calls(*, advice: bool) -> Iterator[Trial]:
    yield Trial(
        "XRT404-spawn-nprocs",
        [f"{_SPAWN}xmp.spawn(fn, nprocs=8)\n", f"{_SPAWN}xmp.spawn(fn, args=(), nprocs=4, start_method='fork')\n"],
        [f"{_SPAWN}xmp.spawn(fn, nprocs={n})\n" for n in ("1", "None", "n")] + ["pool.spawn(fn, nprocs=8)\n"],
    )
    yield Trial(
        "XRT404-spawn-third",
        [f"{_SPAWN}xmp.spawn(fn, (), 4)\n"],
        [f"{_SPAWN}xmp.spawn(fn, (), 1)\n", f"{_SPAWN}xmp.spawn(fn, (8,))\n", "pool.spawn(fn, (), 4)\n"],
    )
    if advice:
        yield Trial(
            "XRT305-init_method",
            ['init_process_group("xla", init_method="pjrt://")\n', 'dist.init_process_group("xla", "pjrt://")\n'],
            ['init_process_group("xla", init_method="xla://")\n', 'print("pjrt://")\n'],
        )
