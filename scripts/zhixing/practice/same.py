"""Mutants that no input tells from the card's own code: a comment above the definition says which, and why.

    <!--zhixing:same `1e-30 → 0.0` in `weights + 1e-30` no weight is that small-->

The part after `in` stands on the line that is changed; without it every such change of the definition is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from zhixing.model import Card
from zhixing.practice.mutated import CardMutant
from zhixing.syntax.directives import Same, directives


def excuse(card: Card, mutant: CardMutant) -> str:
    """Why a mutant is no mistake; "" if nobody says so."""
    blocks = (block for block in card.python_blocks() if block.name == mutant.block)
    written = (one.reason for block in blocks for one in directives(block).same if _means(one, card, mutant))
    return next(written, "")


def idle(card: Card, mutants: Sequence[CardMutant]) -> list[Same]:
    """Comments that excuse nothing: no mutant of the definition below them is the one they name."""
    return [
        one
        for block in card.python_blocks()
        for one in directives(block).same
        if not any(mutant.block == block.name and _means(one, card, mutant) for mutant in mutants)
    ]


def _means(same: Same, card: Card, mutant: CardMutant) -> bool:
    line = card.text.split("\n")[mutant.line - 1]
    return same.change == _plain(mutant.key) and same.inside in _plain(line)


def _plain(text: str) -> str:
    return " ".join(text.split())
