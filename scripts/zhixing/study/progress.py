"""How far a learner has come on each card, and how much is left. The browser counts in the same way (`progress.ts`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from zhixing.study.day import day_end
from zhixing.study.items import Deck, DeckCard, DeckCase, StudyItem
from zhixing.study.practice import task_item
from zhixing.study.schedule import Study, is_kept

LEARNED_DAYS = 7  # nine of ten learned questions would still be known after so many days
ANSWER_MINUTES = 1
ANSWERS_NEW, ANSWERS_BEGUN = 4, 2  # answers that an item usually takes until it is learned


@dataclass(frozen=True)
class CardProgress:
    """A card, what was done of it, and the minutes that are left: to read, to answer, to write code."""

    card: DeckCard
    ticked: int
    items: int
    learned: int
    due: int
    is_read: bool
    reading: int
    answering: int
    coding: int

    @property
    def minutes_left(self) -> int:
        """All three."""
        return self.reading + self.answering + self.coding


def is_learned(item: StudyItem, study: Study) -> bool:
    """Whether an item would still be known in a week."""
    memory = study.memories.get(item.id)
    return memory is not None and is_kept(memory, LEARNED_DAYS)


def is_due(item: StudyItem, study: Study, at: datetime) -> bool:
    """Whether an item is to be asked again in this study day."""
    memory = study.memories.get(item.id)
    return memory is not None and memory.due < day_end(at)


def studied(deck: Deck, study: Study) -> list[StudyItem]:
    """The items of the kinds that are switched on; suspended ones do not count."""
    return [item for item in deck.items if item.kind in study.settings["kinds"] and item.id not in study.suspended]


def all_progress(deck: Deck, study: Study, at: datetime) -> list[CardProgress]:
    """Every card, in the order of the deck."""
    per_card: dict[str, list[StudyItem]] = {card.key: [] for card in deck.cards}
    for item in studied(deck, study):
        per_card[item.card].append(item)
    coding = dict.fromkeys(per_card, 0)
    for task in deck.tasks:
        coding[task.card] += 0 if task_item(task.id) in study.memories else task.minutes
    return [_progress(card, per_card[card.key], coding[card.key], study, at) for card in deck.cards]


def case_minutes(cases: Iterable[DeckCase], study: Study) -> int:
    """Minutes of the tasks of system design that were never gone through."""
    return sum(case.minutes for case in cases if case.id not in study.memories)


def _progress(card: DeckCard, items: list[StudyItem], coding: int, study: Study, at: datetime) -> CardProgress:
    done = sum(f"{card.key}#{number}" in study.ticks for number in range(1, card.tasks + 1))
    is_asked = bool(items) and all(item.id in study.memories for item in items)
    is_read = is_asked or (card.tasks > 0 and done == card.tasks)
    left, parts = (card.tasks - done, card.tasks) if card.tasks else (1, 1)
    return CardProgress(
        card,
        done,
        len(items),
        sum(is_learned(item, study) for item in items),
        sum(is_due(item, study, at) for item in items),
        is_read,
        0 if is_read else -(-card.minutes * left // parts),
        ANSWER_MINUTES * _answers(items, study, at),
        coding,
    )


def _answers(items: Iterable[StudyItem], study: Study, at: datetime) -> int:
    """Answers that are left."""
    total = 0
    for item in items:
        if item.id not in study.memories:
            total += ANSWERS_NEW
        else:
            total += int(is_due(item, study, at)) if is_learned(item, study) else ANSWERS_BEGUN
    return total
