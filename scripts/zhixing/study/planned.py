"""From a deck and a history to a plan, and how ready the learner is, topic by topic. The browser: `planned.ts`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from zhixing.study.day import day_number
from zhixing.study.due_tasks import is_open
from zhixing.study.interview import steps_left
from zhixing.study.items import ALWAYS, Deck, DeckCard, DeckCase, StudyItem
from zhixing.study.plan import (
    AGAIN,
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
from zhixing.study.practice import task_item
from zhixing.study.progress import ANSWER_MINUTES, CardProgress, all_progress, case_minutes, is_learned, studied
from zhixing.study.queue import done_today
from zhixing.study.schedule import Study

FARTHEST = 366  # days; who plans further ahead plans in vain
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True)
class Readiness:
    """Of a topic, in percent: what is known now, and what will have been learned by the plan."""

    category: str
    now: int
    later: int


@dataclass(frozen=True)
class Outlook:
    """The plan of today; `days` are those before the interview, fewer than none if it is past."""

    days: int
    given: Given
    plan: Plan
    readiness: tuple[Readiness, ...]
    needed: int  # minutes for all that the role asks
    planned: int


def days_until(day: str, at: datetime) -> int:
    """Study days from today to the day before a date like 2026-11-30."""
    return date.fromisoformat(day).toordinal() - _EPOCH - day_number(at)


def date_of(at: datetime, later: int) -> date:
    """The calendar day so many study days after today."""
    return date.fromordinal(_EPOCH + day_number(at) + later)


def outlook(deck: Deck, study: Study, at: datetime) -> Outlook | None:
    """None where no interview has a date."""
    if not study.settings["interview_date"]:
        return None
    days = days_until(study.settings["interview_date"], at)
    given, plan = _best(deck, study, at, max(0, min(days, FARTHEST)))
    left = {one.card.key: one for one in all_progress(deck, study, at)}
    needed = sum(left[card.key].minutes_left for card in given.cards if card.wanted)
    needed += case_minutes([case for case in deck.cases if is_wanted(case, study)], study)
    planned = sum(day.minutes for day in plan.days)
    return Outlook(days, given, plan, tuple(_readiness(deck, study, plan)), needed, planned)


def _best(deck: Deck, study: Study, at: datetime, days: int) -> tuple[Given, Plan]:
    """Whole cards where everything fits; else what their pages fold comes last, as far as time is left for it."""
    given = plan_given(deck, study, at, days)
    plan = make_plan(given)
    if not plan.is_whole:
        given = plan_given(deck, study, at, days, is_brief=True)
        plan = make_plan(given)
    return given, plan


def is_wanted(asked: StudyItem | DeckCard | DeckCase, study: Study) -> bool:
    """Whether the role asks it, or about it."""
    return study.settings["role"] == "all" or study.settings["role"] in asked.roles


def plan_given(deck: Deck, study: Study, at: datetime, days: int, is_brief: bool = False) -> Given:
    """What the plan is made of; a brief one reads first what the pages show before anyone opens a fold."""
    today, items = day_number(at), studied(deck, study)
    always = {item.card for item in items if item.often == ALWAYS and is_wanted(item, study)}
    fresh: dict[str, list[PlanItem]] = {card.key: [] for card in deck.cards}
    weight = dict.fromkeys(fresh, 0)
    for item in items:  # what few roles ask says more about a role than what all of them do
        weight[item.card] += 12 * (1 + item.often) // max(1, len(item.roles)) if is_wanted(item, study) else 0
    reviews: list[tuple[int, PlanReview]] = []
    for item in items:
        memory = study.memories.get(item.id)
        if memory is not None:
            first = max(0, day_number(memory.due) - today, _buried(item, study, at))
            comes = (first,) if is_learned(item, study) else (first, first + AGAIN[1])
            reviews.append((first, PlanReview(item.id, comes)))
        elif is_wanted(item, study):
            fresh[item.card].append(PlanItem(item.id, item.often))
    steps = _steps(deck, study, at)
    again = {(step.kind, step.id) for step in steps}
    weak = {step.id for step in steps_left(deck, study) if step.kind == "read"}
    tasks: dict[str, list[PlanTask]] = {card.key: [] for card in deck.cards}
    for task in deck.tasks:
        if is_open(task_item(task.id), study, at) and ("code", task.id) not in again:
            tasks[task.card].append(PlanTask(task.id, task.minutes))
    cases = tuple(
        PlanCase(case.id, case.minutes, case.often, case.cards)
        for case in deck.cases
        if is_wanted(case, study) and is_open(case.id, study, at) and ("case", case.id) not in again
    )

    def card(one: CardProgress) -> PlanCard:
        key, row = one.card.key, one.card
        wanted = is_wanted(row, study) or key in weak
        new, code = tuple(fresh[key]), tuple(tasks[key]) if wanted else ()
        must = row.must or key in always or key in weak
        first = -(-one.reading * _minutes(row, is_brief) // row.minutes) if row.minutes else 0
        deep = one.reading - first
        return PlanCard(key, first, must, wanted, row.prerequisites, new, code, weight[key], deep)

    cards = tuple(card(one) for one in all_progress(deck, study, at))
    ordered = tuple(review for _, review in sorted(reviews, key=lambda pair: pair[0]))
    done = done_today(study, at)[0]
    settings = study.settings
    spent = spent_today(deck, study, at, is_brief)
    return Given(
        days, settings["minutes_per_day"], spent, settings["new_per_day"], done, cards, ordered, cases, tuple(steps)
    )


def _steps(deck: Deck, study: Study, at: datetime) -> list[PlanStep]:
    """What the last interview puts at the head of the plan. A card that was never read is not read again: it must be known."""
    unread = {one.card.key for one in all_progress(deck, study, at) if one.reading}
    card = {one.key: min(PIECE, one.minutes) for one in deck.cards}
    minutes = {
        "read": {key: time for key, time in card.items() if key not in unread},
        "code": {task.id: task.minutes for task in deck.tasks},
        "case": {case.id: case.minutes for case in deck.cases},
    }
    left = [step for step in steps_left(deck, study) if step.id in minutes[step.kind]]
    return [PlanStep(step.kind, step.id, minutes[step.kind][step.id]) for step in left]


def spent_today(deck: Deck, study: Study, at: datetime, is_brief: bool) -> int:
    """Minutes of today by the plan's own measure: a minute an answer, a task and a reading what they are said to take."""
    today = day_number(at)
    longer = {task_item(task.id): task.minutes for task in deck.tasks}
    longer |= {case.id: case.minutes for case in deck.cases}
    answers = sum(longer.get(one.item, ANSWER_MINUTES) for one in study.answers if one.day == today)
    ticked = Counter(key.rpartition("#")[0] for key, day in study.ticks.items() if day == today)
    return answers + sum(_read_today(card, ticked[card.key], is_brief) for card in deck.cards)


def _read_today(card: DeckCard, ticked: int, is_brief: bool) -> int:
    return _minutes(card, is_brief) * min(ticked, card.tasks) // card.tasks if card.tasks else 0


def _minutes(card: DeckCard, is_brief: bool) -> int:
    return card.first or card.minutes if is_brief else card.minutes


def _buried(item: StudyItem, study: Study, at: datetime) -> int:
    until = study.buried.get(item.id)
    return day_number(until) - day_number(at) if until is not None and at < until else 0


def _readiness(deck: Deck, study: Study, plan: Plan) -> list[Readiness]:
    """Each question weighs more the more often it is asked; a learned one counts whole, a begun one half."""
    category = {card.key: card.category for card in deck.cards if is_wanted(card, study)}
    coming = {ident for day in plan.days for ident in (*day.fresh, *day.reviews)}
    sums: dict[str, list[int]] = {one.id: [0, 0, 0] for one in deck.categories}
    for item in studied(deck, study):
        if not is_wanted(item, study) or category.get(item.card) not in sums:
            continue
        weight = 1 + item.often
        known = 2 if is_learned(item, study) else 1 if item.id in study.memories else 0
        row = sums[category[item.card]]
        row[0] += 2 * weight
        row[1] += known * weight
        row[2] += (2 if item.id in coming else known) * weight
    return [
        Readiness(key, 100 * now // whole, 100 * later // whole) for key, (whole, now, later) in sums.items() if whole
    ]
