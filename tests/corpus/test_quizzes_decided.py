"""Enough of the quizzes are decided by code."""

from __future__ import annotations

from this_vault import this_vault

SHARE = 0.6


def test_most_quizzes_are_decided_by_code() -> None:
    quizzes = [quiz for card in this_vault().cards.values() if card.lang == "en" for quiz in card.quizzes]
    assert sum(quiz.decided is not None for quiz in quizzes) >= SHARE * len(quizzes)
