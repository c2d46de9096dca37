"""A card on training asks, proves, shows and sets as much as was agreed for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from this_vault import ROOT, this_vault
from zhixing.model import Card
from zhixing.practice.catalog import read_entries

BESIDE = "Speculative_Decoding"  # of the same module of the path, in another category
LEAST = {"claims": 6, "questions": 6, "quizzes": 4, "tasks": 1, "pictures": 1}


def training_cards() -> list[Card]:
    cards = this_vault().cards.values()
    return [card for card in cards if card.lang == "en" and (card.front.category == "Training" or card.name == BESIDE)]


@pytest.fixture(scope="module")
def tasks() -> set[str]:
    """Names of the cards that set a judged task."""
    return {entry.card for entry in read_entries(ROOT, this_vault())}


def test_there_are_twenty() -> None:
    assert len(training_cards()) >= 20


@pytest.mark.parametrize("card", training_cards(), ids=lambda card: card.name)
def test_card_has_its_parts(card: Card, tasks: set[str]) -> None:
    pictures = [link for link in card.links if link.embed and Path(link.target).suffix == ".svg"]
    parts = {
        "claims": len(card.claims),
        "questions": len(card.questions),
        "quizzes": len(card.quizzes),
        "tasks": card.name in tasks,
        "pictures": len(pictures),
    }
    assert {part: count for part, count in parts.items() if count < LEAST[part]} == {}
