"""Checks of questions, quizzes and their ids."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Card, Claim, Diagnostic, Question, Quiz, Span, Vault
from zhixing.vault.config import is_card


def check_questions(vault: Vault) -> Iterator[Diagnostic]:
    """A question has an answer and an id, a quiz right and wrong options, each explained."""
    for card in study_cards(vault):
        for question in card.questions:
            if not question.answer:
                yield Diagnostic(question.span, "Q001", "the question has no answer", "write it inside the callout")
            if not question.id:
                yield Diagnostic(question.span, "Q004", "the question has no block id", ID_HINT)
        for quiz in card.quizzes:
            yield from _quiz(quiz)


def _quiz(quiz: Quiz) -> Iterator[Diagnostic]:
    if not quiz.id:
        yield Diagnostic(quiz.span, "Q004", "the quiz has no block id", ID_HINT)
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
    for card in study_cards(vault):
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


ID_HINT = "add a line `^some-name` after the callout, with a blank line before and after"


def study_cards(vault: Vault) -> Iterator[Card]:
    """The cards that ask something."""
    return (card for card in vault.cards.values() if is_card(card, vault.config))
