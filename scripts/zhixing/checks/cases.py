"""Checks of tasks of system design: a task, and a rubric whose points say where they are explained."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Callout, Diagnostic, Vault
from zhixing.syntax import inline
from zhixing.syntax.callouts import CASE, RUBRIC
from zhixing.syntax.rubric import rubric_points

FEWEST = 5  # points: with fewer a mark says little


def check_cases(vault: Vault) -> Iterator[Diagnostic]:
    """A page with a task has one rubric with a block id, and the other way round."""
    for card in vault.cards.values():
        tasks = [callout for callout in card.callouts if callout.kind == CASE]
        rubrics = [callout for callout in card.callouts if callout.kind == RUBRIC]
        if len(tasks) > 1 or len(rubrics) > 1:
            again = (tasks if len(tasks) > 1 else rubrics)[1]
            problem = f"a second {again.kind} on this page"
            yield Diagnostic(again.span, "Q014", problem, "a page has one task and one rubric")
        elif len(tasks) != len(rubrics):
            lone, missing = (tasks[0], RUBRIC) if tasks else (rubrics[0], CASE)
            hint = f"add a callout `> [!{missing.upper()}]` to the page"
            yield Diagnostic(lone.span, "Q014", f"the {lone.kind} has no {missing}", hint)
        elif rubrics:
            yield from _rubric(rubrics[0])


def _rubric(rubric: Callout) -> Iterator[Diagnostic]:
    if not rubric.block_id:
        hint = "add a line `^some-name` after the callout, with a blank line before and after"
        yield Diagnostic(rubric.span, "Q014", "the rubric has no block id", hint)
    points = list(rubric_points(rubric))
    if len(points) < FEWEST:
        problem = f"the rubric has {len(points)} points"
        yield Diagnostic(rubric.span, "Q014", problem, f"list at least {FEWEST} that a strong answer contains")
    for point in points:
        if not any(piece.lastgroup in ("link", "close") for piece in inline.pieces(point)):
            problem = f"the point {point[:40]!r} does not say where it is explained"
            yield Diagnostic(rubric.span, "Q014", problem, "end it with a link to the place")
