"""The arithmetic behind the checks of giveaways: tails of chance, pairs that are alike, what is seen of a line."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zhixing.checks.giveaways import most_by_chance
from zhixing.checks.repeats import alike
from zhixing.checks.spoken import LABELS
from zhixing.page.words import ANSWER_PARTS
from zhixing.syntax.said import said, topics, width

chances = st.lists(st.sampled_from([1 / 2, 1 / 3, 1 / 4, 3 / 4]), max_size=8)


@given(chances, st.sampled_from([0.01, 0.05, 0.2]))
def test_most_by_chance_is_the_tail_of_all_outcomes(single: list[float], level: float) -> None:
    def tail(least: int) -> float:
        outcomes = (out for out in product((0, 1), repeat=len(single)) if sum(out) >= least)
        return sum(prod(p if hit else 1 - p for p, hit in zip(single, out, strict=True)) for out in outcomes)

    most = most_by_chance(single, level)
    assert most == 0 or tail(most) > level
    assert most == len(single) or tail(most + 1) <= level


words = st.frozensets(st.sampled_from("abcdefghij"), max_size=7)


@given(st.lists(words, max_size=12), st.sampled_from([0.5, 0.6, 0.8, 1.0]))
def test_alike_names_what_comparing_each_with_all_before_it_names(sets: list[frozenset[str]], share: float) -> None:
    close, kept = [], []
    for place, words in enumerate(sets):
        same = [one for one in kept if len(words & sets[one]) >= share * len(words | sets[one])]
        if len(words) > 1 and same:
            close.append((same[0], place))
        elif len(words) > 1:
            kept.append(place)
    assert list(alike(sets, share)) == close


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("The branches by $1/\\sqrt{L}$", "The branches by 1/xL"),
        ("see [[KV_Cache|the cache]] and `code`", "see the cache and code"),
        ("==marked== **bold** %%hidden%%", "marked bold"),
        ("$\\text{LN}(x)$", "LN(x)"),
    ],
)
def test_what_is_seen_of_a_line(written: str, seen: str) -> None:
    assert said(written) == seen
    assert width(written) == len(seen)


def test_a_chinese_character_takes_two_columns() -> None:
    assert width("键轴 S") == 6


def test_a_question_is_about_its_words_whatever_the_order() -> None:
    assert topics("What is the norm of $(3, 4)$?") == topics("Of (3, 4), which is the norm?") == {"norm", "3", "4"}
    assert topics("为什么需要位置编码？") == {"需要", "要位", "位置", "置编", "编码"}


def test_the_check_knows_a_short_answer_by_the_labels_of_the_page() -> None:
    assert {label.casefold() for label in LABELS} == {label for label, part in ANSWER_PARTS.items() if part == "short"}
