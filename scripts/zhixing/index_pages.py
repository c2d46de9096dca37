"""The pages that no one writes: cards by tag and cards by category."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from zhixing.model import Card
from zhixing.slug import anchor, plain
from zhixing.words import words

TAGS, CATEGORIES = "tags", "categories"


def by_tag(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by tag, sorted; spelling as first seen, case does not count."""
    return _grouped((tag, card) for card in cards for tag in card.tags)


def by_category(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by the category that their front matter names."""
    named = ((card.meta.get("category"), card) for card in cards)
    return _grouped((name.strip(), card) for name, card in named if isinstance(name, str) and name.strip())


def all_groups(cards: Iterable[Card]) -> dict[str, dict[str, list[Card]]]:
    """The content of both index pages, by kind."""
    known = list(cards)
    return {TAGS: by_tag(known), CATEGORIES: by_category(known)}


def index_source(kind: str, lang: str) -> str:
    """The Markdown of an index page: its title; the list is added as HTML."""
    title = words(lang).tags if kind == TAGS else words(lang).categories
    return f"---\ntitle: {title}\nhide: [toc]\n---\n# {title}\n"


def _grouped(pairs: Iterable[tuple[str, Card]]) -> dict[str, list[Card]]:
    names: dict[str, str] = {}
    groups: dict[str, dict[str, Card]] = {}
    for name, card in pairs:
        shown = names.setdefault(name.casefold(), name)
        groups.setdefault(shown, {})[card.path] = card
    return {name: sorted(groups[name].values(), key=lambda card: plain(card.title)) for name in sorted(groups)}


def group_anchor(name: str) -> str:
    """Where a tag or category stands on its index page."""
    return anchor(name.replace("/", "-").casefold())


def index_html(groups: dict[str, list[Card]], address: Callable[[str, str], str], lang: str = "") -> str:
    """The list of all groups; made as HTML, since a large vault has thousands of entries."""
    named = words(lang).named
    parts = ['<p class="zx-index-names">']
    parts += [
        f'<a href="#{group_anchor(name)}">{escape(named.get(name, name))}</a> <small>{len(cards)}</small>\n'
        for name, cards in groups.items()
    ]
    parts.append("</p>\n")
    for name, cards in groups.items():
        entries = "\n".join(
            f'<li><a href="{escape(address(card.path, ""))}">{escape(plain(card.title))}</a></li>' for card in cards
        )
        parts.append(f'<h2 id="{group_anchor(name)}">{escape(named.get(name, name))}</h2>\n<ul>\n{entries}\n</ul>\n')
    return "".join(parts)
