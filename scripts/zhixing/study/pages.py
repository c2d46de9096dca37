"""What the pages of a host ask: cut out while they are rendered, or rendered for it where they were not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown

from zhixing.model import Card
from zhixing.page.context import Context, Host
from zhixing.study.deck import rebased
from zhixing.study.items import StudyItem
from zhixing.study.parts import cut
from zhixing.syntax import blocks
from zhixing.vault.resolve import Index


class StudyHost(Protocol):
    """A host that gives every card a page."""

    def place(self, card: Card) -> tuple[str, str] | None:
        """URL of the card's page and of its language's root, both from the root of the site; None without a page."""

    def ask(self, card: Card) -> Sequence[StudyItem]:
        """Render the card's page for what it asks."""


class StudyPages:
    """Remembers the items of each page until it is rendered again."""

    def __init__(self, host: StudyHost) -> None:
        self._host = host
        self._kept: dict[str, tuple[StudyItem, ...]] = {}

    def forget(self) -> None:
        """All pages will be rendered anew."""
        self._kept.clear()

    def keep(self, card: Card, items: Sequence[StudyItem]) -> None:
        """Take what was found on the page of a card."""
        page, root = self._host.place(card) or ("", "")
        self._kept[card.path] = tuple(rebased(item, page, root) for item in items)

    def known(self, card: Card) -> tuple[StudyItem, ...]:
        """What was taken."""
        return self._kept.get(card.path, ())

    def restore(self, card: Card, items: tuple[StudyItem, ...]) -> None:
        """Take what was known in another build."""
        self._kept[card.path] = items

    def url(self, card: Card) -> str | None:
        """Address of a card's page below the root of its language."""
        place = self._host.place(card)
        return place[0].removeprefix(place[1]) if place else None

    def items(self, card: Card) -> Sequence[StudyItem]:
        """What a card asks."""
        if card.path not in self._kept:
            self.keep(card, self._host.ask(card))
        return self._kept[card.path]


def page_items(card: Card, index: Index, host: Host) -> tuple[StudyItem, ...]:
    """Render a card as its page shows it, and take out what it asks."""
    context = Context(card, index, host, card.front.height)
    found = collected(context)
    host.nested(context).convert(_without_code(card.body))
    return tuple(found)


def collected(context: Context) -> list[StudyItem]:
    """A list that what the page asks is put into when it has been rendered."""
    found: list[StudyItem] = []

    def finished(md: Markdown, root: Element) -> None:
        found.extend(cut(md, root, context.card))

    context.finished = finished
    return found


def _without_code(text: str) -> str:
    """A rule in place of each block of code between the paragraphs: no one is asked it, and colouring it takes long."""
    lines = text.split("\n")
    for token in blocks.tokens(text)[0]:
        if token.type == "fence" and not token.level and token.map:
            first, last = token.map
            lines[first:last] = ["***", *[""] * (last - first - 1)]
    return "\n".join(lines)
