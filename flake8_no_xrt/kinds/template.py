"""Templates inside other files: ``${{ env.X }}`` and ``<< parameters.x >>`` of workflows, ``{{ x }}`` of Jinja."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_no_xrt.kinds.hits import NAME, Reader

if TYPE_CHECKING:
    from collections.abc import Container

    from flake8_no_xrt.kinds.part import Part

_EXPRESSION = re.compile(r"\$?\{\{.*?\}\}|<<[ ]?[\w-]+\.[\w.-]+[ ]?>>")
_STATEMENT = re.compile(r"\{%.*?%\}|\{#\s.*?\s#\}")
# A line of Go templates that holds nothing else: {{- if .Values.x }}, {{ end }}, {{ include "x" . | nindent 4 }}.
_ALONE = re.compile(r"^[ \t]*\{\{[^{}\n]*\}\}[ \t]*(?=\r?$)", re.MULTILINE)
_WORKFLOW = re.compile(r"\$\{\{.*?\}\}")
_ENV = re.compile(rf"(?<![\w.])env\.(?P<name>{NAME})")
_DOLLAR = re.compile(rf"(?<![$\\])\$(?:\{{[!#]?)?(?P<name>{NAME})")


def has_template(text: str) -> bool:
    """Whether the text holds an expression or a statement of a template language."""
    return bool(_EXPRESSION.search(text) or _STATEMENT.search(text))


def masked(part: Part) -> Part:
    """The part with expressions as words of the same length, and statements as blanks."""
    return (
        part.masked(_STATEMENT, " ").masked(_ALONE, " ").masked(_EXPRESSION)
        if "{" in part.text or "<<" in part.text
        else part
    )


def read_expressions(part: Part, reader: Reader) -> None:
    """Report the variables that workflow expressions read, ``${{ env.NAME }}``."""
    for expression in _WORKFLOW.finditer(part.text):
        read_condition(part.group(expression), reader)


def read_condition(part: Part, reader: Reader) -> None:
    """Report the variables that a bare workflow condition reads, ``env.NAME == 'x'``."""
    for match in _ENV.finditer(part.text):
        reader.reading(part.group(match, "name"))


def read_dollars(part: Part, reader: Reader, owned: Container[str] = ()) -> None:
    """Report the variables that ``$NAME`` and ``${NAME:-default}`` read, but for the one whose value this is."""
    for match in _DOLLAR.finditer(part.text):
        if match["name"] not in owned:
            reader.reading(part.group(match, "name"))
