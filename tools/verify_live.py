"""Check the catalogue against an imported torch_xla, release by release, on one CPU process.

    python tools/verify_live.py                  the newest release, in its cached environment (what CI runs)
    python tools/verify_live.py 2.4.0 --record   another one; keep the result under docs/verification/
    python tools/verify_live.py --all --record   the newest and those that ship shims, one environment at a time
    python tools/verify_live.py --page           only write docs/verification.md from the kept results

Every replacement is imported, and called where one CPU process can call it; every name said gone is looked for; the
signatures of old and new are compared where a release has both; and where the library ships shims of its own, what
they wrap has to be what the catalogue says. Exit 0: all of it holds. 1: something does not, or the kept result is
another. 3: it could not be run here, with the reason: nothing was checked.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from live_environment import CannotRunError, ready, remove
from verification_page import PAGE, RESULTS, calls, excuse, imports, kept, render

from flake8_no_xrt.facts import names
from flake8_no_xrt.facts._universe import WHEELS

PROBE = Path(__file__).with_name("live_probe.py")
NEWEST = WHEELS[-1]
# The last releases in which the library ships shims: modules of aliases, and wrappers in xla_model.
SHIPS_SHIMS = ("torch_xla.experimental.pjrt", "torch_xla.core.xla_model.xrt_world_size")
LAST_WITH = [names.lives(name).last for name in SHIPS_SHIMS]
CHOSEN = (WHEELS[0], *(next(one for one in WHEELS if one.startswith(f"{last}.")) for last in LAST_WITH), NEWEST)
LIMIT = 900  # seconds; a probe takes about ten


def probe(python: Path) -> dict[str, Any]:
    """Run the probe in an environment. Raises CannotRunError if torch_xla does not import there."""
    environment = {**os.environ, "PJRT_DEVICE": "CPU", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    command = [str(python), str(PROBE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=LIMIT)
    if done.returncode or not done.stdout.strip():
        raise CannotRunError(f"the probe ended with status {done.returncode}:\n{done.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def failures(report: dict[str, Any]) -> list[str]:
    """Everything in a report that the catalogue does not promise, one line each."""
    lines = []
    for row in report["replacements"]:
        if row["imports"]:
            lines.append(f"{row['name']} is offered and cannot be imported: {row['imports']}")
        elif row["error"]:
            lines.append(f"{row['name']} is offered and cannot be called: {row['error']}")
        elif not row["called"] and not row["why"]:
            lines.append(f"{row['name']} was not called, and nothing says why: add it to tools/live_calls.py")
    lines += [f"{row['name']} is said to be gone and is there" for row in report["gone"] if row["error"] is None]
    lines += [
        f"{row['old']} to {row['new']} is called safe, and {reason}"
        for row in report["pairs"]
        if (reason := unsafe(row))
    ]
    lines += [
        f"{row['old']} wraps {row['wraps']}, which is not among {row['candidates']}"
        for row in report["shims"]
        if row["wraps"] not in row["candidates"] and not excuse(row["wraps"])
    ]
    lines += [f"{name} is there and not in the names data" for name in report["names"]["extra"]]
    lacking = report["names"]["lacking"]
    lines += [f"{row['name']} is in the names data and not there" for row in lacking if row["certain"]]
    return lines


def unsafe(row: dict[str, Any]) -> str:
    """Why a rename called safe is not, or nothing."""
    if row["rewrite"] != "safe" or row["relation"] != "another":
        return ""
    if row["answers"] == "other":
        return "they answer differently"
    if row["old_signature"] == row["new_signature"]:
        return ""
    if row["optional_only"] and row["calls"]:
        return ""  # calls without arguments are the same, and the advice says that there are no others
    return f"{row['old_signature']} became {row['new_signature']}"


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """What of a report has to be the same on every machine."""
    return {
        "replacements": [(row["name"], row["instead_of"], row["called"]) for row in report["replacements"]],
        "gone": [row["name"] for row in report["gone"]],
        "pairs": [(row["old"], row["new"], row["relation"], row["rewrite"]) for row in report["pairs"]],
        "shims": [(row["old"], row["wraps"], row["candidates"]) for row in report["shims"]],
    }


def check(version: str, python: str, record: bool) -> int:
    """Check one version; returns the number of failures. Raises CannotRunError."""
    report = json.loads(json.dumps(probe(ready(version, python))))
    lines = failures(report)
    print(
        f"torch_xla {version}: {imports(report)} replacements imported, {calls(report)} called, "
        f"{len(report['gone'])} names gone, {len(report['pairs'])} pairs compared, {len(report['shims'])} shims"
    )
    if record and not lines:
        RESULTS.mkdir(parents=True, exist_ok=True)
        text = json.dumps(report, indent=1) + "\n"
        (RESULTS / f"{version}.json").write_text(text, encoding="utf-8")
    elif not record:
        old = kept().get(version)
        if old is None:
            lines.append(f"no result is kept for {version}: run with --record")
        elif comparable(json.loads(json.dumps(old))) != comparable(report):
            lines.append(f"docs/verification/{version}.json is of another catalogue: run with --record")
    print("\n".join(f"FAILED: {line}" for line in lines) or f"torch_xla {version}: all of it holds")
    return len(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Check the catalogue against an imported torch_xla.")
    parser.add_argument("versions", nargs="*", metavar="VERSION", help=f"default: {NEWEST}")
    parser.add_argument("--all", action="store_true", help=f"check {', '.join(CHOSEN)}")
    parser.add_argument("--record", action="store_true", help="keep the result, if all of it holds")
    parser.add_argument("--page", action="store_true", help="only write the page from the kept results")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to make environments with")
    options = parser.parse_args(arguments)
    if options.page:
        PAGE.write_text(render(kept()), encoding="utf-8")
        return 0
    failed = 0
    for version in CHOSEN if options.all else options.versions or [NEWEST]:
        try:
            failed += check(version, options.python, options.record)
        except (CannotRunError, subprocess.TimeoutExpired) as error:
            bar = "!" * 80
            print(f"{bar}\nNOT CHECKED: torch_xla {version} live. {error}\n{bar}", file=sys.stderr, flush=True)
            return 3
        if version != NEWEST:
            remove(version)
    if options.record and not failed:
        PAGE.write_text(render(kept()), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
