"""Judge in a process of its own, within its time and memory."""

from __future__ import annotations

from collections.abc import Callable

from zhixing.blocks import isolate
from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.core.verdict import Verdict, from_json
from zhixing.vault.fork import can_fork

SECONDS = 20.0
MEMORY = 2 << 30  # bytes of data


def judged(shelf: Shelf, entry: TaskEntry, text: str, seconds: float = SECONDS, memory: int = MEMORY) -> Verdict:
    """The verdict on a solution, whatever it does: hang, exit, or ask for all memory."""
    judge = shelf.judge_for(entry.id, entry.file)  # read here, so that its time is not the solution's

    def work() -> str:
        try:
            with isolate.no_exit(), isolate.time_limit(seconds):
                return judge.judge(text).to_json()
        except isolate.TimeLimit:
            return _lost(entry, "time", seconds=seconds).to_json()
        except isolate.Ended:
            return _lost(entry, "died").to_json()

    if not can_fork():
        return from_json(work())
    answer = isolate.in_child(lambda: _within(memory, work), seconds)
    if isinstance(answer, isolate.Lost):
        return _lost(entry, "time", seconds=seconds) if answer.status is None else _lost(entry, "died")
    return from_json(answer)


def _within(memory: int, work: Callable[[], str]) -> str:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    return work()


def _lost(entry: TaskEntry, reason: str, **values: object) -> Verdict:
    return Verdict(entry.id, False, reason, dict(values))
