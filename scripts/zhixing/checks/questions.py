"""Checks of questions, quizzes and their ids."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Card, Claim, Diagnostic, Question, Quiz, Span, Vault
from zhixing.syntax.decided import fault
from zhixing.vault.config import is_card


def check_questions(vault: Vault) -> Iterator[Diagnostic]:
    """A question has an answer and an id, a quiz right and wrong options, each explained."""
    for card in study_cards(vault):
        folds = {callout.span: callout.fold for callout in card.callouts}
        for question in card.questions:
            if question.answer and folds.get(question.span) != "-":
                yield Diagnostic(question.span, "Q023", "the answer is shown with the question", "write [!QUESTION]-")
            if not question.answer:
                yield Diagnostic(question.span, "Q001", "the question has no answer", "write it inside the callout")
            if not question.id:
                yield Diagnostic(question.span, "Q004", "the question has no block id", ID_HINT)
        for quiz in card.quizzes:
            yield from _quiz(quiz)
            yield from _decided(quiz, card, vault)


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


def _decided(quiz: Quiz, card: Card, vault: Vault) -> Iterator[Diagnostic]:
    """What stands below a quiz to decide it can do so, and is run."""
    code = quiz.decided
    if code is None:
        return
    span = Span(card.path, code.line)
    if card.lang in vault.config.languages[1:]:
        hint = f"put it on the card in {vault.config.languages[0]}: the same options are marked in every language"
        yield Diagnostic(span, "Q016", f"what decides ^{quiz.id} is not run on a translation", hint)
        return
    for name in code.claims:
        if not any(claim.id == name and claim.proof for claim in card.claims):
            hint = "name a claim of this card that has a proof"
            yield Diagnostic(span, "Q016", f"^{quiz.id} is decided by ^{name}, which is no claim of this card", hint)
    if why := fault(code.code):
        hint = "end it with an expression that computes the answer: a number, a text, or one truth for each option"
        yield Diagnostic(span, "Q016", f"what decides ^{quiz.id} decides nothing: {why}", hint)


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
