"""How much the judge notices: every small wrong change of every task's reference is put before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zhixing.blocks import isolate
from zhixing.practice.core.hunt import reason, survives
from zhixing.practice.core.judge import Judge
from zhixing.practice.core.mutate import Mutant, mutants
from zhixing.practice.core.shelf import Shelf
from zhixing.vault.fork import can_fork

SECONDS = 10.0  # a mutant that runs longer is one that never ends


@dataclass(frozen=True)
class Strength:
    """Of one task: mutants that were rejected, those that no input tells apart, and those that got through."""

    task: str
    killed: int
    equivalent: tuple[tuple[Mutant, str], ...]  # and why
    alive: tuple[Mutant, ...]

    @property
    def judged(self) -> int:
        """Mutants that are wrong."""
        return self.killed + len(self.alive)


def strength(judge: Judge, keep: Callable[[int], bool] = lambda number: True) -> Strength:
    """Judge the mutants of one task; `keep` chooses some of them by number."""
    chosen = [one for number, one in enumerate(mutants(judge.source, judge.task.blank)) if keep(number)]
    equivalent = tuple((one, reason(judge, one)) for one in chosen if reason(judge, one))
    wrong = [one for one in chosen if not reason(judge, one)]
    alive = tuple(one for one, passed in zip(wrong, _judged(judge, wrong), strict=True) if passed)
    return Strength(judge.task.id, len(wrong) - len(alive), equivalent, alive)


def _judged(judge: Judge, wrong: list[Mutant]) -> Iterator[bool]:
    """Whether each is accepted: all in one child, and those that end or hang it each in one of its own."""
    if not can_fork():
        yield from (survives(judge, one) for one in wrong)
        return

    def all_of_them() -> list[bool]:
        seconds = patience(judge)
        return [_limited(judge, one, seconds) for one in wrong]

    answer = isolate.in_child(all_of_them, SECONDS + 3 * len(wrong))
    if isinstance(answer, isolate.Lost):
        alone = (isolate.in_child(lambda one=one: survives(judge, one), SECONDS) for one in wrong)  # type: ignore[misc]
        yield from (result is True for result in alone)
    else:
        yield from answer


def patience(judge: Judge) -> float:
    """Seconds of processor time after which a mutant is one that never ends: many times what the right code takes."""
    start = time.thread_time()
    survives(judge, Mutant("none", 0, "", judge.source))
    return min(1 + 10 * (time.thread_time() - start), SECONDS / 2)


def _limited(judge: Judge, mutant: Mutant, seconds: float) -> bool:
    try:
        with isolate.time_limit(seconds):
            return survives(judge, mutant)
    except isolate.TimeLimit:
        return False


def all_strengths(
    shelf: Shelf, only: str = "", keep: Callable[[int], bool] = lambda number: True
) -> Iterator[Strength]:
    """Of every task of the vault, file by file, or of one."""
    for file in sorted(shelf.files):
        for one in shelf.tasks(file):
            if only in ("", one.id):
                yield strength(shelf.judge_for(one.id, file), keep)
