"""Which files are read: what git tracks or would track, else a walk; and always what is named."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.selection import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# The folders that a walk passes over: flake8's defaults, and those that hold nothing of the project's own.
USUAL = frozenset(
    [
        ".svn",
        "CVS",
        ".bzr",
        ".hg",
        ".git",
        ".jj",
        "__pycache__",
        ".tox",
        ".nox",
        ".eggs",
        ".venv",
        "venv",
        "node_modules",
        "site-packages",
        "__pypackages__",
        "build",
        "dist",
        "_build",
        ".direnv",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
    ]
)
_USUAL_ENDINGS = (".egg", ".egg-info")
# A folder with this file in it is a virtual environment, whatever it is called.
_VENV = "pyvenv.cfg"
# Variables that git sets for its hooks: with them it would answer for another folder than the one asked for.
_OF_HOOKS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")


class File(NamedTuple):
    """A file to read; ``named`` says that the user named it."""

    path: str
    named: bool


class Problem(NamedTuple):
    """Something that kept a file, or a part of it, from being judged. ``message`` is one line."""

    path: str
    message: str
    line: int | None = None
    cell: int | None = None


class Listing(NamedTuple):
    """The files to read, sorted and each once; what could not be listed; and remarks that stop nothing."""

    files: list[File]
    problems: list[Problem]
    remarks: list[str]


def find(paths: Iterable[str], exclude: tuple[str, ...] | None, extend_exclude: tuple[str, ...]) -> Listing:
    """List the files under ``paths``; a path that is a file is taken whatever it is called.

    ``exclude`` replaces :data:`USUAL`, which is for the folders of a walk only: git knows by itself what is not
    the project's.
    """
    files: dict[str, File] = {}
    listing = Listing([], [], [])
    for path in paths:
        name = os.path.normpath(path)
        try:
            is_folder = stat.S_ISDIR(os.stat(name).st_mode)
        except (OSError, ValueError) as error:
            listing.problems.append(Problem(name, reason(error)))
            continue
        if is_folder:
            for found in _in_folder(name, exclude, extend_exclude, listing):
                files.setdefault(found, File(found, False))
        else:
            files[name] = File(name, True)
    listing.files.extend(files[name] for name in sorted(_without_doubles(files)))
    return listing


def reason(error: OSError | ValueError) -> str:
    """Why a path cannot be used, in a few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _without_doubles(files: dict[str, File]) -> Iterator[str]:
    """All but the links to files that are listed themselves."""
    for name, file in files.items():
        if not file.named and os.path.islink(name) and os.path.exists(name):
            target = os.path.realpath(name)
            if any(form in files for form in (os.path.relpath(target), target)):
                continue
        yield name


def _in_folder(
    folder: str, exclude: tuple[str, ...] | None, extend_exclude: tuple[str, ...], listing: Listing
) -> Iterator[str]:
    is_excluded = _excluder(folder, (exclude or ()) + extend_exclude)
    tracked = _ask_git(folder, listing) if _in_checkout(folder) else None
    # A folder of which git lists nothing is one that git ignores. It was named, so it is read.
    if tracked:
        for name in tracked:
            path = _join(folder, name)
            if not is_excluded(name) and _is_there(path):
                yield path
    else:
        yield from _walk(folder, is_excluded, exclude is None, listing)


def _is_there(path: str) -> bool:
    """False for what git lists, but is gone from the working tree or is another repository inside this one."""
    try:
        return not stat.S_ISDIR(os.stat(path).st_mode)
    except FileNotFoundError:
        return os.path.islink(path)
    except OSError:
        return True


def _join(folder: str, name: str) -> str:
    return name if folder == os.curdir else os.path.join(folder, name)


def _excluder(folder: str, patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """The test on a path below ``folder``: it, or a folder on the way to it, fits a pattern."""
    if not patterns:
        return lambda _: False
    folders = {"": False}

    def is_excluded(name: str) -> bool:
        above = os.path.dirname(name)
        if above not in folders:
            folders[above] = is_excluded(above)
        return folders[above] or matches(_join(folder, name), patterns)

    return is_excluded


def _walk(folder: str, is_excluded: Callable[[str], bool], usual: bool, listing: Listing) -> Iterator[str]:
    def failed(error: OSError) -> None:
        listing.problems.append(Problem(os.path.normpath(str(error.filename)), reason(error)))

    # Links to folders are not followed, so there is no circle.
    for root, folders, names in os.walk(folder, onerror=failed):
        here = os.path.relpath(root, folder)
        below = "" if here == os.curdir else here
        if usual and below and _VENV in names:
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if not (usual and _is_usual(name)) and not is_excluded(os.path.join(below, name))
        )
        for name in names:
            inside = os.path.join(below, name)
            if not is_excluded(inside):
                yield _join(folder, inside)


def _is_usual(name: str) -> bool:
    return name in USUAL or name.endswith(_USUAL_ENDINGS)


def _in_checkout(folder: str) -> bool:
    here = os.path.realpath(folder)
    while not os.path.exists(os.path.join(here, ".git")):
        above = os.path.dirname(here)
        if above == here:
            return False
        here = above
    return True


def _ask_git(folder: str, listing: Listing) -> list[str] | None:
    """The paths of the folder that git tracks or would track, relative to it; None if git cannot tell."""
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name not in _OF_HOOKS}
    command = ["git", "-C", folder, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        answer = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603
    except OSError as error:
        complaint = reason(error)
    else:
        if answer.returncode == 0:
            return sorted({os.fsdecode(name) for name in answer.stdout.split(b"\0") if name})
        complaint = (os.fsdecode(answer.stderr).strip().splitlines() or [f"exit {answer.returncode}"])[0]
    listing.remarks.append(f"{folder}: git cannot list the files ({complaint}), so the folders are walked")
    return None
