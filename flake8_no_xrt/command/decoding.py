"""From the bytes of a file to its text."""

from __future__ import annotations

import codecs
import io

# Where a coding cookie can stand: the first two lines.
_COOKIE = b"coding"


class Undecodable(Exception):
    """The bytes are not text in the encoding they should be in.

    ``text`` is what they are in Latin-1, in which everything is something: flake8 reads such a file like that.
    """

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.message = message
        self.text = text


def decode(data: bytes, python: bool) -> str:
    """The text of a file, with plain newlines for all line ends and without a byte order mark.

    Python files are read by their coding cookie, all others as UTF-8. Raises :class:`Undecodable`.
    """
    try:
        text = data.decode(python_encoding(data) if python else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"line {line} is not {error.encoding.upper()} ({error.reason})"
    except SyntaxError as error:
        fault = str(error.msg)
    except (UnicodeError, LookupError) as error:
        fault = str(error)
    else:
        return _with_plain_line_ends(text)
    raise Undecodable(f"{fault}; it was read as Latin-1", _with_plain_line_ends(data.decode("latin-1")))


def python_encoding(data: bytes) -> str:
    """The encoding of a Python file, by its coding cookie or byte order mark. Raises SyntaxError."""
    head = b"\n".join(data[:4096].splitlines()[:2])
    if _COOKIE not in head and not data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    import tokenize

    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
