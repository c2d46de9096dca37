"""Checks of display formulas: each is evaluated, or says of which class it is; nothing is executed here."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.checks.questions import study_cards
from zhixing.model import Diagnostic, Vault


def check_formulas(vault: Vault) -> Iterator[Diagnostic]:
    """On a card that marks one formula each is marked, and what a mark says can be evaluated; the translation has the same."""
    source = vault.config.languages[0] if vault.config.languages else ""
    for card in study_cards(vault):
        if card.lang == source:
            yield from card.formula_problems
