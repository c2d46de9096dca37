"""The figures of a learner: what is due, new and learned, deck by deck, and how much is left. The browser: `figures.ts`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from zhixing.study.fresh import Wish, deck_queue
from zhixing.study.items import Deck
from zhixing.study.progress import all_progress, case_minutes, is_due, is_learned, studied
from zhixing.study.queue import is_aside
from zhixing.study.schedule import Study


@dataclass(frozen=True)
class Row:
    """A category."""

    id: str
    due: int
    unseen: int
    learned: int
    items: int


@dataclass(frozen=True)
class Figures:
    """Minutes are those to interview-ready: to read, to answer, to write code, to design."""

    due: int
    fresh: int
    learned: int
    items: int
    reading: int
    answering: int
    coding: int
    design: int
    read: int
    cards: int
    rows: tuple[Row, ...]


def figures(deck: Deck, study: Study, at: datetime) -> Figures:
    """All of them; categories that ask nothing have no row."""
    items = studied(deck, study)
    queue = deck_queue(deck, Wish(items), study, at)
    progress = all_progress(deck, study, at)
    category = {card.key: card.category for card in deck.cards}
    used = {category[item.card] for item in deck.items}
    return Figures(
        queue.learning + queue.reviews,
        queue.fresh,
        sum(is_learned(item, study) for item in items),
        len(items),
        sum(one.reading for one in progress),
        sum(one.answering for one in progress),
        sum(one.coding for one in progress),
        case_minutes(deck.cases, study),
        sum(one.is_read for one in progress),
        len(progress),
        tuple(
            Row(
                group.id,
                sum(is_due(item, study, at) and not is_aside(item, study, at) for item in own),
                sum(item.id not in study.memories for item in own),
                sum(is_learned(item, study) for item in own),
                len(own),
            )
            for group in deck.categories
            if group.id in used
            for own in [[item for item in items if category[item.card] == group.id]]
        ),
    )
