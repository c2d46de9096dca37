"""Vault → the deck of one language: the cards in the order of the learning path, and what each of them asks."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol
from urllib.parse import urljoin

from zhixing.model import DEPTHS, Card, Config, Vault
from zhixing.page.depths import known_minutes
from zhixing.page.order import learning_path
from zhixing.page.text import page_title
from zhixing.page.words import words
from zhixing.study.items import Category, Deck, DeckCard, DeckCase, DeckModule, StudyItem
from zhixing.study.tagged import Tagged
from zhixing.syntax.callouts import CASE, RUBRIC
from zhixing.syntax.minutes import whole
from zhixing.vault.config import is_card
from zhixing.vault.resolve import Index, Target

_TAG = re.compile(r"<(?:a|img|audio|video|source|object|image)\b[^<>]*>")
_ADDRESS = re.compile(r'(\s(?:href|src|data|poster)=")(?![a-zA-Z][a-zA-Z0-9+.-]*:|//)([^"]*)"')
MUST = "must-know"  # the tag of a card without which no interview is passed
_LOCAL_ID = re.compile(r"[^\w-]+")


class Pages(Protocol):
    """The host that shows the cards."""

    def url(self, card: Card) -> str | None:
        """Address of the card's page, relative to its language's root; None if it has none."""

    def items(self, card: Card) -> Sequence[StudyItem]:
        """What the card asks, with URLs relative to its language's root."""


def deck_uri(lang: str) -> str:
    """Where a site keeps the deck of a language, below its root."""
    return f"assets/study/deck.{lang or 'all'}.json"


def texts_uri(lang: str) -> str:
    """Where its answers are: the page makes this name of that one."""
    return deck_uri(lang).replace(".json", ".texts.json")


def study_deck(vault: Vault, lang: str, index: Index, pages: Pages) -> Deck:
    """The deck of a language; an id that a second card uses, which the check reports, is asked once."""
    known = [card for card in vault.cards.values() if card.lang == lang and _is_shown(card, vault.config)]
    prerequisites = {card.key: tuple(_prerequisites(card, index)) for card in known}
    order = {folder: place for place, folder in enumerate(vault.config.order)}
    along = {path: place for place, path in enumerate(learning_path(vault, index, lang))}
    known.sort(
        key=lambda card: (along.get(card.path, len(along)), order.get(card.key.split("/")[0], len(order)), card.key)
    )
    tagged = Tagged(vault, known)
    must = {card.key for card in vault.cards.values() if MUST in card.front.tags}  # a translation has its own word
    source = {card.key: card for card in vault.cards.values() if card.lang == (*vault.config.languages, lang)[0]}
    categories: dict[str, Category] = {}
    cards: list[DeckCard] = []
    items: dict[str, StudyItem] = {}
    for card in _path(known, prerequisites):
        url = pages.url(card)
        if url is None:
            continue
        category = category_of(card)
        categories.setdefault(category.id, category)
        row = _row(card, url, category.id, prerequisites[card.key])
        first = _first_minutes(source.get(card.key, card))  # the same in every language
        cards.append(replace(row, must=card.key in must, roles=tagged.roles(card), first=first))
        for item in (item for item in pages.items(card) if item.kind != CASE):
            items.setdefault(item.id, tagged.item(item, card))
    ranked = sorted(categories.values(), key=lambda category: order.get(category.id, len(order)))
    others = sorted((card for card in vault.cards.values() if card.lang == lang), key=lambda card: card.key)
    modules = tuple(_modules(others, {card.key for card in cards}, index, pages))
    cases = tuple(_cases(others, {card.key for card in cards}, tagged, index, pages))
    return Deck(lang, tuple(ranked), tuple(cards), tuple(items.values()), modules, cases=cases)


def _is_shown(card: Card, config: Config) -> bool:
    """Every card of a vault of cards; of a plain vault only the notes that ask something."""
    if config.profile == "cards":
        return is_card(card, config)
    return any(question.id for question in card.questions) or any(quiz.id for quiz in card.quizzes)


def _path(cards: Sequence[Card], prerequisites: dict[str, tuple[str, ...]]) -> Iterator[Card]:
    """Cards in the given order, except that each comes after what it builds on."""
    by_key = {card.key: card for card in cards}
    seen: set[str] = set()
    for card in cards:
        waiting = [(card.key, iter(prerequisites[card.key]))] if card.key not in seen else []
        seen.add(card.key)
        while waiting:
            key, rest = waiting[-1]
            first = next((name for name in rest if name in by_key and name not in seen), None)
            if first is None:
                yield by_key[key]
                waiting.pop()
            else:
                seen.add(first)  # before its own prerequisites: two cards may name each other
                waiting.append((first, iter(prerequisites[first])))


def _prerequisites(card: Card, index: Index) -> Iterator[str]:
    for link in card.front.prerequisites:
        found = index.follow(link, card)
        if isinstance(found, Target) and found.card is not None and found.card.key != card.key:
            yield found.card.key


def _modules(notes: Sequence[Card], known: set[str], index: Index, pages: Pages) -> Iterator[DeckModule]:
    """Pages beside the cards that have a checklist and link to whole cards."""
    left = set(known)
    for page in notes:
        count = 0 if page.key in known else len(list(tasks(page)))
        url = pages.url(page) if count else None
        if url is None:
            continue
        linked = (index.resolve(link, page) for link in page.links if link.target and not link.fragment)
        keys = (found.card.key for found in linked if isinstance(found, Target) and found.card is not None)
        cards = tuple(key for key in dict.fromkeys(keys) if key in left)
        left.difference_update(cards)
        if cards:
            yield DeckModule(page.key, page_title(page), url, count, cards)


def _cases(notes: Sequence[Card], known: set[str], tagged: Tagged, index: Index, pages: Pages) -> Iterator[DeckCase]:
    """Pages of system design: each has a task and a rubric."""
    for page in notes:
        url = pages.url(page) if any(callout.kind == RUBRIC for callout in page.callouts) else None
        for item in pages.items(page) if url is not None else ():
            if item.kind == CASE and item.points:
                asked = tagged.case(item)
                about = (item.id, page_title(page), url or "", page.front.minutes, item.prompt, item.points)
                cards = tuple(key for key in _linked(page, index) if key in known)
                yield DeckCase(*about, asked.roles, asked.level, asked.often, cards)


def _linked(page: Card, index: Index) -> list[str]:
    """Keys of what a page links to, each once, in the order of the page."""
    found = (index.resolve(link, page) for link in page.links if link.target)
    return list(dict.fromkeys(one.card.key for one in found if isinstance(one, Target) and one.card is not None))


def category_of(card: Card) -> Category:
    """What the front matter says, else the folder."""
    name = card.front.category or posixpath.dirname(card.key).split("/")[0]
    shown = words(card.lang).named.get(name, name)
    return Category(_LOCAL_ID.sub("-", name.casefold()).strip("-") or "notes", shown or "Notes")


def _row(card: Card, url: str, category: str, prerequisites: tuple[str, ...]) -> DeckCard:
    front, count = card.front, len(list(tasks(card)))
    return DeckCard(card.key, page_title(card), url, category, front.difficulty, front.minutes, prerequisites, count)


def _first_minutes(card: Card) -> int:
    """Minutes as deep as a page is open before anyone chooses; 0 for a card that says nothing of depths."""
    if not card.depth_marks:
        return 0
    minutes = known_minutes(card)
    return min(card.front.minutes, whole(minutes[DEPTHS[0]] + minutes[DEPTHS[1]]))


def tasks(card: Card) -> Iterable[str]:
    """The tasks of a page: every `- [ ]` but the options of quizzes."""
    options = {option.span.line for quiz in card.quizzes for option in quiz.options}
    return (text for _, text, line in card.tasks if line not in options)


def rebased(item: StudyItem, page: str, root: str) -> StudyItem:
    """An item cut out of a page: URLs relative to it become relative to `root`; both start at the site's root."""

    def convert(html: str) -> str:
        return _TAG.sub(lambda tag: _ADDRESS.sub(address, tag.group()), html) if "<" in html else html

    def address(match: re.Match[str]) -> str:
        return f'{match.group(1)}{relative(match.group(2), page, root)}"'

    return converted(item, convert)


def converted(item: StudyItem, convert: Callable[[str], str]) -> StudyItem:
    """An item with each piece of its HTML changed."""
    options = tuple(replace(option, text=convert(option.text), why=convert(option.why)) for option in item.options)
    points = tuple(convert(point) for point in item.points)
    return replace(
        item,
        options=options,
        points=points,
        prompt=convert(item.prompt),
        answer=convert(item.answer),
        short=convert(item.short),
        depth=convert(item.depth),
        followup=convert(item.followup),
    )


@lru_cache(maxsize=1000)
def relative(url: str, page: str, root: str) -> str:
    """A URL seen from `page`, as it is seen from the folder `root`."""
    path, mark, anchor = urljoin(f"/{page}", url).partition("#")
    inside = posixpath.relpath(path, f"/{root}")
    is_folder = path.endswith("/") and inside != "."
    return ("./" if inside == "." else inside + "/" * is_folder) + mark + anchor
