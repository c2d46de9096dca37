"""How much of a line of code a page of 1440 px shows, by counting; in tests/site the browser measures it."""

from __future__ import annotations

import unicodedata

import pytest
from this_vault import this_vault

COLUMNS = 128


def _columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def test_wide_letters_count_twice() -> None:
    assert _columns("头 = 1") == 6


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_line_of_code_is_wider_than_a_page(lang: str) -> None:
    cards = [card for card in this_vault().cards.values() if card.lang == lang and not card.is_notebook]
    blocks = [(f"{card.path}:{block.span.line}", block.code) for card in cards for block in card.blocks]
    lines = [(place, line) for place, code in blocks if "-->" not in code for line in code.split("\n")]
    assert len(lines) > 5_000
    assert [f"{place}: {line}" for place, line in lines if _columns(line) > COLUMNS] == []
