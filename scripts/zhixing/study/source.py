"""A card's text → what it asks, as Markdown: the same items, ids and order that its page gives as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from zhixing.model import Card, Question, Quiz
from zhixing.study.ids import ClozeIds, FormulaIds
from zhixing.study.items import StudyItem, StudyOption
from zhixing.study.rubric import PARTS, divided
from zhixing.syntax import blocks, inline
from zhixing.syntax.callouts import BLOCK_ID, CASE, RUBRIC, SUMMARIES
from zhixing.syntax.rubric import rubric_points

_EMBED = re.compile(r"\s*(?:!\[\[[^\[\]\n]+\]\]\s*)+")
_SENTENCE_END = re.compile(r"[.!?]\s+(?=[^a-z\s])|[。！？](?=.)", re.S)
_COMMENTS = re.compile(r"\s*(?:<!--(?:(?!-->).)*-->\s*)+", re.S)


class SourcePages:
    """Stands in for a host: the cards themselves, not rendered."""

    def url(self, card: Card) -> str:
        """Where to read on."""
        return f"{card.key}/"

    def items(self, card: Card) -> tuple[StudyItem, ...]:
        """What the card asks."""
        return source_items(card)


def source_items(card: Card) -> tuple[StudyItem, ...]:
    """Questions and quizzes in the order of the page, marked words of the summary, formulas."""
    found: dict[str, StudyItem] = {}
    asked: list[Question | Quiz] = sorted((*card.questions, *card.quizzes), key=lambda item: item.span.line)
    for entry in asked:
        if entry.id:
            item = _question(entry, card) if isinstance(entry, Question) else _quiz(entry, card)
            found.setdefault(entry.id, item)
    return (*found.values(), *_case(card), *_cloze(card), *_formulas(card))


def _question(question: Question, card: Card) -> StudyItem:
    parts = divided(question.answer)
    short, depth, followup = (parts.get(name, "") for name in PARTS)
    asked = StudyItem(question.id, "question", card.key, question.id, question.question, question.answer)
    return replace(asked, short=short, depth=depth, followup=followup)


def _quiz(quiz: Quiz, card: Card) -> StudyItem:
    options = tuple(StudyOption(option.text, option.correct, option.why) for option in quiz.options)
    return StudyItem(quiz.id, "quiz", card.key, quiz.id, quiz.question, quiz.explanation, options=options)


def _case(card: Card) -> Iterator[StudyItem]:
    task = next((callout for callout in card.callouts if callout.kind == CASE), None)
    rubric = next((callout for callout in card.callouts if callout.kind == RUBRIC), None)
    if task is not None and rubric is not None and rubric.block_id:
        points = tuple(rubric_points(rubric))
        yield StudyItem(rubric.block_id, CASE, card.key, rubric.block_id, task.body.strip(), "", points=points)


def _cloze(card: Card) -> Iterator[StudyItem]:
    ids = ClozeIds(card.key)
    for callout in card.callouts:
        if callout.kind not in SUMMARIES:
            continue
        texts = [token.content for token in blocks.tokens(callout.body)[0] if token.type == "inline"]
        for text in (callout.title, *texts):
            for start, end in inline.mark_spans(text):
                hidden = f"{text[:start]}**[…]**{text[end:]}"
                ident, anchor = ids.next(callout.block_id), _anchor(card, callout.span.line)
                yield StudyItem(ident, "cloze", card.key, anchor, hidden, text)


def _anchor(card: Card, line: int) -> str:
    return next((heading.anchor for heading in reversed(card.headings) if heading.span.line < line), "")


def _formulas(card: Card) -> Iterator[StudyItem]:
    tokens, _ = blocks.tokens(card.body)
    ids, heading, before = FormulaIds(), "", ""
    for position, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.type == "comment_block":
            continue
        if token.type == "html_block" and _COMMENTS.fullmatch(token.content):
            continue
        content = tokens[position + 1].content if token.nesting == 1 and position + 1 < len(tokens) else ""
        if token.type == "paragraph_open" and content.startswith("^") and BLOCK_ID.fullmatch(content):
            continue
        if token.type == "math_block":
            ident = ids.next(token.content)
            if before:
                line = (token.map[0] if token.map else 0) + 1 + card.front.height
                prompt = "\n\n".join(
                    part for part in (f"**{heading}**" if heading else "", _last_sentence(before)) if part
                )
                yield StudyItem(ident, "formula", card.key, _anchor(card, line), prompt, token.content.strip())
        elif token.type == "heading_open":
            heading = content
        is_text = token.type == "paragraph_open" and not _EMBED.fullmatch(content)
        before = BLOCK_ID.sub("", content) if is_text else ""


def _last_sentence(text: str) -> str:
    """The text after the last end of a sentence that stands in no formula, code or link."""
    masked = list(text)
    for piece in inline.pieces(text):
        masked[piece.start() : piece.end()] = "x" * (piece.end() - piece.start())
    ends = [end.end() for end in _SENTENCE_END.finditer("".join(masked).rstrip())]
    return text[ends[-1] :] if ends else text
