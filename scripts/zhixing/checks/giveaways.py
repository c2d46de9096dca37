"""Checks of what a quiz or a gap gives away before it is thought about: by length, by pattern, by its own words.

The rules and their numbers are reasoned in `docs/en/contributing/decisions/fair-questions.md`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from zhixing.checks.questions import study_cards
from zhixing.model import Callout, Card, Diagnostic, Quiz, Span, Vault
from zhixing.syntax import blocks, inline
from zhixing.syntax.callouts import SUMMARIES
from zhixing.syntax.said import said, squeezed, width

LEVEL = 0.05  # how improbable by chance alone a count must be before it is reported
_NEVER = 1e-15  # a probability that changes nothing
FACTOR, COLUMNS = (
    1.6,
    16,
)  # a right option sticks out if it is so many times, and so many columns, wider than any wrong one
FEW = 5  # quizzes: about fewer of them nothing is said
SHARE = 2 / 3  # of those with several right options, at most this share has one pattern
_BRACKET = re.compile(r"[()（）]")
_GLOSS = re.compile(r"\s*[（(]\s*[A-Za-z]")


class _Widths(NamedTuple):
    quiz: Quiz
    right: tuple[int, ...]
    wrong: tuple[int, ...]

    @property
    def chance(self) -> float:
        """The probability that a given place in the order of lengths is taken by a right option."""
        return len(self.right) / (len(self.right) + len(self.wrong))

    def lead(self, sign: int) -> float:
        """How many times as long as the longest wrong option the right one is; for -1, how many times as short."""
        return max(self.right) / max(self.wrong) if sign > 0 else min(self.wrong) / min(self.right)

    def stands_alone(self, sign: int) -> bool:
        """Whether no other option is as long as the longest (as short as the shortest)."""
        sizes = sorted((*self.right, *self.wrong), reverse=sign > 0)
        return sizes[0] != sizes[1]


def check_lengths(vault: Vault) -> Iterator[Diagnostic]:
    """No right option sticks out by its length, nor are right options the longest or shortest too often in a category."""
    for category, quizzes in _by_category(vault):
        measured = [_measured(quiz) for quiz in quizzes]
        for found in measured:
            widest, other = max(found.right), max(found.wrong)
            if widest > FACTOR * other and widest - other >= COLUMNS:
                problem = f"the right option is {widest / other:.1f} times as long as the longest wrong one"
                hint = "move what explains it into its reason, or make a wrong option as exact"
                yield Diagnostic(found.quiz.span, "Q010", problem, hint)
        alone = [found for found in measured if len(found.right) == 1]
        yield from _by_place(category, "longest", alone, 1)
        yield from _by_place(category, "shortest", alone, -1)


def _by_place(category: str, which: str, measured: Sequence[_Widths], sign: int) -> Iterator[Diagnostic]:
    """Of the quizzes of which one option is the longest (the shortest), as many are right ones as chance would have."""
    clear = [found for found in measured if found.stands_alone(sign)]
    hits = sorted((found for found in clear if found.lead(sign) > 1), key=lambda found: -found.lead(sign))
    others = sorted((found for found in clear if found.lead(sign) < 1), key=lambda found: -found.lead(sign))
    most = most_by_chance([found.chance for found in clear])
    fewest = len(clear) - most_by_chance([1 - found.chance for found in clear])
    count = f"in category {category!r} the right option is the {which} in {len(hits)} of {len(clear)} quizzes"
    if len(clear) < FEW:
        return
    if len(hits) > most:
        hint = f"even out the lengths, first where it shows most: {_names(hits)}"
        yield Diagnostic(hits[0].quiz.span, "Q009", f"{count}; chance allows at most {most}", hint)
    elif len(hits) < fewest:
        hint = f"then another option is safe to cross out; where little is missing: {_names(others)}"
        yield Diagnostic(others[0].quiz.span, "Q009", f"{count}; chance asks for at least {fewest}", hint)


def _names(quizzes: Sequence[_Widths]) -> str:
    return ", ".join(f"^{found.quiz.id}" for found in quizzes[:4])


def most_by_chance(chances: Sequence[float], level: float = LEVEL) -> int:
    """The largest count of hits that chance reaches with a probability above `level`, for independent chances."""
    counts, least = [1.0], 0  # counts[n]: the probability of `least + n` hits so far
    for chance in chances:
        missed = [before * (1 - chance) for before in counts]
        counts = [one + other * chance for one, other in zip([*missed, 0.0], [0.0, *counts], strict=True)]
        while counts[-1] < _NEVER:  # many chances: all but the middle of the curve is next to nothing
            counts.pop()
        start = next(place for place, count in enumerate(counts) if count >= _NEVER)
        counts, least = counts[start:], least + start
    tail = 0.0
    for hits in range(least + len(counts) - 1, 0, -1):
        tail += counts[hits - least] if hits >= least else 0.0
        if tail > level:
            return hits
    return 0


def check_patterns(vault: Vault) -> Iterator[Diagnostic]:
    """Quizzes with several right options do not nearly all have the same number of them."""
    for category, quizzes in _by_category(vault):
        shapes = Counter(shape for quiz in quizzes if (shape := _shape(quiz))[0] > 1)
        several = shapes.total()
        (right, options), count = shapes.most_common(1)[0] if shapes else ((0, 0), 0)
        if several >= FEW and count > SHARE * several:
            first = next(quiz for quiz in quizzes if _shape(quiz) == (right, options))
            pattern = f"{count} of the {several} quizzes with several right options have {right} of {options} right"
            hint = f"let at most {int(SHARE * several)} of them have it: add an option, or make one right or wrong"
            yield Diagnostic(first.span, "Q011", f"in category {category!r} {pattern}", hint)


def check_gaps(vault: Vault) -> Iterator[Diagnostic]:
    """What a summary hides is not the card's own name, and stands nowhere else in the sentence that is asked."""
    for card in study_cards(vault):
        names = [card.title, card.front.topic, card.name, *card.front.aliases]
        for text, span, (start, end) in _gaps(card):
            answer = text[start + 2 : end - 2]
            rest, key = f"{text[:start]} {text[end:]}", squeezed(answer)
            if not key:
                continue
            if any(key in squeezed(name) or _holds(answer, name) for name in names):
                problem = f"the gap =={answer}== hides the card's own name"
                yield Diagnostic(span, "Q012", problem, "mark what the definition says about it")
            elif key in squeezed(rest):
                problem = f"the words of the gap =={answer}== stand beside it"
                yield Diagnostic(span, "Q012", problem, "mark words that are said once")
            elif not key.isascii() and _GLOSS.match(text, end):
                problem = f"the gap =={answer}== is followed by its translation"
                yield Diagnostic(span, "Q012", problem, "mark the words in brackets too, or other words")


def _gaps(card: Card) -> Iterator[tuple[str, Span, tuple[int, int]]]:
    """Marked words of the summaries: the text they stand in, its place, and theirs in it."""
    for callout in card.callouts if card.marks else ():
        if callout.kind in SUMMARIES and "==" in f"{callout.title}{callout.body}":
            for text, line in _texts(callout):
                for marked in inline.mark_spans(text):
                    yield text, Span(card.path, callout.span.line + line), marked


def _texts(callout: Callout) -> Iterator[tuple[str, int]]:
    yield callout.title, 0
    for token in blocks.tokens(callout.body)[0]:
        if token.type == "inline":
            yield token.content, (token.map[0] if token.map else 0) + 1


def _holds(answer: str, name: str) -> bool:
    """Whether an answer holds a name: "complexity of attention", "position-wise feed-forward network", 欧几里得范数."""
    han = [part for part in map(squeezed, _BRACKET.split(name)) if len(part) > 1 and not part.isascii()]
    if any(part in squeezed(answer) for part in han):
        return True
    words = {word.rstrip("s") for word in re.findall(r"\w+", said(name).casefold()) if len(word) > 2}
    given = {word.rstrip("s") for word in re.findall(r"\w+", said(answer).casefold()) if len(word) > 2}
    return bool(words) and words <= given


def _by_category(vault: Vault) -> Iterator[tuple[str, list[Quiz]]]:
    """The complete quizzes of a language and category."""
    cards = sorted(study_cards(vault), key=lambda card: (card.lang, card.front.category, card.path))
    for (_, category), group in groupby(cards, key=lambda card: (card.lang, card.front.category)):
        yield category, [quiz for card in group for quiz in card.quizzes if 0 < _shape(quiz)[0] < len(quiz.options)]


def _measured(quiz: Quiz) -> _Widths:
    right = tuple(max(1, width(option.text)) for option in quiz.options if option.correct)
    return _Widths(quiz, right, tuple(max(1, width(option.text)) for option in quiz.options if not option.correct))


def _shape(quiz: Quiz) -> tuple[int, int]:
    return sum(option.correct for option in quiz.options), len(quiz.options)
