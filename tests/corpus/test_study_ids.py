"""What the cards ask keeps its name when a card is renamed: no id holds the name of a card."""

from __future__ import annotations

import pytest
from this_vault import this_vault
from zhixing.study.source import source_items


@pytest.fixture(scope="module")
def asked() -> dict[str, dict[str, list[str]]]:
    """The ids of each card, by language."""
    found: dict[str, dict[str, list[str]]] = {"en": {}, "zh": {}}
    for card in this_vault().cards.values():
        if items := source_items(card):
            found[card.lang][card.key] = [item.id for item in items]
    return found


def test_marked_words_are_known_by_the_block_id_of_their_summary(asked):
    gaps = [ident for ids in asked["en"].values() for ident in ids if ident.startswith("cloze:")]
    assert len(gaps) >= 35
    assert [ident for ident in gaps if "/" in ident] == []


def test_both_languages_ask_the_same(asked):
    assert asked["en"] == asked["zh"]
