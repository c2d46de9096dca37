"""Names for drawings that have none: the words that stand in them."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

_OPEN = re.compile(r"<svg\b(?=[^>]*\srole=\"img\")[^>]*")
_WORD = re.compile(r"[^\W\d_]")
_LIMIT = 300  # characters: a name is listened to


class _Drawing(HTMLParser):
    """Collects the texts of one drawing, and whether it says itself what it is called."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.named = False
        self._depth = 0
        self._within = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "svg" and self._depth == 0:
            self.named = any(name in ("aria-label", "aria-labelledby") for name, _ in attrs)
        if tag == "text":
            self._within = True
            self.texts.append("")
        self.named = self.named or (tag == "title" and self._depth == 1)
        self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1
        self._within = self._within and tag != "text"

    def handle_data(self, data: str) -> None:
        if self._within:
            self.texts[-1] += data


def with_names(html: str, figure: str, colon: str, comma: str) -> str:
    """HTML in which each drawing that is a picture without a name is called `figure`, and by the words in it."""
    pieces, end = [], 0
    for match in _OPEN.finditer(html):
        drawing = _Drawing()
        drawing.feed(html[match.start() : html.find("</svg>", match.end()) + len("</svg>")])
        if drawing.named:
            continue
        name = _name(drawing.texts, figure, colon, comma)
        pieces += [html[end : match.end()], f' aria-label="{escape(name)}"']
        end = match.end()
    return "".join([*pieces, html[end:]])


def _name(texts: list[str], figure: str, colon: str, comma: str) -> str:
    """The words of a drawing, each once; numbers along an axis are none."""
    words = dict.fromkeys(" ".join(text.split()) for text in texts if _WORD.search(text))
    listed = ""
    for word in words:
        longer = listed + comma + word if listed else word
        if len(longer) > _LIMIT:
            break
        listed = longer
    return figure + colon + listed if listed else figure
