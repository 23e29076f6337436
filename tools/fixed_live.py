"""The live proof of the fixes: lightning before and after them, imported and called beside torch_xla 2.9.0 on one CPU.

    python tools/fixed_live.py            fix copies of the releases, ask both, compare with what is kept (what CI runs)
    python tools/fixed_live.py --record   keep the answers in docs/replay-live.json and show them in docs/replay.md

``check --fix --unsafe-fixes`` runs on a copy of lightning 2.1.4 with the target ``>=2.2`` and on one of 2.6.6 with
``>=2.7``. Then the release and its fixed copy answer the same questions (tools/fixed_probe.py). Exit 0: the answers
are those that are expected here. 1: they are not, or others are kept. 3: it could not be run, with the reason: nothing
was checked. torch and torch_xla come from the environment of tools/live_environment.py, lightning and what else it
needs from folders beside it, so that the environment stays as it is.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import corpus
from live_environment import CannotRunError, ready
from wheels import cache_folder

TORCH_XLA = "2.9.0"
PROBE = Path(__file__).with_name("fixed_probe.py")
DOCS = Path(__file__).resolve().parent.parent / "docs"
KEPT = DOCS / "replay-live.json"
PAGE = DOCS / "replay.md"
BEGIN, END = "<!-- live: tools/fixed_live.py --record writes this -->", "<!-- end of live -->"
# What these releases of lightning need beside torch and what torch needs, without what only other accelerators need.
NEEDED = ("lightning-utilities==0.15.3", "packaging==24.2", "torchmetrics==1.9.0", "tqdm==4.70.1")
LIMIT = 900  # seconds; a probe takes about twenty

# The modules that belong to XLA and import without a TPU.
MODULES = (
    "lightning.fabric.plugins.environments.xla",
    "lightning.fabric.accelerators.xla",
    "lightning.fabric.strategies.xla",
    "lightning.fabric.strategies.xla_fsdp",
    "lightning.fabric.strategies.single_xla",
    "lightning.fabric.strategies.launchers.xla",
    "lightning.pytorch.accelerators.xla",
    "lightning.pytorch.strategies.xla",
    "lightning.pytorch.strategies.single_xla",
    "lightning.pytorch.strategies.launchers.xla",
)
_LOST = "AttributeError: module 'torch_xla."
_USING = f"{_LOST}runtime' has no attribute 'using_pjrt'"
_ONE_DEVICE = "NotImplementedError: The"
# The questions, and how the answers begin: of the fixed copies, and of 2.1.4 as it is, where it fails.
ANSWERS = {
    "XLAEnvironment().world_size()": ("1", f"{_LOST}core.xla_model' has no attribute 'xrt_world_size'"),
    "XLAEnvironment().global_rank()": ("0", f"{_LOST}core.xla_model' has no attribute 'get_ordinal'"),
    "XLAEnvironment().local_rank()": ("0", "0"),
    "XLAEnvironment().node_rank()": ("0", _USING),
    "XLAAccelerator.auto_device_count()": ("4", _USING),
    "XLAAccelerator.get_parallel_devices(1)": ("[device(", _USING),
    "fabric: XLAStrategy(...).setup_module(Linear)": ("'Linear'", "'Linear'"),
    "fabric: XLAStrategy(one device).setup_environment()": (_ONE_DEVICE, _USING),
    "pytorch: XLAStrategy(one device).setup_distributed()": (_ONE_DEVICE, _USING),
    "fabric: _XLALauncher(...).launch(function)": ("'called'", _USING),
    "pytorch: _XLALauncher(...).launch(function)": ("'called'", _USING),
}


class Release(NamedTuple):
    """A release of lightning, the target it is fixed for, and whether it fails on torch_xla 2.9.0 as it is."""

    version: str
    target: str
    fails: bool


RELEASES = (Release("2.1.4", ">=2.2", True), Release("2.6.6", ">=2.7", False))


def layer(name: str, requirements: list[str], python: Path, *options: str) -> Path:
    """A folder with installed packages, made once. Raises CannotRunError."""
    folder = cache_folder() / "live" / "layers" / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        listed, made = Path(scratch, "requirements.txt"), Path(scratch, "made")
        listed.write_text("\n".join(requirements) + "\n", encoding="utf-8")
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
        command += ["--no-deps", "--no-compile", *options, "--target", str(made), "--requirement", str(listed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise CannotRunError(f"{', '.join(requirements)} could not be installed: {last}")
        try:
            made.rename(folder)
        except OSError:  # another run was first
            if not folder.is_dir():
                raise
    return folder


def released(version: str, python: Path) -> Path:
    """A folder with a release of lightning, as the corpus pins it."""
    package = next(one for one in corpus.packages() if (one.name, one.version) == ("lightning", version))
    requirement = f"lightning=={version} --hash=sha256:{package.sha256}"
    return layer(f"lightning-{version}", [requirement], python, "--require-hashes")


def _environment(*path: Path) -> dict[str, str]:
    """The environment of what is started: PJRT on the CPU, and the layers."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XRT_"))}
    more = {"PYTHONPATH": os.pathsep.join(map(str, path))} if path else {}
    return {**plain, "PJRT_DEVICE": "CPU", "PYTHONDONTWRITEBYTECODE": "1", **more}


def fixed(copy: Path, target: str) -> tuple[list[str], list[str]]:
    """Fix a copy in place, as a user does. Gives the modules changed, and what is wrong."""
    before = {path: path.read_bytes() for path in copy.rglob("*.py")}
    command = [sys.executable, "-m", "flake8_no_xrt", "check", "--isolated", "--torch-xla", target, "--unsafe-fixes"]
    wrong = []
    for option in ("--fix", "--diff"):
        # Nothing may be left, and a second run may change nothing.
        done = subprocess.run(
            [*command, option, "lightning"], cwd=copy, capture_output=True, text=True, check=False, env=_environment()
        )
        if done.returncode:
            wrong.append(f"{option} ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    changed = sorted(path.relative_to(copy) for path, data in before.items() if path.read_bytes() != data)
    if not changed:
        wrong.append("nothing was changed")
    return [".".join(path.with_suffix("").parts) for path in changed], wrong


def usable(python: Path) -> None:
    """Raise CannotRunError if torch_xla does not come up by itself."""
    done = subprocess.run(
        [str(python), "-c", "import torch, torch_xla; print(torch_xla.device())"],
        capture_output=True,
        text=True,
        check=False,
        env=_environment(),
        timeout=LIMIT,
    )
    if done.returncode:
        raise CannotRunError(f"torch_xla {TORCH_XLA} does not come up: {done.stderr[-500:]}")


def asked(python: Path, modules: list[str], *path: Path) -> dict[str, str]:
    """The answers of what stands on a path; if there are none, why, as an answer of its own."""
    command = [str(python), str(PROBE), *modules]
    with tempfile.TemporaryDirectory() as scratch:
        try:
            done = subprocess.run(
                command,
                cwd=scratch,
                capture_output=True,
                text=True,
                check=False,
                env=_environment(*path),
                timeout=LIMIT,
            )
        except subprocess.TimeoutExpired:
            return {"the probe": f"did not end in {LIMIT} seconds"}
    if done.returncode or not done.stdout.strip():
        return {"the probe": f"ended with status {done.returncode}: {done.stderr[-2000:]}"}
    answers: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return answers


def examine(release: Release, python: Path) -> tuple[dict[str, Any], list[str]]:
    """The result of one release, and what is wrong with it."""
    origin, needed = released(release.version, python), layer("lightning-needs", list(NEEDED), python)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "fixed")
        shutil.copytree(origin / "lightning", copy / "lightning")
        changed, wrong = fixed(copy, release.target)
        modules = [*MODULES, *(name for name in changed if name not in MODULES)]
        before, after = (asked(python, modules, place, needed) for place in (origin, copy))
    result = {"target": release.target, "changed": changed, "before": before, "after": after}
    return result, [f"lightning {release.version}: {what}" for what in [*wrong, *failures(release, result)]]


def failures(release: Release, result: dict[str, Any]) -> list[str]:
    """The answers that are not the expected ones."""
    wrong = [
        f"{name} {when} the fixes: {said}"
        for when in ("before", "after")
        for name, said in result[when].items()
        if name not in ANSWERS and said != "'imports'"
    ]
    for question, (right, failing) in ANSWERS.items():
        for when, expected in (("before", failing if release.fails else right), ("after", right)):
            said = result[when].get(question, "not asked")
            if not said.startswith(expected):
                wrong.append(f"{question} {when} the fixes: {said}, expected {expected}")
    return wrong


def table(results: dict[str, Any]) -> str:
    """The results as a table of the page."""
    lines = []
    for release in RELEASES:
        result = results[release.version]
        imports = sum(said == "'imports'" for said in result["after"].values())
        head = (
            f"lightning {release.version}, fixed for `{release.target}`: {len(result['changed'])} modules changed; "
            f"{imports} modules import before and after."
        )
        lines += [
            head,
            "",
            "| asked | before | after |",
            "| --- | --- | --- |",
        ]
        for question in ANSWERS:
            before, after = (_short(result[when][question]) for when in ("before", "after"))
            lines.append(f"| `{question}` | {before} | {after} |")
        lines.append("")
    return "\n".join(lines[:-1])


def _short(said: str) -> str:
    """An answer; of a failure, its kind."""
    kind = said.partition(":")[0]
    return kind if kind.endswith("Error") else f"`{said}`"


def section(results: dict[str, Any]) -> str:
    """The part of the page, from its first to its last line."""
    return "\n".join([BEGIN, "", table(results), "", END])


def written(page: str, results: dict[str, Any]) -> str:
    """The page with its part as the results have it."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no part between {BEGIN!r} and {END!r}")
    return before + section(results) + after


def kept() -> dict[str, Any]:
    """The kept results."""
    return dict(json.loads(KEPT.read_text(encoding="utf-8"))) if KEPT.is_file() else {}


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = argparse.ArgumentParser(description="lightning before and after the fixes, on an installed torch_xla")
    parser.add_argument("--record", action="store_true", help="keep the answers, if they are the expected ones")
    options = parser.parse_args(arguments)
    results, wrong = {}, []
    try:
        python = ready(TORCH_XLA)
        usable(python)
        for release in RELEASES:
            results[release.version], said = examine(release, python)
            wrong += said
    except (CannotRunError, corpus.CorpusError, subprocess.TimeoutExpired) as error:
        bar = "!" * 80
        print(f"{bar}\nNOT CHECKED: the fixed lightning, live. {error}\n{bar}", file=sys.stderr, flush=True)
        return 3
    if not wrong:
        print(f"{table(results)}\n")
    if options.record and not wrong:
        KEPT.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
    elif not wrong and kept() != results:
        wrong.append("docs/replay-live.json holds other answers: run with --record")
    print(
        "\n".join(f"FAILED: {what}" for what in wrong) or "the fixed lightning, live: all answers are the expected ones"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
