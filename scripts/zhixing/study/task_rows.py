"""Tasks in a deck: what a learner needs to know of each to be led to it when it is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import quote

from zhixing.model import Card, Vault
from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.task import say
from zhixing.study.items import Deck, DeckTask

MARK = "<div data-practice"  # where a page wants the tasks


def with_tasks(deck: Deck, vault: Vault, tasks: Sequence[TaskEntry], url: Callable[[Card], str | None]) -> Deck:
    """The deck with the tasks of its cards, in the order of the deck; `url` gives a card's page its address."""
    pages = [card for card in vault.cards.values() if card.lang == deck.language and MARK in card.text]
    page = next((found for card in pages if (found := url(card)) is not None), None)
    keys = {card.name: card.key for card in vault.cards.values() if card.lang == deck.language}
    order = {card.key: place for place, card in enumerate(deck.cards)}
    number = vault.config.languages.index(deck.language) if deck.language in vault.config.languages else 0
    rows = [
        DeckTask(
            task.id,
            say(task.title, number),
            keys[task.card],
            task.minutes,
            f"{page}?task={quote(task.id)}" if page is not None else "",
        )
        for task in tasks
        if keys.get(task.card) in order
    ]
    return replace(deck, tasks=tuple(sorted(rows, key=lambda row: order[row.card])))
