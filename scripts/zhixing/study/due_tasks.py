"""Which tasks come back today; the browser has the same rule (`coding.ts`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from zhixing.study.day import day_number
from zhixing.study.items import DeckTask
from zhixing.study.practice import due_day, task_item
from zhixing.study.schedule import Study


def due_tasks(tasks: Iterable[DeckTask], study: Study, at: datetime) -> list[DeckTask]:
    """Tasks that were finished once and are due, the longest due first; equal ones stay in the order of the deck."""
    today = day_number(at)
    found = [(day, task) for task in tasks if (day := _day(task_item(task.id), study, at)) is not None and day <= today]
    return [task for _, task in sorted(found, key=lambda pair: pair[0])]


def is_open(item: str, study: Study, at: datetime) -> bool:
    """Whether a task or a case is to be done: for the first time, or again."""
    day = _day(item, study, at)
    return item not in study.memories or (day is not None and day <= day_number(at))


def _day(item: str, study: Study, at: datetime) -> int | None:
    """The study day on which it comes back; None if never, or if it was put aside."""
    memory, until = study.memories.get(item), study.buried.get(item)
    if memory is None or item in study.suspended or (until is not None and at < until):
        return None
    return due_day(memory.due, memory.last_review)
