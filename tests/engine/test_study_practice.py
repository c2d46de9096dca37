"""Tasks in the history: the attempt that is open, and the grade that it amounts to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from zhixing.study.history import Event, history_bytes, merge, parse_history, stamp
from zhixing.study.practice import attempt, done, due_day, finished, grade

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("accepted", "hints", "rejections", "seconds", "expected"),
    [
        (False, 0, 0, 10, 1),
        (True, 0, 0, 100, 4),
        (True, 0, 0, 400, 3),
        (True, 1, 0, 100, 3),
        (True, 0, 2, 100, 3),
        (True, 2, 0, 100, 2),
        (True, 0, 4, 100, 2),
        (True, 0, 0, 2000, 2),
    ],
)
def test_grade(accepted: bool, hints: int, rejections: int, seconds: float, expected: int) -> None:
    assert grade(accepted, hints, rejections, seconds, minutes=10) == expected


def test_grade_never_rises_with_help_or_time() -> None:
    for hints in range(3):
        for seconds in (0, 200, 900, 5000):
            here = grade(True, hints, 0, seconds, 10)
            assert grade(True, hints + 1, 0, seconds, 10) <= here
            assert grade(True, hints, 1, seconds, 10) <= here
            assert grade(True, hints, 0, seconds * 2, 10) <= here


def history(*steps: tuple[str, float]) -> list[Event]:
    made: list[Event] = []
    for number, (deed, seconds) in enumerate(steps):
        last = deed in ("accepted", "late", "gave-up")
        deeds = finished("rope", deed, seconds, 3) if last else done("rope", deed, seconds)
        made += stamp(deeds, NOON + timedelta(minutes=number))
    return made


def test_attempt_counts_from_its_start() -> None:
    found = attempt(history(("start", 0), ("hint", 0), ("rejected", 5)), "rope")
    assert (found.hints, found.rejections, found.solved, found.started) == (1, 1, False, NOON)
    assert found.seconds(NOON + timedelta(minutes=3)) == 180
    assert attempt(history(("start", 0)), "softmax").seen is False


def test_finished_attempt_is_closed() -> None:
    found = attempt(history(("start", 0), ("hint", 0), ("accepted", 5), ("found", 0)), "rope")
    assert (found.hints, found.started, found.solved, found.hunts) == (0, None, True, 1)
    again = attempt(history(("accepted", 5), ("timed", 1500)), "rope")
    assert (again.limit, again.solved) == (1500, True)


def test_events_of_practice_survive_the_file() -> None:
    events = history(("start", 0), ("accepted", 12.5))
    assert parse_history(history_bytes(events)) == merge(events)


def test_task_comes_back_on_another_day() -> None:
    assert due_day(NOON + timedelta(minutes=10), NOON) == due_day(NOON, None) + 1
    assert due_day(NOON + timedelta(days=9), NOON) == due_day(NOON, None) + 9
