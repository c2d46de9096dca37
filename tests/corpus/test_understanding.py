"""The second depth of a card is read in twenty minutes."""

from __future__ import annotations

from this_vault import this_vault
from zhixing.model import DEPTHS
from zhixing.syntax.minutes import depth_minutes, whole

MOST_MINUTES = 20  # what fills fewer than fifteen is said in fewer: there is no lower bound


def test_understanding_takes_at_most_twenty_minutes() -> None:
    cards = [card for card in this_vault().cards.values() if card.lang == "en" and card.depth_marks]
    minutes = {card.key: whole(depth_minutes(card)[DEPTHS[1]]) for card in cards}
    assert len(minutes) >= 55
    assert {key: took for key, took in minutes.items() if took > MOST_MINUTES} == {}
