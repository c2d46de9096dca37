"""Title and description of a page, for the browser's tab, the navigation and search engines."""

from __future__ import annotations

import re

from zhixing.model import Card
from zhixing.slug import plain
from zhixing.study_ids import SUMMARIES

_LIMIT = 160
_MARKS = re.compile(r"^\s*(?:[-*+>]|\d+[.)])\s+|\[!\w+\][+-]?|\^[\w-]+\s*$|%%.*?%%|<[^<>]*>")
_NOT_PROSE = ("#", "|", "```", "~~~", "$$", "<", "!", "---", "***", "===", "[!")


def page_title(card: Card) -> str:
    """The title that the front matter gives the page, else the card's own, without Markdown marks."""
    title = card.meta.get("title")
    return title.strip() if isinstance(title, str) and title.strip() else plain(card.title)


def description(card: Card, text: str) -> str:
    """What the front matter says, else the first words of the summary, else of `text`, the card below it."""
    given = card.meta.get("description")
    if isinstance(given, str) and given.strip():
        return given.strip()
    body = next((callout.body for callout in card.callouts if callout.kind in SUMMARIES), "")
    for line in (body or text).split("\n"):
        if line.strip() and not line.strip().startswith(_NOT_PROSE):
            words = plain(plain(_MARKS.sub("", line)))
            if words:
                return words if len(words) <= _LIMIT else words[: _LIMIT - 1].rstrip() + "…"
    return ""
