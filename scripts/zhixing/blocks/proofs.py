"""Which code of a card proves what a text of it says: a claim's block, the comments that decide a quiz, what a link names."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from typing import NamedTuple

from zhixing.model import Card, Claim

_LINKED = re.compile(r"#\^([\w-]+)")


class _Span(NamedTuple):
    """Lines of a claim or a quiz up to its proof, the claims that prove it, the code that decides it."""

    first: int
    end: int
    claims: tuple[str, ...]
    decided: str = ""


class Proofs:
    """The proofs of a card, each as its first line and its code."""

    def __init__(self, card: Card) -> None:
        self._claims = {claim.id: claim for claim in card.claims if claim.proof is not None}
        spans = [_Span(one.span.line, one.proof.span.line, (one.id,)) for one in card.claims if one.proof]
        spans += [
            _Span(quiz.span.line, quiz.decided.line, quiz.decided.claims, quiz.decided.code)
            for quiz in card.quizzes
            if quiz.decided
        ]
        self._spans = sorted(spans)

    def of(self, line: int, text: str) -> Iterator[tuple[int, str]]:
        """What proves a text that stands at a line."""
        names = _LINKED.findall(text) if "#^" in text else []
        at = bisect(self._spans, line, key=lambda span: span.first) - 1
        if at >= 0 and line < self._spans[at].end:
            names += self._spans[at].claims
            if self._spans[at].decided:
                yield self._spans[at].end, self._spans[at].decided
        for name in dict.fromkeys(names):
            if name in self._claims:
                yield from _code(self._claims[name])


def _code(claim: Claim) -> Iterator[tuple[int, str]]:
    """The proof of a claim and what it prints."""
    for block in (claim.proof, claim.proof.output if claim.proof else None):
        if block is not None:
            yield block.span.line + 1, block.code
