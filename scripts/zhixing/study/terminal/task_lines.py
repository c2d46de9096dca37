"""The tasks that are due, as a session and the status end with them."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.study.sitting import Sitting
from zhixing.study.terminal.words import StudyWords


def task_lines(session: Sitting, words: StudyWords) -> Iterator[str]:
    """How many, then each with the command that begins it; nothing if none is due."""
    due = session.tasks()
    if due:
        yield words.tasks.format(len(due))
        width = max(len(task.id) for task in due)
        for task in due:
            yield "  " + words.task.format(task.id.ljust(width), task.title, task.minutes)
