"""A bug hunt in the terminal: each change is tried in a process of its own."""

from __future__ import annotations

from zhixing.blocks import isolate
from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.hunt import Hunt, survives
from zhixing.practice.core.hunt import hunt as find
from zhixing.practice.core.judge import Judge
from zhixing.practice.core.mutate import Mutant
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.strength import SECONDS
from zhixing.vault.fork import can_fork


def hunt(shelf: Shelf, entry: TaskEntry, number: int) -> Hunt | None:
    """The hunt of that number; None if the task has no bug to hide."""
    judge = shelf.judge_for(entry.id, entry.file)
    return find(judge, number, lambda mutant: _noticed(judge, mutant))


def _noticed(judge: Judge, mutant: Mutant) -> bool:
    if not can_fork():
        return not survives(judge, mutant)
    return isolate.in_child(lambda: survives(judge, mutant), SECONDS) is False
