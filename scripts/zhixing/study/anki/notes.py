"""A deck → Anki's notes: formulas for Anki's own MathJax, pictures as media, links to the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape, unescape
from urllib.parse import unquote, urljoin

from zhixing.study.items import Deck, DeckCard, StudyItem, option_order
from zhixing.syntax.slug import plain
from zhixing.vault.asked import FREQUENCIES

_FORMULA = re.compile(r'<(span|div) class="arithmatex">\s*(\\[(\[].*?\\[)\]])\s*</\1>', re.S)
_LINK = re.compile(r"<a\b([^<>]*)>(.*?)</a>", re.S)
_HREF = re.compile(r'\shref="([^"]*)"')
_SOURCE = re.compile(r'(<(?:img|audio|video|source)\b[^<>]*?\ssrc=")([^"]*)(")')
_ABSOLUTE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_ID = re.compile(r'(<[a-z][a-z0-9]*\b[^<>]*?)\sid="[^"]*"')
_NO_TAG = re.compile(r"[^\w:/-]+")


@dataclass(frozen=True)
class AnkiNote:
    """One note; `key` is the identity that its guid is made from."""

    key: str
    category: str
    front: str
    back: str
    source: str
    tags: tuple[str, ...]


class AnkiNotes:
    """Makes notes of items; remembers which media they show."""

    def __init__(self, deck: Deck, site: str, root: str, media: Callable[[str], str]) -> None:
        """`site` is the address of the site or "", `root` the URL of the deck's language from there.

        `media` gives the file name of what a URL from the root of the site shows; "" if it is no file of the vault.
        """
        self._deck = deck
        self._site = site if not site or site.endswith("/") else f"{site}/"
        self._root = root
        self._media = media
        self._cards = {card.key: card for card in deck.cards}

    def notes(self, kinds: tuple[str, ...]) -> Iterator[AnkiNote]:
        """The items of these kinds, in the order of the deck."""
        for item in self._deck.items:
            if item.kind in kinds:
                card = self._cards[item.card]
                front, back = _quiz(item) if item.kind == "quiz" else (item.prompt, item.answer)
                asked = (*(f"role::{role}" for role in item.roles), *((f"level::{item.level}",) if item.level else ()))
                often = f"asked::{FREQUENCIES[item.often]}" if item.kind == "question" and item.roles else ""
                deep = f"depth::{item.layer}" if item.layer else ""
                named = (card.category, item.kind, item.card, *asked, often, deep)
                tags = tuple(_NO_TAG.sub("_", tag) for tag in named if tag)
                topic = f'<div class="zx-topic">{escape(plain(card.title), quote=False)}</div>'
                front = topic + self._html(front) if item.kind != "cloze" else self._html(front)
                yield AnkiNote(item.id, card.category, front, self._html(back), self._source(item, card), tags)

    def _source(self, item: StudyItem, card: DeckCard) -> str:
        title = escape(plain(card.title), quote=False)
        anchor = f"#{item.anchor}" if item.anchor else ""
        address = self._address(f"{card.url}{anchor}")
        return f'<a href="{escape(address)}">{title}</a>' if address else title

    def _address(self, url: str) -> str:
        return urljoin(self._site + self._root, url) if self._site else ""

    def _html(self, html: str) -> str:
        html = _FORMULA.sub(lambda match: " ".join(match.group(2).split()), html)
        html = _SOURCE.sub(self._picture, html)
        return _ID.sub(r"\1", _LINK.sub(self._link, html))

    def _link(self, match: re.Match[str]) -> str:
        href = _HREF.search(match.group(1))
        if href is None or _ABSOLUTE.match(href.group(1)):
            return match.group()
        address = self._address(unescape(href.group(1)))
        return f'<a href="{escape(address)}">{match.group(2)}</a>' if address else match.group(2)

    def _picture(self, match: re.Match[str]) -> str:
        url = match.group(2)
        if _ABSOLUTE.match(url):
            return match.group()
        path = urljoin(f"/{self._root}", unescape(url)).lstrip("/")
        name = self._media(unquote(path)) or self._address(unescape(url)) or url
        return f"{match.group(1)}{escape(name)}{match.group(3)}"


def _quiz(item: StudyItem) -> tuple[str, str]:
    """The options on the front; on the back the same, marked and explained."""
    options = [item.options[place] for place in option_order(item)]
    front = "".join(f"<li>{option.text}</li>" for option in options)
    back = "".join(
        f'<li class="{"zx-right" if option.right else "zx-wrong"}">{option.text}<div class="zx-why">{option.why}</div></li>'
        for option in options
    )
    return f'{item.prompt}<ol type="A">{front}</ol>', f'<ol type="A">{back}</ol>{item.answer}'
