"""What a page is made from, and its title and description: for the browser's tab, the navigation, search engines."""

from __future__ import annotations

import json
import posixpath
import re
from html import escape

from zhixing.model import Card
from zhixing.page.search_text import line
from zhixing.syntax.bilingual import is_latin, own_words, without_picture
from zhixing.syntax.callouts import SUMMARIES
from zhixing.syntax.parse import parse_card
from zhixing.syntax.slug import plain
from zhixing.vault.anchors import anchors_of, with_anchors

_LIMIT = 160
_MARKS = re.compile(r"^\s*(?:[-*+>]|\d+[.)])\s+|\[![^\]\n]+\][+-]?|\^[\w-]+\s*$|%%.*?%%|<[^<>]*>")
_TITLE = re.compile(r"\s*>[>\s]*\[!")
_NOT_PROSE = ("#", "|", "```", "~~~", "$$", "<", "!", "---", "***", "===", "[!")


def page_title(card: Card) -> str:
    """The title that the front matter gives the page, else the card's own, without Markdown marks.

    Where a vault has several languages, in the page's own: the other stands in the head of the page.
    """
    title = card.front.title or plain(card.title)
    return own_words(title) if card.lang else title


def name_in_text(card: Card) -> str:
    """The title as it stands in a sentence."""
    return without_picture(page_title(card))


def link_steps(target: str, fragment: str, found: Card | None, lang: str) -> list[str]:
    """What a link without a text of its own says: the card, then the headings; `found` is the card that it leads to.

    On a page in another script a card has its title there, not a file's English name. One word (`Softmax`, `RoPE`) is a
    name in every language.
    """
    name = posixpath.basename(target.rstrip("/")).removesuffix(".md").replace("_", " ")
    if found is not None and lang and found.lang == lang and " " in name and is_latin(name):
        title = name_in_text(found)
        name = name if is_latin(title) else title
    steps = [plain(step) for step in fragment.split("#") if step.strip()]
    if found is not None and name and steps and steps[-1].startswith("^"):
        steps.pop()  # a block's id says nothing to readers
    return [name] * bool(name) + ([own_words(step) for step in steps] if lang else steps)


def description(card: Card, text: str) -> str:
    """What the front matter says, else the first words of the summary, else of `text`, the card below it."""
    if card.front.description:
        return card.front.description
    body = next((callout.body for callout in card.callouts if callout.kind in SUMMARIES), "")
    rows = [row for row in (body or text).split("\n") if row.strip() and not row.strip().startswith(_NOT_PROSE)]
    # A callout's title ("The task") says less than what stands in it.
    for row in sorted(rows, key=lambda row: _TITLE.match(row) is not None):
        words = plain(line(_MARKS.sub("", row)))
        if words:
            return shortened(words)
    return ""


def shortened(words: str) -> str:
    """No more than a search engine shows; a word in Latin letters is not cut."""
    if len(words) <= _LIMIT:
        return words
    kept = words[: _LIMIT - 1]
    whole = kept if words[_LIMIT - 1] == " " else kept.rpartition(" ")[0]
    return (whole if len(whole) > _LIMIT * 3 // 4 else kept).rstrip(" ,;:，、；：") + "…"


def shown_text(card: Card, markdown: str) -> tuple[Card, int, str]:
    """What to render of a card: the text without comments, how many lines of the file stand above it, the card it is.

    `markdown` is what the host read: the card below its front matter, or what another plugin made of that.
    """
    lines, text = card.text.rstrip().split("\n"), markdown.rstrip()
    if text.startswith("---") and text == card.text.rstrip():  # front matter that the host could not read
        text = "\n".join(lines[card.front.height :])
    offset = len(lines) - text.count("\n") - 1
    if offset < 0 or "\n".join(lines[offset:]) != text:
        changed = parse_card(card.path, card.lang, card.key, text)  # by another plugin
        anchors = anchors_of(card)
        card, offset = with_anchors(changed, anchors) if len(anchors) == len(changed.headings) else changed, 0
    return card, offset, "\n".join(card.shown.rstrip().split("\n")[offset:])


def titled(card: Card, html: str) -> str:
    """The page with its title above it, where a title further down keeps the theme from adding one."""
    if "<h1" in html and not (card.headings and card.headings[0].level == 1):
        return f"<h1>{escape(page_title(card))}</h1>\n{html}"
    return html


def former_anchors(card: Card) -> str:
    """The ids that its headings had when they held all words, each with the present one, as JSON; "" if none changed."""
    former = {heading.slug: heading.anchor for heading in card.headings if heading.slug != heading.anchor}
    return json.dumps(former, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c") if former else ""
