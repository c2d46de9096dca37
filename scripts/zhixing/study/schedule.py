"""Everything that is known about a learner, derived from the events by replaying them through py-fsrs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from fsrs import Card as Memory
from fsrs import Rating, Scheduler, State

from zhixing.study.day import day_number, parsed
from zhixing.study.history import Event
from zhixing.study.items import KINDS, USUAL

DEFAULTS: dict[str, Any] = {
    "retention": 0.9,
    "new_per_day": 20,
    "reviews_per_day": 200,
    "kinds": list(USUAL),
    "interview_date": "",  # of a plan; none without it
    "minutes_per_day": 60,
    "role": "all",
}
_MOST_STABLE = 36_500.0  # days; the browser's implementation stops here


@dataclass(frozen=True)
class Answer:
    """One answer, with what was known before it; `was` is None for the first."""

    item: str
    grade: int
    day: int
    was: State | None


@dataclass
class Study:
    """The learner now."""

    scheduler: Scheduler
    settings: dict[str, Any]
    memories: dict[str, Memory] = field(default_factory=dict)  # items that were answered at least once
    suspended: set[str] = field(default_factory=set)
    buried: dict[str, datetime] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    quizzes: list[Event] = field(default_factory=list)
    ticks: dict[str, int] = field(default_factory=dict)  # ticked boxes, each with the study day of its tick
    interviews: list[Event] = field(default_factory=list)
    since: set[str] = field(
        default_factory=set
    )  # what was answered, and cards that were ticked, since the last interview


def replay(events: Sequence[Event], options: bytes) -> Study:
    """`events` are in the order that `merge` gives them, `options` the file that the browser schedules by."""
    undone = taken_back(events)
    valid = [event for event in events if event["type"] != "undo" and event["id"] not in undone]
    settings = _settings(valid)
    study = Study(make_scheduler(options, settings["retention"]), settings)
    for event in valid:
        _apply(study, event)
    return study


def advance(study: Study, events: Sequence[Event]) -> bool:
    """Go on from where the study stands; False if the events change the past, and all must be replayed."""
    if any(event["type"] in ("undo", "settings") for event in events):
        return False
    for event in events:
        _apply(study, event)
    return True


def taken_back(events: Sequence[Event]) -> set[str]:
    """Ids of events that were taken back. The newest undo speaks first: it may take back another undo."""
    undone: set[str] = set()
    for event in reversed(events):
        if event["type"] == "undo" and event["id"] not in undone:
            undone.add(event["of"])
    return undone


@lru_cache
def make_scheduler(options: bytes, retention: float) -> Scheduler:
    """FSRS-6 without chance: the same history gives the same dates everywhere."""
    given = json.loads(options)
    return Scheduler(
        parameters=given["weights"],
        desired_retention=retention,
        learning_steps=[timedelta(minutes=step) for step in given["learning_steps"]],
        relearning_steps=[timedelta(minutes=step) for step in given["relearning_steps"]],
        maximum_interval=given["maximum_interval"],
        enable_fuzzing=False,
    )


def review(scheduler: Scheduler, before: Memory | None, grade: int, at: datetime) -> Memory:
    """The memory after an answer, counting study days since the last one, not spans of 24 hours."""
    card = Memory(card_id=0) if before is None else copy(before)
    card.last_review = at - timedelta(days=elapsed_days(before, at)) if before is not None else None
    after, _ = scheduler.review_card(card, Rating(grade), at)
    after.stability = min(after.stability or 0.0, _MOST_STABLE)
    return after


def elapsed_days(memory: Memory | None, at: datetime) -> int:
    """Study days since the last review."""
    last = memory.last_review if memory is not None else None
    return max(0, day_number(at) - day_number(last)) if last is not None else 0


def retrievability(scheduler: Scheduler, memory: Memory | None, at: datetime) -> float:
    """The chance that an item is remembered now."""
    if memory is None:
        return 0.0
    shifted = copy(memory)
    shifted.last_review = at - timedelta(days=elapsed_days(memory, at))
    return float(scheduler.get_card_retrievability(shifted, at))


def last_grade(study: Study, item: str) -> int:
    """Of the last answer to an item; 0 before the first."""
    return next((answer.grade for answer in reversed(study.answers) if answer.item == item), 0)


def lapses_of(study: Study, item: str) -> int:
    """How often an item was forgotten after it had been known."""
    return sum(one.item == item and one.grade == 1 and one.was == State.Review for one in study.answers)


def is_kept(memory: Memory, days: int) -> bool:
    """Whether nine of ten such items would still be known after so many days."""
    return memory.state == State.Review and (memory.stability or 0.0) >= days


def _settings(events: Sequence[Event]) -> dict[str, Any]:
    """The last value of each setting; the kinds in one order."""
    settings = dict(DEFAULTS)
    for event in events:
        if event["type"] == "settings":
            settings |= {name: value for name, value in event.items() if name in DEFAULTS}
    settings["kinds"] = [kind for kind in KINDS if kind in settings["kinds"]]
    return settings


def _apply(study: Study, event: Event) -> None:
    kind, item = event["type"], event.get("item", "")
    if kind == "review":
        at, before = parsed(event["at"]), study.memories.get(item)
        study.memories[item] = review(study.scheduler, before, event["grade"], at)
        study.answers.append(Answer(item, event["grade"], day_number(at), before.state if before else None))
        study.since.add(item)
    elif kind == "suspend":
        study.suspended.add(item)
    elif kind == "resume":
        study.suspended.discard(item)
    elif kind == "bury":
        study.buried[item] = parsed(event["until"])
    elif kind == "quiz":
        study.quizzes.append(event)
    elif kind == "tick" and event["on"]:
        study.ticks[event["key"]] = day_number(parsed(event["at"]))
        study.since.add(event["key"].rpartition("#")[0])
    elif kind == "tick":
        study.ticks.pop(event["key"], None)
    elif kind == "interview":
        study.interviews.append(event)
        study.since.clear()
