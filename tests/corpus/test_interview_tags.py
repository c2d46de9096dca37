"""Every question says who asks it, and the deck follows the path."""

from __future__ import annotations

from collections import Counter

import pytest
from this_vault import this_vault
from zhixing.study.deck import study_deck
from zhixing.study.items import Deck
from zhixing.study.source import SourcePages
from zhixing.vault.asked import LEVELS, ROLES
from zhixing.vault.resolve import Index

TOP = 50


@pytest.fixture(scope="module")
def decks() -> dict[str, Deck]:
    vault = this_vault()
    return {lang: study_deck(vault, lang, Index(vault), SourcePages()) for lang in vault.config.languages}


def test_both_languages_have_the_same_order_and_tags(decks: dict[str, Deck]) -> None:
    english, chinese = decks["en"], decks["zh"]
    assert [(card.key, card.must) for card in english.cards] == [(card.key, card.must) for card in chinese.cards]
    assert any(card.must for card in chinese.cards)
    tags = [{item.id: (item.roles, item.level, item.often) for item in deck.items} for deck in (english, chinese)]
    assert tags[0] == tags[1]


def test_new_cards_come_in_the_order_of_the_path(decks: dict[str, Deck]) -> None:
    """Not by the alphabet: MLA stood before multi-head attention, and the KV cache near the end."""
    place = {card.key.rpartition("/")[2]: number for number, card in enumerate(decks["en"].cards)}
    path = ["Softmax", "Attention_Mechanism", "Multi-Head_Attention", "RoPE", "Transformer", "MLA", "KV_Cache"]
    assert [place[name] for name in path] == sorted(place[name] for name in path)
    for card in decks["en"].cards:
        before = [place[key.rpartition("/")[2]] for key in card.prerequisites]
        assert all(number < place[card.key.rpartition("/")[2]] for number in before), card.key
    first = [item.card for item in decks["en"].items]
    assert first == sorted(first, key=[card.key for card in decks["en"].cards].index)


def test_fifty_questions_are_always_asked_and_every_role_and_level_has_enough(decks: dict[str, Deck]) -> None:
    questions = [item for item in decks["en"].items if item.kind == "question"]
    assert sum(item.often == len(LEVELS) for item in questions) == TOP
    roles = Counter(role for item in questions for role in item.roles)
    assert roles.keys() == set(ROLES) and min(roles.values()) > 80
    per_role = Counter((role, item.level) for item in questions for role in item.roles)
    assert min(per_role[role, level] for role in ROLES for level in LEVELS) >= 8, per_role


WHO_ASKS = {  # of cards that not every interview is about
    "Vision_Transformer_ViT": {"research", "applied"},
    "Universal_Approximation": {"research"},
    "Attention_as_Explanation": {"research", "applied", "inference"},  # of inference: attention sinks, and no more
    "Paged_and_Static_Caches": {"inference", "applied"},
    "Dropout": {"research", "training", "applied"},
}


def test_a_question_is_put_to_those_who_would_be_asked_it(decks: dict[str, Deck]) -> None:
    """An engineer of inference was asked about the cost of Swin."""
    asked: dict[str, set[str]] = {name: set() for name in WHO_ASKS}
    for item in decks["en"].items:
        name = item.card.rpartition("/")[2]
        if item.kind == "question" and name in asked:
            asked[name] |= set(item.roles)
    assert asked == WHO_ASKS
    by_id = {item.id: set(item.roles) for item in decks["en"].items}
    assert "inference" not in by_id["vit-q-cost"] | by_id["q-rnn-parallel-scan"] | by_id["alibi-q-compare"]
    assert "applied" not in by_id["flash-q-decoding"] | by_id["variants-choose-question"]
