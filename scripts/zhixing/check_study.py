"""Checks of claims, questions and quizzes."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.check_files import is_card
from zhixing.model import Card, Claim, Diagnostic, Question, Quiz, Span, Vault


def check_claims(vault: Vault) -> Iterator[Diagnostic]:
    """A claim has an id and, right after it, a proof that can fail."""
    for card in _cards(vault):
        for claim in card.claims:
            if not claim.id:
                yield Diagnostic(claim.span, "C002", "the claim has no block id", _ID_HINT)
            if claim.proof is None:
                hint = "put a ```python block right after it; only the ^id line may stand between"
                yield Diagnostic(claim.span, "C001", "the claim has no proof", hint)
            elif (
                claim.proof.python is not None and claim.proof.python.kind != "broken" and not claim.proof.python.checks
            ):
                yield Diagnostic(claim.proof.span, "C003", "the proof cannot fail", "assert what the claim says")


def check_questions(vault: Vault) -> Iterator[Diagnostic]:
    """A question has an answer and an id, a quiz right and wrong options, each explained."""
    for card in _cards(vault):
        for question in card.questions:
            if not question.answer:
                yield Diagnostic(question.span, "Q001", "the question has no answer", "write it inside the callout")
            if not question.id:
                yield Diagnostic(question.span, "Q004", "the question has no block id", _ID_HINT)
        for quiz in card.quizzes:
            yield from _quiz(quiz)


def _quiz(quiz: Quiz) -> Iterator[Diagnostic]:
    if not quiz.id:
        yield Diagnostic(quiz.span, "Q004", "the quiz has no block id", _ID_HINT)
    right = sum(option.correct for option in quiz.options)
    if not right:
        yield Diagnostic(quiz.span, "Q002", "the quiz has no right answer", "mark it with `- [x]`")
    if len(quiz.options) < 2 or right == len(quiz.options):
        yield Diagnostic(quiz.span, "Q003", "the quiz has no wrong answer", "add an option `- [ ]`")
    for option in quiz.options:
        if not option.why:
            hint = "nest a bullet under it that says why it is right or wrong"
            yield Diagnostic(option.span, "Q005", f"option {option.text!r} is not explained", hint)


def check_ids(vault: Vault) -> Iterator[Diagnostic]:
    """Ids of claims, questions and quizzes are unique in a language: a learner's history hangs on them."""
    owners: dict[tuple[str, str], Span] = {}
    for card in _cards(vault):
        items: tuple[Claim | Question | Quiz, ...] = (*card.claims, *card.questions, *card.quizzes)
        for item in items:
            if not item.id:
                continue
            first = owners.setdefault((card.lang, item.id), item.span)
            if first != item.span and first.path != card.path:
                problem = f"block id ^{item.id} is used on {first.path}:{first.line} too"
                yield Diagnostic(
                    item.span, "Q006", problem, "ids are unique in the vault: put the card's name in front"
                )


_ID_HINT = "add a line `^some-name` after the callout, with a blank line before and after"


def _cards(vault: Vault) -> Iterator[Card]:
    return (card for card in vault.cards.values() if is_card(card, vault.config))
