"""The questions that are always asked: a list in the essence of a card, each item a link to a question and its short answer."""

from __future__ import annotations

from zhixing.model import DEPTHS, Card, Heading, Link

QUESTIONS = 5
SIGN = "🎤"


def asked_heading(card: Card) -> Heading | None:
    """The heading of the list."""
    return next((it for it in card.headings if it.depth == DEPTHS[0] and it.text.startswith(SIGN)), None)


def asked_first(card: Card) -> dict[str, Link]:
    """Block ids that the items of the list begin with, in their order, each with its link; the last of two is known."""
    heading = asked_heading(card)
    if heading is None:
        return {}
    ends = (it.span.line for it in card.headings if it.span.line > heading.span.line)
    end = next(ends, card.text.count("\n") + 2)
    return {
        link.fragment.removeprefix("^"): link
        for link in card.links
        if heading.span.line < link.span.line < end and not link.place[1]
        if not link.target and link.fragment.startswith("^")
    }
