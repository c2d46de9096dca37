"""Which cards link to a card, and in which sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from zhixing.model import Card, Link
from zhixing.page.inline import default_text
from zhixing.page.words import words
from zhixing.syntax import inline
from zhixing.syntax.sentence import sentence_of
from zhixing.syntax.slug import plain
from zhixing.vault.links import Survey

_KEPT = ("link", "embed", "math", "display", "code", "comment")
_MARKDOWN = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_ATTRIBUTES = re.compile(r"\{:?\s*[.#][^{}]*\}")
_ON, _OFF = "\x01", "\x02"
_SENTENCES = 3  # shown for one linking card


def backlinks_html(card: Card, found: Survey, cards: dict[str, Card], address: Callable[[str, str], str]) -> str:
    """The section at the end of a page; "" if nothing links to it."""
    items = []
    for path, links in found.incoming.get(card.path, {}).items():
        source = cards[path]
        title = f'<a href="{escape(address(path, ""))}">{escape(plain(source.title))}</a>'
        sentences: dict[str, str] = {}
        for link in links:
            if sentence_of(link):
                sentences.setdefault(sentence_of(link), sentence_html(link))
        quotes = "".join(f'<span class="zx-sentence">{html}</span>' for html in list(sentences.values())[:_SENTENCES])
        items.append(f"<li><p>{title}</p>{quotes}</li>")
    if not items:
        return ""
    heading = words(card.lang).backlinks
    body = "\n".join(items)
    return f'\n<section class="zx-backlinks" data-search-exclude>\n<h2>{heading}</h2>\n<ul>\n{body}\n</ul>\n</section>'


def sentence_html(link: Link) -> str:
    """The sentence a link stands in: the link's own text marked, formulas and code kept, other marks removed."""
    sentence = sentence_of(link) if link.wiki else _MARKDOWN.sub(lambda m: _marked(m, link), sentence_of(link))
    out, start = [], 0
    for match in inline.pieces(sentence):
        if match.lastgroup in _KEPT:
            out += [_words(sentence[start : match.start()]), _kept(match, link)]
            start = match.end()
    out.append(_words(sentence[start:]))
    return "".join(out).replace(_ON, "<mark>").replace(_OFF, "</mark>").strip()


def _kept(match: re.Match[str], link: Link) -> str:
    kind = match.lastgroup
    if kind in ("link", "embed"):
        target, fragment, text = inline.split_target(inline.address(match))
        shown = _words(text or default_text(target, fragment))
        return f"{_ON}{shown}{_OFF}" if link.wiki and (target, fragment) == (link.target, link.fragment) else shown
    if kind == "code":
        return f"<code>{escape(match.group().strip('`').strip(), quote=False)}</code>"
    if kind in ("math", "display"):
        return f'<span class="arithmatex">\\({escape(inline.tex(match), quote=False)}\\)</span>'
    return ""


def _marked(match: re.Match[str], link: Link) -> str:
    parts = inline.split_destination(match.group(2))
    return f"{_ON}{match.group(1)}{_OFF}" if parts == (link.target, link.fragment) else match.group()


def _words(text: str) -> str:
    """Text without Markdown marks; the space at its ends stays."""
    return escape(plain(f"\x00{_ATTRIBUTES.sub('', text)}\x00").strip("\x00"), quote=False)
