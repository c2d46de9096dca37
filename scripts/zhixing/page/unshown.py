"""The page of a note that cannot be shown: a box that says why, in place of its words."""

from __future__ import annotations

from html import escape

from zhixing.model import Card, Diagnostic
from zhixing.page.words import words

_FATAL = ("F001", "F005", "F006", "F007", "F030")


def fatal(card: Card) -> Diagnostic | None:
    """What keeps the note from being shown; None if it can be."""
    if card.shown.strip():
        return None
    return next((finding for finding in card.diagnostics if finding.code in _FATAL), None)


def box(finding: Diagnostic, lang: str) -> str:
    """The box: the file, the line, what is wrong and what to do."""
    place = escape(f"{finding.span.path}:{finding.span.line}: {finding.code} {finding.problem}")
    hint = f"<p>{escape(finding.hint)}</p>" if finding.hint else ""
    title = escape(words(lang).unshown)
    return (
        '<div class="admonition failure zx-unshown" data-search-exclude>'
        f'<p class="admonition-title">{title}</p><p><code>{place}</code></p>{hint}</div>\n'
    )
