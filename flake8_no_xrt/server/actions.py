"""Diagnostics and code actions, as the protocol has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from flake8_no_xrt.command.reports import TOOL
from flake8_no_xrt.facts.codes import level
from flake8_no_xrt.server import fixes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_no_xrt.command.settings import Settings
    from flake8_no_xrt.kinds import Located
    from flake8_no_xrt.server.judge import Judged
    from flake8_no_xrt.server.subjects import Place, Subject

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{TOOL}"
# Editors ask for this one once for a notebook, and for the other one cell by cell.
NOTEBOOK_FIX_ALL = f"notebook.{FIX_ALL}"
KINDS = [types.CodeActionKind.QuickFix.value, FIX_ALL, NOTEBOOK_FIX_ALL]
UNSAFE = "unsafe, read it"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


def diagnostics(subject: Subject, judged: Judged) -> dict[str, list[types.Diagnostic]]:
    """For each document of a subject what there is to say about it."""
    found: dict[str, list[types.Diagnostic]] = {uri: [] for uri in subject.documents}
    for located in judged.located:
        place = subject.place(located)
        found[place.uri].append(_diagnostic(located, place))
    if judged.trouble is not None and found:
        message, line, cell = judged.trouble
        place = subject.place_of_line(line, cell)
        # No warning: the text is being written, and something else will say that it is broken.
        severity = types.DiagnosticSeverity.Information
        found[place.uri].append(types.Diagnostic(place.range, message, severity, source=TOOL))
    return found


def _diagnostic(located: Located, place: Place) -> types.Diagnostic:
    finding = located.finding
    return types.Diagnostic(place.range, finding.message, _SEVERITIES[level(finding.code)], finding.code, source=TOOL)


def actions(
    subject: Subject,
    settings: Settings,
    judged: Judged,
    params: types.CodeActionParams,
    kept: fixes.Kept,
    *,
    versions: bool,
) -> list[types.CodeAction]:
    """The quick-fixes for what is found in a range, and the action that applies all safe fixes.

    ``kept`` finds the names that other files take from this one.
    """
    only = params.context.only
    found: list[types.CodeAction] = []
    uri = params.text_document.uri
    if _asked(types.CodeActionKind.QuickFix.value, only):
        places = [(item, subject.place(item)) for item in judged.located]
        here = [item for item, place in places if place.uri == uri and _meet(place.range, params.range)]
        for proposal in fixes.proposals(subject, settings, here, kept):
            code = proposal.located.finding.code
            place = subject.place(proposal.located)
            about = [one for one in params.context.diagnostics if one.code == code and one.range == place.range] or [
                _diagnostic(proposal.located, place)
            ]
            title = f"{code}: {proposal.title}" + ("" if proposal.safe else f" ({UNSAFE})")
            edit = _edit(subject, proposal.after, versions)
            kind = types.CodeActionKind.QuickFix
            found.append(types.CodeAction(title, kind, about, is_preferred=proposal.safe, edit=edit))
    # A cursor that moves asks for what is under it, which has to be quick.
    moved = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    for kind_name in (FIX_ALL, NOTEBOOK_FIX_ALL):
        # Unasked, one of the two is enough.
        if judged.located and (_asked(kind_name, only) if only else kind_name == FIX_ALL and not moved):
            after = fixes.all_safe(subject, settings, kept)
            if after is not None:
                title = f"Apply all safe fixes of {TOOL}"
                found.append(types.CodeAction(title, kind_name, edit=_edit(subject, after, versions)))
    return found


def _asked(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    names = [one.value if isinstance(one, types.CodeActionKind) else one for one in only or ()]
    return not names or any(kind == name or kind.startswith(f"{name}.") for name in names)


def _meet(one: types.Range, other: types.Range) -> bool:
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(place: types.Position) -> tuple[int, int]:
    return place.line, place.character


def _edit(subject: Subject, after: str, versions: bool) -> types.WorkspaceEdit:
    """The edit of all documents of a subject; with ``versions`` an editor refuses it for a text that has moved on."""
    changes = subject.edits(after)
    if not versions:
        return types.WorkspaceEdit(changes=changes)
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri, subject.documents[uri]), list(edits)
            )
            for uri, edits in changes.items()
        ]
    )
