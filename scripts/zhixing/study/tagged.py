"""Who asks an item, from which level on, how often, and how deep it goes: as the file says, else as its card does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zhixing.model import Card, Vault
from zhixing.study.items import StudyItem
from zhixing.study.layers import layer_of
from zhixing.vault.asked import LEVELS, ROLES, Asked, read_asked

_SOMETIMES, _OFTEN = 1, 2


class Tagged:
    """Puts roles, level and frequency on items."""

    def __init__(self, vault: Vault, cards: Iterable[Card]) -> None:
        self._known, _ = read_asked(vault.asked)
        self._roles = {card.key: self._roles_of(card) for card in cards}

    def item(self, item: StudyItem, card: Card) -> StudyItem:
        """A question has a line of its own; a quiz, a gap and a formula belong to those who ask about their card."""
        found = self._known.get(item.id)
        layer = layer_of(item, card)
        if found is not None:
            return replace(item, roles=found.roles, level=found.level, often=found.often, layer=layer)
        level = level_of(card.front.difficulty)
        return replace(item, roles=self.roles(card), level=level, often=_SOMETIMES, layer=layer)

    def roles(self, card: Card) -> tuple[str, ...]:
        """Who asks about a card."""
        return self._roles[card.key]

    def case(self, item: StudyItem) -> StudyItem:
        """A task of system design has a line of its own; without one every senior may be asked it."""
        found = self._known.get(item.id, Asked(0, ROLES, LEVELS[-1], _SOMETIMES))
        return replace(item, roles=found.roles, level=found.level, often=found.often)

    def _roles_of(self, card: Card) -> tuple[str, ...]:
        """The roles that ask half of its questions, or one of them often; all where nothing is said."""
        lines = [self._known[question.id] for question in card.questions if question.id in self._known]

        def asks(role: str) -> bool:
            own = [line for line in lines if role in line.roles]
            return 2 * len(own) >= len(lines) or any(line.often >= _OFTEN for line in own)

        return tuple(role for role in ROLES if asks(role)) or ROLES


def level_of(difficulty: int) -> str:
    """What the stars of a card amount to."""
    return LEVELS[0] if difficulty <= 2 else LEVELS[1] if difficulty == 3 else LEVELS[2]
