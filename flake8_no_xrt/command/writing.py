"""Writing a file so that a crash, a full disk or an interrupt leaves the old one or the new one, never half."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile


def replace(path: str, data: bytes) -> None:
    """Replace the contents of a file, keeping its mode; behind a link the file it leads to. Raises OSError."""
    real = os.path.realpath(path)
    mode = stat.S_IMODE(os.stat(real).st_mode)
    handle, temporary = tempfile.mkstemp(prefix=".flake8-no-xrt-", dir=os.path.dirname(real) or os.curdir)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fchmod(opened.fileno(), mode) if hasattr(os, "fchmod") else os.chmod(temporary, mode)
            os.fsync(opened.fileno())
        os.replace(temporary, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
