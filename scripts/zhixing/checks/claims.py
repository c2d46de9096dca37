"""Checks of claims."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.checks.questions import ID_HINT, study_cards
from zhixing.model import Diagnostic, Vault


def check_claims(vault: Vault) -> Iterator[Diagnostic]:
    """A claim has an id and, right after it, a proof that can fail."""
    for card in study_cards(vault):
        for claim in card.claims:
            if not claim.id:
                yield Diagnostic(claim.span, "C002", "the claim has no block id", ID_HINT)
            if claim.proof is None:
                hint = "put a ```python block right after it; only the ^id line may stand between"
                yield Diagnostic(claim.span, "C001", "the claim has no proof", hint)
            elif (
                claim.proof.python is not None and claim.proof.python.kind != "broken" and not claim.proof.python.checks
            ):
                yield Diagnostic(claim.proof.span, "C003", "the proof cannot fail", "assert what the claim says")
