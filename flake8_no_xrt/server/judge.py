"""From a text to what is found in it, and to what kept it from being judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flake8_no_xrt.command.run import LARGEST
from flake8_no_xrt.judging.options import BadOption
from flake8_no_xrt.judging.prefilter import stems
from flake8_no_xrt.kinds import Located, MissingExtra, Unreadable, dispatch

if TYPE_CHECKING:
    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.server.subjects import Subject


class Trouble(NamedTuple):
    """Why a text, or a part of it, was not judged; ``line`` is where, in a cell if there is one."""

    message: str
    line: int = 1
    cell: int | None = None


class Judged(NamedTuple):
    """What is found in a text, in its order, and what kept it from being judged."""

    located: list[Located]
    trouble: Trouble | None = None


def plain(text: str) -> str:
    """A text with plain newlines for all line ends, as files are judged. Lines and columns stay."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def options_of(subject: Subject, settings: Settings) -> Options:
    """The options for a subject: a script can state its own target. Raises :class:`BadOption`."""
    return settings.options_for(plain(subject.text)) if subject.kind == "python" else settings.options


def judge(subject: Subject, settings: Settings) -> Judged:
    """Judge a subject as the command judges a file.

    A text that does not parse gives one trouble, and nothing of what it said before: but only if it holds what a
    finding needs, since the editor has its own word for broken text that is none of our business.
    """
    if subject.kind is None:
        return Judged([])
    trouble = None
    try:
        options = options_of(subject, settings)
    except BadOption as error:
        options, trouble = settings.options, Trouble(str(error))
    try:
        located, failed = _scanned(subject.kind, plain(subject.text), options)
    except Exception as error:  # noqa: BLE001 - one buffer must not end the server; it is told in the buffer
        what = " ".join(f"{type(error).__name__}: {error}".split())
        located, failed = [], Trouble(f"was not judged, because of an internal error: {what}")
    admits = settings.selection.for_file(subject.path)
    return Judged([item for item in located if admits(item.finding.code)], failed or trouble)


def _scanned(kind: str, text: str, options: Options) -> tuple[list[Located], Trouble | None]:
    # A notebook may write what is looked for with escapes, which no writer of notebooks does to letters.
    if not any(stem in text for stem in stems(options)):
        return [], None
    if len(text) > LARGEST:
        return [], Trouble(f"is larger than {LARGEST >> 20} MiB, so it was not judged")
    try:
        if kind == "python":
            from flake8_no_xrt.kinds import python

            return [Located(finding, None) for finding in python.scan(text, options)], None
        if kind == "notebook":
            from flake8_no_xrt.kinds import notebook

            return notebook.scan(text, options), None
        return dispatch.scan(kind, text, options), None
    except Unreadable as error:
        return error.found, Trouble(error.message, error.line or 1, error.cell)
    except MissingExtra as error:
        return [], Trouble(str(error))
