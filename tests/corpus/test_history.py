"""Tables and timelines whose rows begin with a year go forward in time."""

from __future__ import annotations

import re
from itertools import pairwise

from this_vault import this_vault

YEAR = re.compile(r"\s*(?:\|\s*)?((?:19|20)\d\d)\s*[|:]")


def backwards(text: str) -> list[str]:
    """Rows that stand below one of a later year."""
    lines = text.split("\n")
    years = [YEAR.match(line) for line in lines]
    return [
        line
        for (before, now), line in zip(pairwise(years), lines[1:], strict=True)
        if before and now and now[1] < before[1]
    ]


def test_a_row_of_an_earlier_year_is_found() -> None:
    assert backwards("| 2014 | a |\n| 2012 | b |\n| 2014 | c |") == ["| 2012 | b |"]
    assert backwards("    2017 : a\n    2015 : b") == ["    2015 : b"]
    assert backwards("| 2012 | b |\n| 2014 | a |\n\n| 2010 | c |\n- 2014\n- 2012") == []


def test_histories_go_forward() -> None:
    wrong = {card.path: found for card in this_vault().cards.values() if (found := backwards(card.text))}
    assert wrong == {}
