"""Writing a file so that a crash, a full disk or an interrupt leaves the old one or the new one, never half.

The new text goes to a temporary file beside the old one, which then takes its place. A run that is killed in between
leaves the temporary file: its name says whose it is, and has a suffix that nothing reads. The next file that is
written into the folder takes such leftovers away. Nobody else's are touched: whoever writes one holds a lock on it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile

try:
    import fcntl
except ImportError:  # no such system: there leftovers stay, and are not read
    fcntl = None  # type: ignore[assignment]

PREFIX, SUFFIX = ".flake8-no-xrt-", ".tmp"


def replace(path: str, data: bytes) -> None:
    """Replace the contents of a file, keeping its mode and owner; behind a link the file it leads to. Raises OSError.

    A file that may not be written is left alone, although its folder would let us. Other names of the same file (hard
    links) keep the old contents.
    """
    real = os.path.realpath(path)
    old = os.stat(real)
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "is no regular file")
    os.close(os.open(real, os.O_WRONLY))
    folder = os.path.dirname(real) or os.curdir
    clear(folder)
    handle, temporary = _temporary(folder)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            if hasattr(os, "fchown") and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
                with contextlib.suppress(PermissionError):
                    os.fchown(opened.fileno(), old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
            os.fsync(opened.fileno())
            if fcntl is not None:
                os.replace(temporary, real)
        if fcntl is None:  # where an open file cannot be moved
            os.replace(temporary, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def clear(folder: str) -> None:
    """Take away the temporary files that killed runs left in a folder."""
    if fcntl is None:
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError), open(entry.path, "rb") as opened:
                    fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(entry.path)


def _temporary(folder: str) -> tuple[int, str]:
    """A new temporary file, open and locked."""
    while True:
        handle, path = tempfile.mkstemp(prefix=PREFIX, suffix=SUFFIX, dir=folder)
        if fcntl is None:
            return handle, path
        with contextlib.suppress(OSError):  # a file system without locks: there nobody can clear away either
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.path.exists(path):
            return handle, path
        os.close(handle)  # another run took it for a leftover, before there was a lock on it
