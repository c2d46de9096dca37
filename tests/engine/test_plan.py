"""The plan to a date: what must hold of every plan, on plans made up by Hypothesis; then whole histories."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")

from zhixing.study.plan import (
    AGAIN,
    FIRST,
    PIECE,
    Given,
    Plan,
    PlanCard,
    PlanCase,
    PlanItem,
    PlanReview,
    PlanStep,
    PlanTask,
    make_plan,
)


@st.composite
def cards(draw: st.DrawFn) -> tuple[PlanCard, ...]:
    """Cards of a path; some name cards that come later, or none that there is."""
    count = draw(st.integers(0, 9))
    keys = [f"c{number}" for number in range(count)]
    made = []
    for key in keys:
        before = draw(st.lists(st.sampled_from([*keys, "gone"]), max_size=3, unique=True))
        items = tuple(PlanItem(f"{key}i{n}", draw(st.integers(0, 3))) for n in range(draw(st.integers(0, 4))))
        tasks = tuple(PlanTask(f"{key}t{n}", draw(st.integers(1, 40))) for n in range(draw(st.integers(0, 2))))
        minutes = draw(st.one_of(st.just(0), st.integers(1, 120)))
        flags = draw(st.booleans()), draw(st.booleans())
        others = tuple(one for one in before if one != key)
        deep = draw(st.one_of(st.just(0), st.integers(1, 60))) if minutes else 0
        made.append(PlanCard(key, minutes, *flags, others, items, tasks, draw(st.integers(0, 99)), deep))
    return tuple(made)


@st.composite
def givens(draw: st.DrawFn) -> Given:
    reviews = draw(st.lists(st.lists(st.integers(0, 15), min_size=1, max_size=2), max_size=12))
    path = draw(cards())
    keys = [card.key for card in path]
    linked = st.lists(st.sampled_from([*keys, "gone"]), max_size=3, unique=True)
    minutes, often = st.integers(20, 45), st.integers(0, 3)
    cases = [PlanCase(f"d{n}", draw(minutes), draw(often), tuple(draw(linked))) for n in range(draw(st.integers(0, 3)))]
    read = [card.key for card in path if not card.minutes][:1]
    steps = [PlanStep("read", key, PIECE) for key in read] + [
        PlanStep("code", "weak", 12),
        PlanStep("case", "weak-case", 30),
    ]
    return Given(
        draw(st.integers(0, 12)),
        draw(st.integers(1, 150)),
        draw(st.integers(0, 200)),
        draw(st.integers(0, 12)),
        draw(st.integers(0, 12)),
        path,
        tuple(PlanReview(f"r{number}", tuple(sorted(days))) for number, days in enumerate(reviews)),
        tuple(cases),
        tuple(draw(st.lists(st.sampled_from(steps), max_size=3, unique=True))),
    )


def earlier(one: Given, card: PlanCard) -> list[PlanCard]:
    """What a card builds on, of the cards before it on the path."""
    place = {other.key: number for number, other in enumerate(one.cards)}
    return [one.cards[place[key]] for key in card.prerequisites if place.get(key, len(place)) < place[card.key]]


def read_by(one: Given, plan: Plan) -> dict[str, int]:
    """The day on which each card is read to its end; those that were read before, today."""
    known = {card.key: 0 for card in one.cards if not card.minutes}
    days = dict(known)
    for number, day in enumerate(plan.days):
        days |= {key: number for key, _ in day.reading if days.get(key) != 0}
    return {key: day for key, day in days.items() if key in known or key not in plan.cards_left}


def room(one: Given, plan: Plan) -> list[int]:
    """Minutes that each day has left."""
    return [max(0, one.minutes - (one.spent if not n else 0)) - day.minutes for n, day in enumerate(plan.days)]


@given(givens())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_every_day_keeps_its_time_and_says_it(one: Given) -> None:
    plan = make_plan(one)
    length = {task.id: task.minutes for card in one.cards for task in card.tasks} | {"weak": 12}
    design = {case.id: case.minutes for case in one.cases} | {"weak-case": 30}
    assert len(plan.days) == one.days
    assert all(left >= 0 for left in room(one, plan))
    for number, day in enumerate(plan.days):
        spent = sum(minutes for _, minutes in day.reading) + sum(length[task] for task in day.tasks)
        spent += sum(design[case] for case in day.cases) + sum(minutes for _, minutes in day.deeper)
        assert day.minutes == spent + FIRST * len(day.fresh) + len(day.reviews)
        assert len(day.fresh) <= max(0, one.fresh - (one.fresh_done if not number else 0))
        assert len(set(day.reviews)) == len(day.reviews)


@given(givens())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_nothing_comes_before_what_it_builds_on(one: Given) -> None:
    plan = make_plan(one)
    read = read_by(one, plan)
    again = {step.id for step in one.steps if step.kind == "read"}
    first = {key: n for n, day in reversed(list(enumerate(plan.days))) for key, _ in day.reading if key not in again}
    card_of = {
        ident: card for card in one.cards for ident in (*(i.id for i in card.items), *(t.id for t in card.tasks))
    }
    for card in one.cards:
        if card.key in first:
            for before in earlier(one, card):
                assert read[before.key] <= first[card.key]
                if read[before.key] == first[card.key] and before.minutes:
                    order = [key for key, _ in plan.days[first[card.key]].reading]
                    assert order.index(before.key) < order.index(card.key)
    for number, day in enumerate(plan.days):
        for ident in (*day.fresh, *(task for task in day.tasks if task != "weak")):
            assert read[card_of[ident].key] <= number
        for key, _ in day.deeper:
            assert read[key] <= number
        for case in (case for case in one.cases if case.id in day.cases):
            assert all(read.get(key, 0) <= number for key in case.cards)
            assert not set(case.cards) & (set(plan.cards_left) - again)
        for ident in day.reviews:
            if ident in card_of:
                (asked,) = (n for n, other in enumerate(plan.days) if ident in other.fresh)
                assert number >= asked + AGAIN[0]


@given(givens())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_all_of_a_thing_is_in_the_plan_or_said_to_be_left_out(one: Given) -> None:
    plan = make_plan(one)
    minutes = Counter({card.key: card.minutes for card in one.cards})
    shown: Counter[str] = Counter()
    for day in plan.days:
        for key, piece in day.reading:
            shown[key] += piece
    again = {step.id for step in one.steps if step.kind == "read"}
    for key in again:
        assert (shown.pop(key, 0) == PIECE) != (key in plan.cards_left)
    left = set(plan.cards_left) - again
    meant = {card.key for card in one.cards if card.wanted} | set(shown) | left
    assert all(shown[key] == (0 if key in left else minutes[key]) for key in meant)
    for card in one.cards:
        if card.wanted:
            assert (card.key in left) != (card.key in read_by(one, plan))
        if card.key not in meant:
            continue
        for item in card.items:
            assert (item.id in plan.items_left) + sum(item.id in day.fresh for day in plan.days) == 1
        for task in card.tasks:
            assert (task.id in plan.tasks_left) + sum(task.id in day.tasks for day in plan.days) == 1
    deeper: Counter[str] = Counter()
    for key, piece in (pair for day in plan.days for pair in day.deeper):
        deeper[key] += piece
    for card in one.cards:
        is_read = card.key in meant and card.key not in left
        assert deeper[card.key] in ((0, card.deep) if is_read else (0,))
        assert (card.key in plan.deeper_left) == (is_read and deeper[card.key] < card.deep)
    for ident in (*(case.id for case in one.cases), *(step.id for step in one.steps if step.kind == "case")):
        assert (ident in plan.cases_left) + sum(ident in day.cases for day in plan.days) == 1
    for review in one.reviews:
        coming = sum(review.id in day.reviews for day in plan.days)
        expected = sum(day < one.days for day in review.days)
        assert (review.id in plan.reviews_left and not coming) or coming <= expected


@given(givens())
@settings(max_examples=120, deadline=None, derandomize=True)
def test_what_is_left_out_does_not_fit_into_what_is_free(one: Given) -> None:
    plan = make_plan(one)
    free, read = room(one, plan), read_by(one, plan)
    cards = {card.key: card for card in one.cards}
    again = {step.id for step in one.steps if step.kind == "read"}
    for key in (key for key in plan.cards_left if key not in again):
        before = [read.get(other.key) for other in earlier(one, cards[key])]
        if None not in before:
            start = max((day for day in before if day is not None), default=0)
            assert not fits_reading(free[start:], cards[key].minutes, one.minutes), key
    fresh = [one.fresh - len(day.fresh) - (one.fresh_done if not n else 0) for n, day in enumerate(plan.days)]
    for card in one.cards:
        for item in card.items:
            if item.id in plan.items_left:
                for day in range(read.get(card.key, one.days), one.days):
                    assert not (free[day] >= FIRST and fresh[day] > 0 and comes_back(free, day)), item.id
        for task in card.tasks:
            if task.id in plan.tasks_left:
                assert all(minutes < task.minutes for minutes in free[read.get(card.key, one.days) :])
    for case in one.cases:
        if case.id in plan.cases_left and not set(case.cards) & (set(plan.cards_left) - again):
            start = max((read[key] for key in case.cards if key in read), default=0)
            assert all(minutes < case.minutes for minutes in free[start:]), case.id
    for key in plan.deeper_left:
        assert not fits_reading(free[read[key] :], cards[key].deep, one.minutes), key
    for step in one.steps:
        if step.id in (*plan.cases_left, *plan.tasks_left):
            assert all(minutes < step.minutes for minutes in free)


def fits_reading(free: list[int], minutes: int, day: int) -> bool:
    """Another way to say it: whole pieces, day after day."""
    for left in free:
        if left >= min(PIECE, day, minutes):
            minutes -= min(left, minutes)
        if not minutes:
            return True
    return False


def comes_back(free: list[int], day: int) -> bool:
    """Whether a question of a day finds its days of repetition."""
    last = day
    for wanted in (day + AGAIN[0], day + sum(AGAIN)):
        if wanted < len(free):
            found = [later for later in range(max(wanted, last + 1), len(free)) if free[later] > 0]
            if not found:
                return False
            last = found[0]
    return True


@given(givens())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_plan_is_the_same_each_time_and_its_input_stays_as_it_was(one: Given) -> None:
    copy = replace(one)
    assert make_plan(one) == make_plan(one)
    assert one == copy


def test_must_know_comes_first_and_what_does_not_fit_is_named() -> None:
    plain = PlanCard("plain", 60, items=(PlanItem("p", 1),))
    must = PlanCard("must", 60, must=True, items=(PlanItem("often", 3), PlanItem("seldom", 0)))
    plan = make_plan(Given(2, 40, cards=(plain, must)))
    assert [day.reading for day in plan.days] == [[("must", 40)], [("must", 20)]]
    assert plan.days[1].fresh == ["often", "seldom"]
    assert plan.cards_left == ["plain"]


def test_what_a_card_without_a_day_would_ask_does_not_fit_either() -> None:
    card = PlanCard("a", 60, must=True, items=(PlanItem("x", 3), PlanItem("y", 1)), tasks=(PlanTask("t", 5),))
    plan = make_plan(Given(0, 60, cards=(card, replace(card, key="b", must=False, items=(PlanItem("z"),), tasks=()))))
    assert (plan.cards_left, plan.items_left, plan.tasks_left) == (["a", "b"], ["x", "y", "z"], ["t"])


def test_code_is_written_beside_the_reading_and_does_not_wait_for_all_of_it() -> None:
    """In a fortnight of two hours a day an engineer of inference wrote no code at all: reading took every day."""
    cards = tuple(
        PlanCard(f"c{n}", 40, must=True, weight=9 - n, tasks=(PlanTask(f"t{n}", 20), PlanTask(f"u{n}", 20)))
        for n in range(4)
    )
    plan = make_plan(Given(3, 60, cards=cards))
    assert [day.reading for day in plan.days] == [[("c0", 40)], [("c1", 40)], [("c2", 40)]]
    assert [day.tasks for day in plan.days] == [["t0"], ["t1"], ["t2"]]
    assert (plan.cards_left, plan.tasks_left) == (["c3"], ["t3", "u0", "u1", "u2", "u3"])


def test_what_is_deeper_on_a_card_comes_after_all_else_and_only_where_time_is_left() -> None:
    first = PlanCard("first", 20, must=True, items=(PlanItem("x", 3),), deep=30)
    second = PlanCard("second", 20, deep=40)
    plan = make_plan(Given(2, 50, cards=(first, second), cases=(PlanCase("d", 20),)))
    assert [day.reading for day in plan.days] == [[("first", 20), ("second", 20)], []]
    assert [day.cases for day in plan.days] == [[], ["d"]]
    assert [day.deeper for day in plan.days] == [[], [("first", 30)]]
    assert (plan.deeper_left, plan.is_whole) == (["second"], False)
    assert make_plan(Given(9, 50, cards=(first, second))).is_whole


def test_a_card_is_read_also_in_days_that_are_shorter_than_a_piece() -> None:
    """Ten minutes a day, the least that can be set, had no room for any reading."""
    plan = make_plan(Given(3, 10, cards=(PlanCard("a", 24, items=(PlanItem("x"),)),)))
    assert [day.reading for day in plan.days] == [[("a", 10)], [("a", 10)], [("a", 4)]]
    assert (plan.days[2].fresh, plan.cards_left) == (["x"], [])


def test_a_card_of_another_role_is_read_only_where_something_builds_on_it() -> None:
    base = PlanCard("base", 30, wanted=False, items=(PlanItem("b"),))
    other = PlanCard("other", 30, wanted=False)
    top = PlanCard("top", 30, prerequisites=("base",))
    plan = make_plan(Given(1, 90, cards=(base, other, top)))
    assert plan.days[0].reading == [("base", 30), ("top", 30)]
    assert plan.cards_left == []


def test_reviews_that_are_due_come_before_anything_new() -> None:
    reviews = tuple(PlanReview(f"r{number}", (0,)) for number in range(8))
    plan = make_plan(Given(1, 10, cards=(PlanCard("a", 0, items=(PlanItem("x"), PlanItem("y"))),), reviews=reviews))
    assert len(plan.days[0].reviews) == 8
    assert (plan.days[0].fresh, plan.items_left) == (["x"], ["y"])


def test_no_day_and_nothing_to_do() -> None:
    assert make_plan(Given(0, 60)) == Plan([])
    assert make_plan(Given(0, 60, cards=(PlanCard("a", 5),))).cards_left == ["a"]
    assert [day.minutes for day in make_plan(Given(3, 60)).days] == [0, 0, 0]


def test_a_missed_day_moves_its_work_and_a_fast_one_frees_time() -> None:
    cards = (PlanCard("a", 60), PlanCard("b", 60, prerequisites=("a",)), PlanCard("c", 60, prerequisites=("b",)))
    whole = make_plan(Given(3, 60, cards=cards))
    assert [day.reading for day in whole.days] == [[("a", 60)], [("b", 60)], [("c", 60)]]
    missed = make_plan(Given(2, 60, cards=cards))
    assert [day.reading for day in missed.days] == [[("a", 60)], [("b", 60)]]
    assert missed.cards_left == ["c"]
    fast = make_plan(Given(2, 60, cards=(replace(cards[0], minutes=0), replace(cards[1], minutes=10), cards[2])))
    assert [day.reading for day in fast.days] == [[("b", 10), ("c", 50)], [("c", 10)]]


def test_what_an_interview_showed_comes_before_all_that_is_new() -> None:
    card = PlanCard("a", 30, must=True, items=(PlanItem("x", 3),))
    known = PlanCard("known", 0)
    steps = (PlanStep("read", "known", 15), PlanStep("code", "t", 12), PlanStep("case", "d", 25))
    plan = make_plan(Given(2, 60, cards=(known, card), steps=steps))
    assert (plan.days[0].reading, plan.days[0].tasks, plan.days[0].cases) == ([("known", 15)], ["t"], ["d"])
    assert plan.days[1].reading == [("a", 30)]
    assert make_plan(Given(1, 20, cards=(known, card), steps=steps)).cases_left == ["d"]


def test_a_case_of_design_comes_after_the_cards_that_it_needs_and_often_asked_ones_before_other_cards() -> None:
    must, plain = PlanCard("must", 30, must=True), PlanCard("plain", 60)
    often, seldom = PlanCase("often", 30, 3, ("must",)), PlanCase("seldom", 30, 1, ("plain", "of another role"))
    plan = make_plan(Given(3, 60, cards=(must, plain), cases=(seldom, often)))
    assert [day.cases for day in plan.days] == [["often"], [], ["seldom"]]
    assert [day.reading for day in plan.days] == [[("must", 30)], [("plain", 60)], []]
    assert make_plan(Given(1, 60, cases=(PlanCase("d", 61, 3),))).cases_left == ["d"]


def test_what_the_role_asks_most_is_not_crowded_out_by_what_stands_early_on_the_path() -> None:
    """In a fortnight of two hours a day an engineer of inference had no day for the KV cache."""
    early = tuple(PlanCard(f"early{number}", 60, must=True, weight=10) for number in range(4))
    late = PlanCard("cache", 60, must=True, prerequisites=("early1",), weight=90)
    plan = make_plan(Given(3, 60, cards=(*early, late)))
    assert [day.reading for day in plan.days] == [[("early0", 60)], [("early1", 60)], [("cache", 60)]]
    assert plan.cards_left == ["early2", "early3"]
