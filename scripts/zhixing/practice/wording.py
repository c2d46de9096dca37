"""A task in the words of one language: the same code with that card's own docstrings and claims."""

from __future__ import annotations

from zhixing.model import Vault
from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.core.source import find
from zhixing.vault.kept_results import kept


def module_text(vault: Vault, shelf: Shelf, entry: TaskEntry, lang: str) -> str:
    """The card's definitions as the card of that language has them; those of the source language if it lacks the task's."""
    if lang != shelf.languages[0]:
        cards = [card for card in vault.cards.values() if card.name == entry.card and card.lang == lang]
        blocks = [block for card in cards for block in card.python_blocks()]
        text = "\n".join(one.code for one in blocks if one.python and one.python.kind == "definition")
        return text if _defines(text, entry.define) else shelf.sources[entry.module]
    return shelf.sources[entry.module]


@kept
def _defines(text: str, name: str) -> bool:
    try:
        find(text, name)
    except (LookupError, SyntaxError):
        return False
    return True


def claim_text(vault: Vault, lang: str, ident: str) -> str:
    """The first line of a claim."""
    cards = [card for card in vault.cards.values() if card.lang == lang]
    return next((claim.text.partition("\n")[0] for card in cards for claim in card.claims if claim.id == ident), "")
