"""How long a card takes to read, by one rule: words, lines of code, displayed formulas and quizzes, each at its own pace."""

from __future__ import annotations

import re
from math import floor

from zhixing.model import Card

WORDS_A_MINUTE = 180  # slower than plain prose (238, Brysbaert 2019): these texts are read to be explained
CHARACTERS_A_MINUTE = 260  # of Chinese: the same text takes about the same time
LINES_A_MINUTE = 20  # of code, understood and not written; diagrams and outputs are read like it
SECONDS_A_FORMULA = 20  # displayed ones; those within a line are words of it
SECONDS_A_QUIZ = 45  # answered once, on the page
STEP = 5  # minutes: more precise than this it is not
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def reading_minutes(card: Card) -> int:
    """Minutes, in steps of five, for a reader who follows every line; at least one step."""
    blocks = [*card.blocks, *(block.output for block in card.blocks if block.output is not None)]
    inside = {line for block in blocks for line in range(block.span.line, block.end_line + 1)}
    first = card.front.height + 1
    lines = [line for number, line in enumerate(card.body.split("\n"), first) if number not in inside]
    prose = "\n".join(lines)
    seen = {block.span.line: block for block in blocks}
    code = sum(bool(line.strip()) for block in seen.values() for line in block.code.split("\n"))
    formulas = sum(kind == "math_block" for _, kind in card.units)
    characters = len(_HAN.findall(prose))
    words = len(_WORD.findall(_HAN.sub(" ", prose)))
    minutes = words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE + code / LINES_A_MINUTE
    minutes += (formulas * SECONDS_A_FORMULA + len(card.quizzes) * SECONDS_A_QUIZ) / 60
    return max(STEP, STEP * floor(minutes / STEP + 0.5))
