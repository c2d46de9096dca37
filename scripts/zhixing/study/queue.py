"""What is asked next: learning steps whose minute has come, due reviews, new items, within the day's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fsrs import State

from zhixing.study.day import day_end, day_number
from zhixing.study.history import Event
from zhixing.study.items import StudyItem
from zhixing.study.schedule import Study, taken_back

_AHEAD = timedelta(minutes=20)  # a learning step that is this near is asked early rather than letting the learner wait
_STEPS = ("review", "quiz", "suspend", "bury")


@dataclass(frozen=True)
class Queue:
    """Items in the order in which they are asked, and how much there is of each sort."""

    items: tuple[StudyItem, ...]
    learning: int
    reviews: int
    fresh: int
    waiting: datetime | None  # when the next learning step comes if there is nothing to ask now


def make_queue(
    items: Iterable[StudyItem],
    study: Study,
    at: datetime,
    asked: Sequence[StudyItem] | None = None,
    again: Sequence[StudyItem] = (),
) -> Queue:
    """`items` are in the order of the deck; sorting is stable, so equal ones stay in it.

    `asked` are the new ones of today, else as many as the limit allows; `again` come although they are not due.
    """
    open_items = [item for item in items if not is_aside(item, study, at)]
    memories = study.memories

    def due(item: StudyItem) -> datetime:
        return memories[item.id].due

    known = [item for item in open_items if item.id in memories]
    stepping = sorted((item for item in known if memories[item.id].state != State.Review), key=due)
    end = day_end(at)
    ripe = sorted((item for item in known if memories[item.id].state == State.Review and due(item) < end), key=due)
    unseen = [item for item in open_items if item.id not in memories]

    fresh_done, reviews_done = done_today(study, at)
    learning = [item for item in stepping if due(item) <= at]
    reviews = ripe[: max(0, study.settings["reviews_per_day"] - reviews_done)]
    fresh = unseen[: max(0, study.settings["new_per_day"] - fresh_done)] if asked is None else asked
    extra = [item for item in again if item not in reviews]
    ready = [*learning, *reviews, *fresh, *extra]
    near = [item for item in stepping if due(item) <= at + _AHEAD]
    later = due(stepping[0]) if stepping and not ready and not near else None
    steps = sum(due(item) < end for item in stepping)
    return Queue(tuple(ready or near), steps, len(reviews) + len(extra), len(fresh), later)


def is_aside(item: StudyItem, study: Study, at: datetime) -> bool:
    """Whether an item is suspended or buried."""
    until = study.buried.get(item.id)
    return item.id in study.suspended or (until is not None and at < until)


def done_today(study: Study, at: datetime) -> tuple[int, int]:
    """How many answers of today count against the limits of new items and of reviews."""
    today = [answer for answer in study.answers if answer.day == day_number(at)]
    return sum(answer.was is None for answer in today), sum(answer.was == State.Review for answer in today)


def forecast(items: Iterable[StudyItem], study: Study, at: datetime, days: int) -> list[int]:
    """How many known items fall due on each of the next study days; what is overdue counts for today."""
    ends = [day_end(at, later) for later in range(days)]
    counts = [0] * days
    for item in items:
        memory = study.memories.get(item.id)
        if memory is None or item.id in study.suspended:
            continue
        day = next((day for day, end in enumerate(ends) if memory.due < end), None)
        if day is not None:
            counts[day] += 1
    return counts


def last_step(events: Sequence[Event]) -> list[Event]:
    """What the learner did last: the events of one step, which undo takes back together."""
    undone = taken_back(events)
    steps = [e for e in events if e["type"] in _STEPS and e["id"] not in undone]
    return [event for event in steps if event["at"] == steps[-1]["at"]]
