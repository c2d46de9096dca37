"""How long a card takes to read, by one rule: words, lines of code, displayed formulas and quizzes, each at its own pace.

What a page folds until it is wanted counts for the last depth, whatever section it stands in: the proof of a claim and
what is said below the claim, code that draws a picture, the answer of a question, the reasons of a quiz.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from math import floor

from zhixing.model import DEPTHS, Card, CodeBlock
from zhixing.syntax import inline

WORDS_A_MINUTE = 180  # slower than plain prose (238, Brysbaert 2019): these texts are read to be explained
CHARACTERS_A_MINUTE = 260  # of Chinese: the same text takes about the same time
LINES_A_MINUTE = 20  # of code, understood and not written; diagrams and outputs are read like it
SECONDS_A_FORMULA = 20  # displayed ones; those within a line are words of it
SECONDS_A_QUIZ = 45  # answered once, on the page
STEP = 5  # minutes: more precise than this it is not
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CALLOUT = re.compile(r"[> ]*\[![^\]\s]+\][-+]?")
_FOLDED = ("claim", "question", "quiz")  # answers and reasons; the time to answer a quiz is counted by itself
_NO_PROSE = ("math_block", "html_block", "comment_block")

Minutes = dict[tuple[int, str], float]  # index of a heading (-1 above the first) and depth → minutes, not rounded


def reading_minutes(card: Card) -> int:
    """Minutes, in steps of five, for a reader who follows every line; at least one step."""
    return max(STEP, STEP * floor(sum(section_minutes(card).values()) / STEP + 0.5))


def depth_minutes(card: Card) -> dict[str, float]:
    """Minutes of each depth, not rounded."""
    sections = section_minutes(card)
    return {depth: sum(minutes for (_, other), minutes in sections.items() if other == depth) for depth in DEPTHS}


def whole(minutes: float) -> int:
    """Minutes as a page says them: at least one."""
    return max(1, floor(minutes + 0.5))


def section_minutes(card: Card) -> Minutes:
    """Minutes of each section without those below it, by depth."""
    starts = [heading.span.line for heading in card.headings]
    folded = {line for first, last in _folds(card) for line in range(first, last + 1)}
    found: Minutes = {}

    def add(line: int, minutes: float) -> None:
        heading = bisect_right(starts, line) - 1
        depth = DEPTHS[-1] if line in folded else card.headings[heading].depth if heading >= 0 else DEPTHS[0]
        found[heading, depth] = found.get((heading, depth), 0) + minutes

    blocks = {block.span.line: block for block in _shown_blocks(card)}
    inside = {line for block in blocks.values() for line in range(block.span.line, block.end_line + 1)}
    inside |= {number for line, kind, end in _units(card) if kind == "html_block" for number in range(line, end + 1)}
    for number, line in enumerate(card.body.split("\n"), card.front.height + 1):
        if number not in inside and line:
            words = len(_WORD.findall(_HAN.sub(" ", line)))
            add(number, words / WORDS_A_MINUTE + len(_HAN.findall(line)) / CHARACTERS_A_MINUTE)
    for number, block in blocks.items():
        add(number, sum(bool(line.strip()) for line in block.code.split("\n")) / LINES_A_MINUTE)
    for number, kind in card.units:
        add(number, SECONDS_A_FORMULA / 60 if kind == "math_block" else 0)
    for quiz in card.quizzes:
        add(quiz.span.line, SECONDS_A_QUIZ / 60)
    return found


def prose_words(card: Card) -> dict[str, int]:
    """Words of running text in each depth: paragraphs, lists, tables, headings, callouts, without what is folded.

    Code, diagrams, displayed formulas, quizzes and comments are no prose. A link counts by the words that it shows, a
    formula within a line as one word, a Chinese character as one.
    """
    lines, skip = card.body.split("\n"), card.front.height + 1
    unread = [(block.span.line, block.end_line) for block in _shown_blocks(card)] + list(_folds(card))
    unread += [(line, end) for line, kind, end in _units(card) if kind in _NO_PROSE]
    unread += [(line, end) for line, _, end in _units(card) if line in {quiz.span.line for quiz in card.quizzes}]
    for first, last in unread:
        lines[first - skip : last + 1 - skip] = [""] * (last + 1 - first)
    count = dict.fromkeys(DEPTHS, 0)
    for number, line in enumerate(lines, skip):
        if line and not line.startswith("^"):
            count[card.depth_at(number)] += len(_WORD.findall(_HAN.sub(" x ", "".join(_read(line)))))
    return count


def _read(line: str) -> Iterator[str]:
    """A line with formulas and links as a reader sees them."""
    kind_of_callout = _CALLOUT.match(line)
    start = kind_of_callout.end() if kind_of_callout else 0
    for piece in inline.pieces(line):
        kind = piece.lastgroup
        if kind in ("math", "display", "link", "embed") and piece.start() >= start:
            yield line[start : piece.start()]
            target, _, text = inline.split_target(inline.address(piece)) if kind == "link" else ("", "", "x")
            yield f" {(text or target.replace('_', ' ')) if kind != 'embed' else ''} "
            start = piece.end()
    yield line[start:]


def _shown_blocks(card: Card) -> list[CodeBlock]:
    return [*card.blocks, *(block.output for block in card.blocks if block.output is not None)]


def _units(card: Card) -> Iterator[tuple[int, str, int]]:
    """First line, kind and last line of every block that stands by itself; empty lines below it are taken for its own."""
    ends = [*(line for line, _ in card.units[1:]), card.text.count("\n") + 2]
    for (line, kind), end in zip(card.units, ends, strict=False):
        yield line, kind, end - 1


def _folds(card: Card) -> Iterator[tuple[int, int]]:
    """First and last line of what a page folds: the line that opens a callout stays in sight."""
    proofs = {claim.proof.span.line for claim in card.claims if claim.proof is not None}
    for block in card.blocks:
        if block.span.line in proofs or block.figure:
            yield block.span.line, block.end_line
            if block.output is not None and block.span.line in proofs:
                yield block.output.span.line, block.output.end_line
    titles = {callout.span.line for callout in card.callouts if callout.kind in _FOLDED}
    yield from ((line + 1, end) for line, _, end in _units(card) if line in titles)
