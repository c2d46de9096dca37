"""The pages that no one writes: cards by tag, cards by category, and the source of each module."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape

from zhixing.model import Card
from zhixing.slug import anchor, plain

TAGS, CATEGORIES = "tags", "categories"
_STYLE = (
    ":root{color-scheme:light dark}body{margin:0;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}"
    "header{padding:1em 1.5em;font-family:system-ui,sans-serif}pre{margin:0;padding:0 1.5em 2em;overflow-x:auto}"
    "pre a{display:inline-block;width:3.5em;color:GrayText;text-decoration:none;user-select:none}"
    "pre span{display:block;min-height:1.5em}pre span:target{background:light-dark(#fff3bf,#4a3f10)}"
    "i{font-style:normal;color:light-dark(#6b7280,#8b95a5)}"
)
_COMMENT = re.compile(r"\s*#")


def by_tag(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by tag, sorted; spelling as first seen, case does not count."""
    return _grouped((tag, card) for card in cards for tag in card.tags)


def by_category(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by the category that their front matter names."""
    named = ((card.meta.get("category"), card) for card in cards)
    return _grouped((name.strip(), card) for name, card in named if isinstance(name, str) and name.strip())


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


def index_html(groups: dict[str, list[Card]], address: Callable[[str, str], str]) -> str:
    """The list of all groups; made as HTML, since a large vault has thousands of entries."""
    parts = ['<p class="zx-index-names">']
    parts += [
        f'<a href="#{group_anchor(name)}">{escape(name)}</a> <small>{len(cards)}</small>\n' for name, cards in groups.items()
    ]
    parts.append("</p>\n")
    for name, cards in groups.items():
        entries = "\n".join(
            f'<li><a href="{escape(address(card.path, ""))}">{escape(plain(card.title))}</a></li>' for card in cards
        )
        parts.append(f'<h2 id="{group_anchor(name)}">{escape(name)}</h2>\n<ul>\n{entries}\n</ul>\n')
    return "".join(parts)


def module_page(name: str, source: str, card_title: str, card_address: str) -> str:
    """A page of its own for a module: numbered lines that can be linked to, comments quieter than code."""
    lines = []
    for number, line in enumerate(source.split("\n")[:-1], 1):
        text = escape(line, quote=False)
        shown = f"<i>{text}</i>" if _COMMENT.match(line) else text
        lines.append(f'<span id="L{number}"><a href="#L{number}">{number}</a>{shown}</span>')
    title = escape(name)
    link = f'<a href="{escape(card_address)}">{escape(card_title)}</a>'
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{_STYLE}</style></head><body>'
        f"<header><b>{title}</b> ← {link}</header><pre>{''.join(lines)}</pre></body></html>\n"
    )
