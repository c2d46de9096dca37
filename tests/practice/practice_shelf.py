"""The vault's own tasks, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="tasks are judged with NumPy")

from this_vault import this_vault
from zhixing.practice.catalog import entries, load_shelf
from zhixing.practice.core.judge import Judge
from zhixing.practice.core.source import import_block, needed
from zhixing.practice.core.task import Answer

ROOT = Path(__file__).resolve().parents[2]
SHELF = load_shelf(ROOT, this_vault())
TASKS = {entry.id: entry for entry in entries(SHELF)}
_JUDGES: dict[str, Judge] = {}


def judge_of(ident: str) -> Judge:
    """The judge of one task; PyTorch's are skipped where it is missing."""
    if TASKS[ident].needs_torch:
        pytest.importorskip("torch").set_num_threads(1)  # small tensors: threads only wait for each other
    if ident not in _JUDGES:
        _JUDGES[ident] = SHELF.judge_for(ident, TASKS[ident].file)
    return _JUDGES[ident]


def solution(ident: str, answer: Answer) -> str:
    """An answer as a learner would hand it in: with the imports that the card's code has."""
    judge = judge_of(ident)
    module = f"snippets.{judge.task.module}"
    text = SHELF.sources[judge.task.module]
    source = answer.source(judge.source)
    lines = {**needed(text, judge.source, module), **needed(text, source, module)}
    return f"{import_block(list(lines.values()))}\n\n\n{source}\n"
