"""The pages that no one writes: cards by tag and cards by category."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from zhixing.model import Card, Vault
from zhixing.page.text import page_title
from zhixing.page.words import words
from zhixing.syntax.slug import anchor, plain

TAGS, CATEGORIES = "tags", "categories"
_SIGN = re.compile(r"[^\w\s\x00-\x7f]")  # a picture, for one: an anchor made of words would lose it


@dataclass(frozen=True)
class IndexPage:
    """A list of the cards of one language."""

    lang: str
    kind: str
    groups: dict[str, list[Card]]

    @property
    def uri(self) -> str:
        """Where its source would lie, below the docs folder."""
        return f"{self.lang}/{self.kind}.md" if self.lang else f"{self.kind}.md"

    @property
    def source(self) -> str:
        """Its Markdown: the title; the list is added as HTML."""
        title = words(self.lang).tags if self.kind == TAGS else words(self.lang).categories
        return f"---\ntitle: {title}\nhide: [toc]\n---\n# {title}\n"


def index_pages(vault: Vault) -> Iterator[IndexPage]:
    """Those that a vault has something for."""
    for lang in vault.config.languages or ("",):
        cards = [card for card in vault.cards.values() if card.lang == lang]
        for kind, groups in ((TAGS, by_tag(cards)), (CATEGORIES, by_category(cards))):
            if groups:
                yield IndexPage(lang, kind, groups)


def by_tag(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by tag, sorted; spelling as first seen, case does not count."""
    return _grouped((tag, card) for card in cards for tag in card.tags)


def by_category(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by the category that their front matter names."""
    return _grouped((card.front.category, card) for card in cards if card.front.category)


def _grouped(pairs: Iterable[tuple[str, Card]]) -> dict[str, list[Card]]:
    names: dict[str, str] = {}
    groups: dict[str, dict[str, Card]] = {}
    for name, card in pairs:
        shown = names.setdefault(name.casefold(), name)
        groups.setdefault(shown, {})[card.path] = card
    return {name: sorted(groups[name].values(), key=lambda card: plain(card.title)) for name in sorted(groups)}


def group_anchor(name: str) -> str:
    """Where a tag or category stands on its index page."""
    return anchor(_SIGN.sub(lambda match: f"u{ord(match[0]):x}", name.replace("/", "-").casefold()))


def index_html(
    groups: dict[str, list[Card]],
    address: Callable[[str, str], str],
    lang: str = "",
    sheet: Callable[[Card], str] | None = None,
) -> str:
    """The list of all groups; made as HTML, since a large vault has thousands of entries.

    `sheet` is the address of the sheet of questions of a card's group.
    """
    named = words(lang).named
    parts = ['<p class="zx-index-names">']
    parts += [
        f'<a href="#{group_anchor(name)}">{escape(named.get(name, name))}</a>&nbsp;<small>{len(cards)}</small>\n'
        for name, cards in groups.items()
    ]
    parts.append("</p>\n")
    for name, cards in groups.items():
        entries = "\n".join(
            f'<li><a href="{escape(address(card.path, ""))}">{escape(page_title(card))}</a></li>' for card in cards
        )
        asking = next((card for card in cards if _asks(card)), None) if sheet else None
        if sheet and asking:
            entries += f'\n<li class="zx-sheet-link"><a href="{escape(sheet(asking))}">{words(lang).sheet}</a></li>'
        parts.append(f'<h2 id="{group_anchor(name)}">{escape(named.get(name, name))}</h2>\n<ul>\n{entries}\n</ul>\n')
    return "".join(parts)


def _asks(card: Card) -> bool:
    """Whether something on the card has a name under which it is asked."""
    return any(one.id for one in card.questions) or any(one.id for one in card.quizzes)
