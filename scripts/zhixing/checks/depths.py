"""Checks of the three depths: what the essence of a card holds, and how long the first two are."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from zhixing.checks.files import SECTIONS, is_blank
from zhixing.model import DEPTHS, Card, Diagnostic, Span, Vault
from zhixing.syntax.asked_first import QUESTIONS, asked_first, asked_heading
from zhixing.syntax.callouts import SUMMARIES
from zhixing.syntax.directives import directives
from zhixing.syntax.minutes import depth_minutes, prose_words, whole
from zhixing.vault.config import is_card

EVERY_CARD = False  # True asks it of every card; until then a card is asked once it carries its first mark

MOST_LINES = 25  # of the module to memorise
MOST_MINUTES = 3  # of the essence
MOST_WORDS = 2200  # of prose in essence and understanding together
_ESSENCE = DEPTHS[0]
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif")


def check_depths(vault: Vault) -> Iterator[Diagnostic]:
    """A card that carries a mark of depth has all parts of its essence, and its first two depths are short."""
    source = vault.config.languages[0] if vault.config.languages else ""
    for card in vault.cards.values():
        if not is_card(card, vault.config) or is_blank(card) or not (card.depth_marks or EVERY_CARD):
            continue
        yield from _parts(card)
        yield from _memorise(card)
        yield from _asked(card)
        yield from _minutes(card)
        if card.lang == source:
            yield from _length(card)


def _start(card: Card) -> Span:
    """The first section, where the essence is looked for."""
    return next((heading.span for heading in card.headings if heading.text.startswith(SECTIONS[0])), Span(card.path, 1))


def _missing(span: Span, what: str, hint: str) -> Diagnostic:
    return Diagnostic(span, "F043", f"the essence has no {what}", hint)


def _parts(card: Card) -> Iterator[Diagnostic]:
    def is_here(line: int) -> bool:
        return card.depth_at(line) == _ESSENCE

    if not any(callout.kind in SUMMARIES and is_here(callout.span.line) for callout in card.callouts):
        yield _missing(_start(card), "concept card", "write `> [!SUMMARY]` with the definition in section 1")
    if not any(kind == "math_block" and is_here(line) for line, kind in card.units):
        yield _missing(_start(card), "displayed formula", "put the one formula between $$ lines into section 1")
    drawn = any(block.language == "mermaid" and is_here(block.span.line) for block in card.blocks)
    if not drawn and not any(
        link.embed and posixpath.splitext(link.target)[1].lower() in _PICTURES and is_here(link.span.line)
        for link in card.links
    ):
        yield _missing(_start(card), "picture", "embed one, `![[name.svg]]`, or draw a mermaid diagram, in section 1")


def _memorise(card: Card) -> Iterator[Diagnostic]:
    marked = [block for block in card.blocks if directives(block).memorise]
    if not any(card.depth_at(block.span.line) == _ESSENCE for block in marked):
        hint = (
            "put <!--zhixing:memorise--> above the definition that an interviewer wants to see, and it into section 1"
        )
        yield _missing(marked[0].span if marked else _start(card), "module to memorise", hint)
    for block in marked:
        lines = block.code.count("\n")
        if block.python is None or block.python.kind == "demo":
            problem, hint = "what is to be memorised defines nothing", "mark a ```python block of definitions"
            yield Diagnostic(block.span, "F044", problem, hint)
        elif lines > MOST_LINES:
            hint = f"at most {MOST_LINES}: move what is not asked on a whiteboard into a block of its own"
            yield Diagnostic(block.span, "F044", f"the module to memorise has {lines} lines", hint)


def _asked(card: Card) -> Iterator[Diagnostic]:
    heading = asked_heading(card)
    if heading is None:
        hint = "`### 🎤 …` in section 1, marked essence; below it five items: `- [[#^question-id|The question?]] The answer.`"
        yield _missing(_start(card), "list of the questions that are always asked", hint)
        return
    asked = asked_first(card)
    if len(asked) != QUESTIONS:
        hint = "write each as `- [[#^question-id|The question?]] The short answer.`, none of them twice"
        problem = f"{len(asked)} questions are always asked, not {QUESTIONS}"
        yield Diagnostic(heading.span, "F045", problem, hint)
    known = {question.id for question in card.questions}
    for ident, link in asked.items():
        if ident not in known:
            hint = "link a `> [!QUESTION]-` of this card by its block id"
            yield Diagnostic(link.span, "F045", f"^{ident} is no question of this card", hint)


def _minutes(card: Card) -> Iterator[Diagnostic]:
    minutes = whole(depth_minutes(card)[_ESSENCE])
    if minutes > MOST_MINUTES:
        hint = f"at most {MOST_MINUTES}: shorten it, or mark a part of it understanding"
        yield Diagnostic(_start(card), "F046", f"the essence takes {minutes} minutes to read", hint)


def _length(card: Card) -> Iterator[Diagnostic]:
    """In the source language alone: its words are counted, and a translation says the same."""
    words = prose_words(card)
    count = sum(words[depth] for depth in DEPTHS[:-1])
    if count > MOST_WORDS:
        shares = ", ".join(f"{depth} {words[depth]}" for depth in DEPTHS[:-1])
        hint = f"at most {MOST_WORDS:,}: shorten, link, or mark details <!--zhixing:depth depth-->"
        yield Diagnostic(_start(card), "F047", f"the first two depths hold {count:,} words of prose ({shares})", hint)
