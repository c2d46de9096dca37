"""A check of questions that ask the same thing twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil

from zhixing.checks.placeholders import left_of_template
from zhixing.checks.questions import study_cards
from zhixing.model import Card, Diagnostic, Question, Quiz, Vault
from zhixing.syntax.said import topics

_SLIP = 1e-9  # of a product of shares; the sets are compared at last
ALIKE = 0.6  # of all words that one of two questions is about, the share that both are about


def check_repeats(vault: Vault) -> Iterator[Diagnostic]:
    """No two questions of a language are about the same words; what the template asks on two new cards is F020's to name."""
    for _, cards in groupby(sorted(study_cards(vault), key=lambda card: card.lang), key=lambda card: card.lang):
        asked = [(item, topics(item.question)) for card in cards for item in _asked(card)]
        for first, second in alike([words for _, words in asked]):
            one, other = asked[first][0], asked[second][0]
            if left_of_template(vault.cards[one.span.path]) and left_of_template(vault.cards[other.span.path]):
                continue
            problem = f"^{other.id} asks nearly what ^{one.id} asks on {one.span.path}:{one.span.line}"
            yield Diagnostic(other.span, "Q013", problem, "ask for something else, or delete one and link to the other")


def _asked(card: Card) -> tuple[Question | Quiz, ...]:
    return (*card.questions, *card.quizzes)


def alike(sets: Sequence[frozenset[str]], share: float = ALIKE) -> Iterator[tuple[int, int]]:
    """Each set that has at least `share` of all words in common with one before it, and the first such; by the rare words
    that each such pair must share. A set that repeats another is compared with no later one: of a thousand that are all
    alike each is named once.

    Two sets of a and b words that are so alike share at least `o = ⌈share / (1 + share) · (a + b)⌉` of them, so they have a
    common word among the first `a - o + 1` of the one and `b - o + 1` of the other, whatever order of the words both follow. With
    the rarest first, and sets of each size by themselves, few meet there: the work grows with the pairs that are close.
    """
    counts = Counter(word for words in sets for word in words)
    seen: dict[tuple[str, int, int], list[int]] = defaultdict(
        list
    )  # by a word, the size of the set and the word's place in it
    for place, words in enumerate(sets):
        size = len(words)
        if size < 2:
            continue
        rare = sorted(words, key=lambda word: (counts[word], word))
        met: set[int] = set()
        for other in range(ceil(share * size - _SLIP), int(size / share + _SLIP) + 1):
            common = ceil(share / (1 + share) * (size + other) - _SLIP)
            for word in rare[: size - common + 1]:
                for at in range(other - common + 1):
                    met.update(seen.get((word, other, at), ()))
        first = next((one for one in sorted(met) if len(words & sets[one]) >= share * len(words | sets[one])), None)
        if first is not None:
            yield first, place
            continue
        least = ceil(share * size - _SLIP)  # words in common with the smallest set that may be alike
        for at, word in enumerate(rare[: size - least + 1]):
            seen[word, size, at].append(place)
