"""From a deck and a history to a plan, and how ready the learner is, topic by topic. The browser: `planned.ts`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from zhixing.study.day import day_number
from zhixing.study.due_tasks import due_tasks
from zhixing.study.items import Deck, DeckCard, StudyItem
from zhixing.study.plan import AGAIN, Given, Plan, PlanCard, PlanItem, PlanReview, PlanTask, make_plan
from zhixing.study.practice import task_item
from zhixing.study.progress import ANSWER_MINUTES, CardProgress, all_progress, is_learned, studied
from zhixing.study.queue import done_today
from zhixing.study.schedule import Study

ALWAYS = 3  # a question that is always asked makes its card one that must be known
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
    given = plan_given(deck, study, at, max(0, min(days, FARTHEST)))
    plan = make_plan(given)
    left = {one.card.key: one for one in all_progress(deck, study, at)}
    needed = sum(left[card.key].minutes_left for card in given.cards if card.wanted)
    planned = sum(day.minutes for day in plan.days)
    return Outlook(days, given, plan, tuple(_readiness(deck, study, plan)), needed, planned)


def is_wanted(item: StudyItem, study: Study) -> bool:
    """Whether the role asks it."""
    return study.settings["role"] == "all" or study.settings["role"] in item.roles


def _concerns(card: DeckCard, study: Study) -> bool:
    """Whether the role asks about a card."""
    return study.settings["role"] == "all" or study.settings["role"] in card.roles


def plan_given(deck: Deck, study: Study, at: datetime, days: int) -> Given:
    """What the plan is made of."""
    today, items = day_number(at), studied(deck, study)
    always = {item.card for item in items if item.often == ALWAYS and is_wanted(item, study)}
    fresh: dict[str, list[PlanItem]] = {card.key: [] for card in deck.cards}
    reviews: list[tuple[int, PlanReview]] = []
    for item in items:
        memory = study.memories.get(item.id)
        if memory is not None:
            first = max(0, day_number(memory.due) - today, _buried(item, study, at))
            comes = (first,) if is_learned(item, study) else (first, first + AGAIN[1])
            reviews.append((first, PlanReview(item.id, comes)))
        elif is_wanted(item, study):
            fresh[item.card].append(PlanItem(item.id, item.often))
    due = {task.id for task in due_tasks(deck.tasks, study, at)}
    tasks: dict[str, list[PlanTask]] = {card.key: [] for card in deck.cards}
    for task in deck.tasks:
        if task.id in due or task_item(task.id) not in study.memories:
            tasks[task.card].append(PlanTask(task.id, task.minutes))

    def card(one: CardProgress) -> PlanCard:
        key, row = one.card.key, one.card
        wanted = _concerns(row, study)
        new, code = tuple(fresh[key]), tuple(tasks[key]) if wanted else ()
        must = row.must or key in always
        return PlanCard(key, one.reading, must, wanted, row.prerequisites, new, code)

    cards = tuple(card(one) for one in all_progress(deck, study, at))
    ordered = tuple(review for _, review in sorted(reviews, key=lambda pair: pair[0]))
    done = done_today(study, at)[0]
    settings = study.settings
    return Given(
        days, settings["minutes_per_day"], spent_today(deck, study, at), settings["new_per_day"], done, cards, ordered
    )


def spent_today(deck: Deck, study: Study, at: datetime) -> int:
    """Minutes of today by the plan's own measure: a minute an answer, a task and a reading what they are said to take."""
    today = day_number(at)
    coding = {task_item(task.id): task.minutes for task in deck.tasks}
    answers = sum(coding.get(one.item, ANSWER_MINUTES) for one in study.answers if one.day == today)
    ticked = Counter(key.rpartition("#")[0] for key, day in study.ticks.items() if day == today)
    return answers + sum(_read_today(card, ticked[card.key]) for card in deck.cards)


def _read_today(card: DeckCard, ticked: int) -> int:
    return card.minutes * min(ticked, card.tasks) // card.tasks if card.tasks else 0


def _buried(item: StudyItem, study: Study, at: datetime) -> int:
    until = study.buried.get(item.id)
    return day_number(until) - day_number(at) if until is not None and at < until else 0


def _readiness(deck: Deck, study: Study, plan: Plan) -> list[Readiness]:
    """Each question weighs more the more often it is asked; a learned one counts whole, a begun one half."""
    category = {card.key: card.category for card in deck.cards if _concerns(card, study)}
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
