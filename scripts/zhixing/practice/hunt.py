"""A bug hunt in the terminal: each change is tried in a process of its own."""

from __future__ import annotations

from zhixing.blocks import isolate
from zhixing.practice.catalog import TaskEntry
from zhixing.practice.core.hunt import Hunt, survives
from zhixing.practice.core.hunt import hunt as find
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.strength import SECONDS, patience
from zhixing.vault.fork import can_fork


def hunt(shelf: Shelf, entry: TaskEntry, number: int) -> Hunt | None:
    """The hunt of that number; None if the task has no bug to hide."""
    judge = shelf.judge_for(entry.id, entry.file)
    if not can_fork():
        return find(judge, number, lambda mutant: not survives(judge, mutant))
    known = isolate.in_child(lambda: patience(judge), SECONDS)
    seconds = SECONDS if isinstance(known, isolate.Lost) else known
    return find(judge, number, lambda mutant: isolate.in_child(lambda: survives(judge, mutant), seconds) is False)
