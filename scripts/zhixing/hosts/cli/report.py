"""Diagnostics as text for people, JSON for tools, annotations for GitHub, SARIF for editors and code scanning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from zhixing import __version__
from zhixing.checks.codes import CODES
from zhixing.model import Diagnostic


def as_text(findings: Sequence[Diagnostic]) -> str:
    """`path:line: CODE problem`, the hint on the next line."""
    return "".join(
        f"{f.span.path}:{f.span.line}: {f.code} {f.problem}\n" + (f"  hint: {f.hint}\n" if f.hint else "")
        for f in findings
    )


def as_json(findings: Sequence[Diagnostic]) -> str:
    """A list of objects with path, line, code, problem and hint."""
    rows = [
        {"path": f.span.path, "line": f.span.line, "code": f.code, "problem": f.problem, "hint": f.hint}
        for f in findings
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def as_github(findings: Sequence[Diagnostic]) -> str:
    """Workflow commands that GitHub shows at the line of a pull request."""
    return "".join(
        f"::error file={_escape(f.span.path, True)},line={f.span.line},title={f.code}::"
        f"{_escape(f.problem + (f' (hint: {f.hint})' if f.hint else ''), False)}\n"
        for f in findings
    )


def as_sarif(findings: Sequence[Diagnostic]) -> str:
    """A SARIF 2.1.0 log: what editors and code scanning read."""
    codes = sorted({f.code for f in findings})
    rules = [{"id": code, "shortDescription": {"text": CODES.get(code, code)}} for code in codes]
    results = [
        {
            "ruleId": f.code,
            "level": "error",
            "message": {"text": f.problem + (f"\nhint: {f.hint}" if f.hint else "")},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(f.span.path), "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": max(f.span.line, 1)},
                    }
                }
            ],
        }
        for f in findings
    ]
    tool = {"driver": {"name": "zhixing", "version": __version__, "rules": rules}}
    log = {"$schema": _SARIF, "version": "2.1.0", "runs": [{"tool": tool, "results": results}]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def _escape(text: str, is_property: bool) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


FORMATS = {"text": as_text, "json": as_json, "github": as_github, "sarif": as_sarif}
