"""Tasks in the learner's history: what was done with each, and the grade that it amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from zhixing.study.day import day_number, parsed
from zhixing.study.history import Event

_LAST = ("accepted", "late", "gave-up")
_AGAIN, _HARD, _GOOD, _EASY = 1, 2, 3, 4


def task_item(task: str) -> str:
    """The task's id among all that is scheduled; a block's id holds no slash."""
    return f"task/{task}"


@dataclass(frozen=True)
class Attempt:
    """What has been done with a task since it was last finished."""

    started: datetime | None = None
    limit: float = 0.0  # seconds; 0 if there is none
    hints: int = 0
    rejections: int = 0
    solved: bool = False  # at least once, at any time
    seen: bool = False
    hunts: int = 0

    def seconds(self, at: datetime) -> float:
        """How long it has been going on."""
        return max(0.0, (at - self.started).total_seconds()) if self.started else 0.0


def attempt(events: Sequence[Event], task: str) -> Attempt:
    """The attempt that is open now; events are in the order of time."""
    started, limit, hints, rejections, solved, seen, hunts = None, 0.0, 0, 0, False, False, 0
    for event in events:
        if event["type"] != "practice" or event["item"] != task_item(task):
            continue
        seen, deed = True, event["deed"]
        solved = solved or deed == "accepted"
        hunts += deed == "found"
        if deed in ("start", "timed"):
            started, limit, hints, rejections = parsed(event["at"]), float(event["seconds"]) * (deed == "timed"), 0, 0
        elif deed in _LAST:
            started, limit, hints, rejections = None, 0.0, 0, 0
        hints += deed == "hint"
        rejections += deed == "rejected"
    return Attempt(started, limit, hints, rejections, solved, seen, hunts)


def grade(accepted: bool, hints: int, rejections: int, seconds: float, minutes: float) -> int:
    """1 again, 2 hard, 3 good, 4 easy: hints and time count, a few wrong tries are part of writing code."""
    if not accepted:
        return _AGAIN
    if hints >= 2 or rejections > 3 or seconds > 180 * minutes:
        return _HARD
    if hints or rejections or seconds > 30 * minutes:
        return _GOOD
    return _EASY


def due_day(due: datetime, last: datetime | None) -> int:
    """The study day on which a task comes back: writing code again after a learning step of minutes proves nothing."""
    return max(day_number(due), day_number(last) + 1 if last else 0)


def concluded(task: str, mine: Attempt, result: str, minutes: float, at: datetime) -> list[Event]:
    """What a verdict adds to the history; `result` is "accepted" or why not. The browser knows the same rule."""
    seconds = mine.seconds(at)
    if result != "accepted":
        return done(task, "rejected", seconds) if result != "empty" else []
    if mine.started is None and mine.solved:
        return []  # judged again after it was solved: that is no new proof of memory
    late = bool(mine.limit) and seconds > mine.limit
    score = grade(not late, mine.hints, mine.rejections, seconds, minutes)
    return finished(task, "late" if late else "accepted", seconds, score)


def gave_up(task: str, mine: Attempt, at: datetime) -> list[Event]:
    """The reference was read before the task was solved."""
    return finished(task, "gave-up", mine.seconds(at), _AGAIN)


def finished(task: str, deed: str, seconds: float, score: int) -> list[Event]:
    """How an attempt ended, and the review that it amounts to."""
    item = task_item(task)
    return [
        {"type": "practice", "item": item, "deed": deed, "seconds": round(seconds, 3)},
        {"type": "review", "item": item, "grade": score, "source": "practice"},
    ]


def done(task: str, deed: str, seconds: float = 0.0) -> list[Event]:
    """A step on the way."""
    return [{"type": "practice", "item": task_item(task), "deed": deed, "seconds": round(seconds, 3)}]
