"""By which names a card is asked for: its own, those that the glossary gives it, and the words its author adds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from zhixing.model import Card
from zhixing.page.search_text import line
from zhixing.syntax.slug import name_key, plain

GLOSSARY = "glossary"  # name of the page whose tables say which card explains a term: the last cell is its link
KEYWORDS = "keywords"  # key of the front matter: words by which people ask, which are no names
_CELLS = re.compile(r"(?<!\\)\|")
_PARTS = re.compile(r"[()（）]|\s*[,，、:：]\s+|[，、：]")


def own_names(card: Card) -> list[str]:
    """Title, without what is in brackets and with it, file name and aliases."""
    title = line(card.title)
    parts = [part.strip() for part in _PARTS.split(title)]
    found = [card.name.replace("_", " "), *parts, *map(plain, card.front.aliases)]
    return [*dict.fromkeys(name for name in found if any(map(str.isalnum, name)))]


def other_names(card: Card) -> list[str]:
    """What the author adds, and the tags."""
    added = card.front.written.get(KEYWORDS) or []
    found = [added] if isinstance(added, str) else added if isinstance(added, list) else []
    return [*dict.fromkeys([*(str(word) for word in found), *(tag.replace("-", " ") for tag in card.tags)])]


def glossary(cards: Iterable[Card]) -> dict[str, list[str]]:
    """Path of a card → the terms that a glossary explains by it, in every language that the glossary has."""
    cards = list(cards)
    by_name = {(card.lang, name_key(name)): card.path for card in cards for name in (*card.front.aliases, card.name)}
    found: dict[str, list[str]] = defaultdict(list)
    for page in cards:
        if name_key(page.name) != GLOSSARY:
            continue
        targets: dict[int, str] = {}
        for link in page.links:
            if link.wiki:
                name = link.target.rpartition("/")[2].removesuffix(".md")
                targets[link.span.line] = by_name.get((page.lang, name_key(name)), "")
        lines = page.shown.split("\n")
        for number, path in targets.items():
            cells = [cell.strip() for cell in _CELLS.split(lines[number - 1].strip().strip("|"))]
            if path and len(cells) > 2:
                found[path] += [part for cell in cells[:2] for part in _terms(cell)]
    return found


def _terms(cell: str) -> list[str]:
    """A cell may hold a term, its abbreviation in brackets, or several terms."""
    return [part.strip() for part in _PARTS.split(line(cell)) if part.strip()]
