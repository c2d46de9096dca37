"""How a gap in a summary and a formula are known, in every language: a learner's history hangs on these names.

They hold no card's name and no place in it, so that a card can be renamed and a section moved. A question or a quiz
is known by its block id alone.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from zhixing.syntax.digest import wordless

_MARKS = re.compile(r"^(?:\$\$|\\\[)|(?:\$\$|\\\])$")


class ClozeIds:
    """The n-th marked words of a summary by the block id of its callout; without one by the card."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._counts: Counter[str] = Counter()

    def next(self, block_id: str) -> str:
        """The id of the next marked words in this callout."""
        carrier = block_id or self._key
        self._counts[carrier] += 1
        return f"cloze:{carrier}:{self._counts[carrier]}"


class FormulaIds:
    """A formula by what it says: to change it is to ask something else. To be told all formulas of a page in order."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def next(self, tex: str) -> str:
        """The id of the next formula; one that stands on the page already is told from it by a number."""
        shape = hashlib.sha256(wordless(_MARKS.sub("", tex.strip())).encode()).hexdigest()[:12]
        self._counts[shape] += 1
        return f"formula:{shape}" + (f"-{self._counts[shape]}" if self._counts[shape] > 1 else "")
