"""A JUnit report: a suite for each file, a failed case for each finding."""

from __future__ import annotations

from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from flake8_no_xrt.command.reports import TOOL, Report, place, printable


def render(report: Report) -> str:
    """The XML text. Without findings and problems there is one case, which passed."""
    root = Element("testsuites", name=TOOL)
    for path, hits in groupby(report.hits, key=lambda hit: hit.path):
        suite = SubElement(root, "testsuite", name=printable(path))
        for hit in hits:
            finding = hit.finding
            case = SubElement(suite, "testcase", classname=printable(path), line=str(finding.line))
            case.set("name", place(finding.code, finding.line, finding.column, hit.cell))
            message = printable(f"{finding.code} {finding.message}")
            failure = SubElement(case, "failure", message=message)
            failure.text = f"{place(hit.path, finding.line, finding.column, hit.cell)}: {message}"
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(len(suite)))
    for problem in report.problems:
        suite = SubElement(root, "testsuite", name=printable(problem.path), tests="1", errors="1")
        case = SubElement(suite, "testcase", name="readable", classname=printable(problem.path))
        SubElement(case, "error", message=printable(problem.message))
    if not len(root):
        suite = SubElement(root, "testsuite", name=TOOL, tests="1", failures="0", errors="0")
        SubElement(suite, "testcase", name="no findings", classname=TOOL)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"
