"""What a check finds on a card, on its page, while an author works on it under a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from zhixing.model import Diagnostic
from zhixing.page.words import words


def by_path(findings: Iterable[Diagnostic]) -> dict[str, tuple[Diagnostic, ...]]:
    """Findings by the file that they stand in, sorted."""
    found: dict[str, tuple[Diagnostic, ...]] = {}
    for finding in sorted(findings):
        found[finding.span.path] = (*found.get(finding.span.path, ()), finding)
    return found


def panel(findings: Sequence[Diagnostic], lang: str) -> str:
    """A box above the page that names them, each with its line and hint; nothing where nothing is wrong."""
    if not findings:
        return ""
    rows = "".join(
        f"<li><code>{escape(f'{f.span.line}: {f.code}')}</code> {escape(f.problem)}"
        + (f"<br><small>{escape(f.hint)}</small>" if f.hint else "")
        + "</li>"
        for f in findings
    )
    title = escape(words(lang).findings.format(len(findings)))
    return (
        '<details class="failure zx-findings" open data-search-exclude>'
        f"<summary>{title}</summary><ol>{rows}</ol></details>\n"
    )
