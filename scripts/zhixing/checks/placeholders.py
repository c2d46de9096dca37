"""Checks of words that were meant to be replaced: the template's own, and answers that say nothing yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from zhixing.checks.questions import study_cards
from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax.asked_first import asked_first
from zhixing.vault.template import fill_ins

_LABEL = re.compile(r"^\*\*[^*]+\*\*[\s.:。：]*")
_EMPTY = re.compile(
    r"(?:[\s.…·_?？—–-]|\b(?:TODO|TBD|FIXME|XXX|WIP)\b|待[补写填定]充?|未完|略|because\b|因为|不对[，,]?|not so,?)*",
    re.I,
)


def check_placeholders(vault: Vault) -> Iterator[Diagnostic]:
    """A card has words of its own: one finding for all that is left of the template, else one for each answer of dots."""
    for card in study_cards(vault):
        lines = left_of_template(card)
        if lines:
            more = f", {len(lines)} lines in all" if len(lines) > 1 else ""
            first = card.shown.split("\n")[lines[0] - 1].strip()
            problem = f"the template's words were left: {first!r}{more}"
            yield Diagnostic(Span(card.path, lines[0]), "F020", problem, "write the card's own, or delete the line")
            continue
        for span, what, text in _said(card):
            if says_nothing(text):
                yield Diagnostic(span, "Q008", f"{what} says nothing yet", "write it, or delete it")


def left_of_template(card: Card) -> list[int]:
    """The lines that still say what the template said."""
    return [number for number, line in enumerate(card.shown.split("\n"), 1) if line.strip() in _fill_ins()]


@cache
def _fill_ins() -> frozenset[str]:
    """What the template says; dots behind a label are no words of its own."""
    return frozenset(line for line in fill_ins() if not says_nothing(line.lstrip("> -")))


def _said(card: Card) -> Iterator[tuple[Span, str, str]]:
    for question in card.questions:
        parts = [part for part in question.answer.split("\n\n") if part.strip()]
        empty = next((part for part in parts if says_nothing(part)), "")
        yield question.span, "the answer", empty
    for link in asked_first(card).values():
        yield link.span, "the short answer", link.place[0][link.place[2] :].strip() or "…"
    for quiz in card.quizzes:
        for option in quiz.options:
            yield option.span, f"option {option.text!r}", option.text
            yield option.span, f"the reason of option {option.text!r}", option.why
    for claim in card.claims:
        yield claim.span, "the claim", claim.text


def says_nothing(text: str) -> bool:
    """Whether a text is dots, a mark of work to do, or a label with nothing behind it."""
    rest = text.strip()
    while label := _LABEL.match(rest):
        rest = rest[label.end() :]
    return bool(text.strip()) and _EMPTY.fullmatch(rest) is not None
