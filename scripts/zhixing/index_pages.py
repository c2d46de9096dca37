"""The pages that no one writes: cards by tag, cards by category, and the source of each module."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from pygments.formatters.html import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]

from zhixing.model import Card
from zhixing.slug import anchor, plain
from zhixing.words import words

TAGS, CATEGORIES = "tags", "categories"
_STYLE = (
    ":root{color-scheme:light dark}body{margin:0;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}"
    "header{padding:1em 1.5em;font-family:system-ui,sans-serif}pre{margin:0;padding:0 1.5em 2em;overflow-x:auto}"
    "pre>span{display:block;min-height:1.5em}pre>span:target{background:light-dark(#fff3bf,#4a3f10)}"
    "pre a{display:inline-block;width:3.5em;color:light-dark(#57606a,#8b949e);text-decoration:none;user-select:none}"
    "[class^=c]{color:light-dark(#57606a,#8b949e)}[class^=k],.ow{color:light-dark(#a626a4,#d2a8ff)}"
    "[class^=s]{color:light-dark(#0a6b2d,#a5d6a7)}[class^=m]{color:light-dark(#0550ae,#79c0ff)}"
    ".nf,.nc,.nd,.fm{color:light-dark(#953800,#ffa657)}"
)
_LEXER = PythonLexer(stripnl=False, ensurenl=True)
_FORMATTER = HtmlFormatter(nowrap=True)


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


def index_html(groups: dict[str, list[Card]], address: Callable[[str, str], str]) -> str:
    """The list of all groups; made as HTML, since a large vault has thousands of entries."""
    parts = ['<p class="zx-index-names">']
    parts += [
        f'<a href="#{group_anchor(name)}">{escape(name)}</a> <small>{len(cards)}</small>\n'
        for name, cards in groups.items()
    ]
    parts.append("</p>\n")
    for name, cards in groups.items():
        entries = "\n".join(
            f'<li><a href="{escape(address(card.path, ""))}">{escape(plain(card.title))}</a></li>' for card in cards
        )
        parts.append(f'<h2 id="{group_anchor(name)}">{escape(name)}</h2>\n<ul>\n{entries}\n</ul>\n')
    return "".join(parts)


def module_page(name: str, source: str, card_title: str, card_address: str) -> str:
    """A page of its own for a module, with lines that can be linked to."""
    lines = _FORMATTER._format_lines(_LEXER.get_tokens(source))
    shown = "".join(
        f'<span id="L{number}"><a href="#L{number}">{number}</a>{html.rstrip(chr(10))}</span>'
        for number, (_, html) in enumerate(lines, 1)
    )
    title = escape(name)
    link = f'<a href="{escape(card_address)}">{escape(card_title)}</a>'
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<style>{_STYLE}</style></head><body>'
        f"<header><b>{title}</b> ← {link}</header><pre>{shown}</pre></body></html>\n"
    )
