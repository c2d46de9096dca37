"""Diagnostics as text for people, JSON for tools, annotations for GitHub."""

from __future__ import annotations

import json
from collections.abc import Sequence

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


def _escape(text: str, is_property: bool) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


FORMATS = {"text": as_text, "json": as_json, "github": as_github}
