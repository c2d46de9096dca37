"""A notebook as pytest sees it: one test that runs all its cells and compares what the stored notebook shows of them."""

from __future__ import annotations

import ast
import difflib
import posixpath
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr
from _pytest.assertion.rewrite import rewrite_asserts

from zhixing.blocks.failure import Failure
from zhixing.blocks.notebook_file import Output, Run, agree, document, first_difference, stored_run
from zhixing.blocks.notebook_run import needs, run_notebook
from zhixing.hosts.pytest.cards import BlockError, Followed, Project, explained
from zhixing.hosts.pytest.note import Note
from zhixing.model import Card, Diagnostic, Span
from zhixing.syntax.notebook import SLOW, code_cells, stored_path
from zhixing.vault.read import read_bytes
from zhixing.vault.resolve import index_of


class NotebookFile(pytest.File):
    """A notebook: its cells share what they define, so they are one test."""

    project: Project
    card: Card

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the one test."""
        item: NotebookItem = NotebookItem.from_parent(self, name="notebook")
        item.project, item.card = self.project, self.card
        if any(SLOW in cell.tags for cell, _ in code_cells(self.card)):
            item.add_marker(pytest.mark.slow)
        yield item


class NotebookItem(Followed):
    """The run of one notebook; `made` is the file that is to be written after a rewrite."""

    project: Project
    card: Card
    made: bytes = b""

    @property
    def key(self) -> str:
        """The test's name in the records."""
        return f"{self.card.path}::{self.name}"

    def stored(self) -> tuple[bytes | str | None, ...]:
        """What is compared with the run: the words of the notebook are in the stored one too."""
        return self.card.text, read_bytes(self.project.root, stored_path(self.card.path))

    def runtest(self) -> None:
        """Run the cells, and compare each with the stored notebook."""
        project, card = self.project, self.card
        tops = dict.fromkeys(name.partition(".")[0] for name in needs(project.session, card))
        if missing := [name for name in tops if find_spec(name) is None]:
            raise pytest.skip.Exception(f"needs {missing[0]}, which is not installed", _use_item_location=True)

        def explain(tree: ast.Module, code: str) -> None:
            rewrite_asserts(tree, code.encode(), None, self.config)

        plain = self.config.getoption("assertmode") == "plain"
        run = run_notebook(project.session, card, None if plain else explain)
        if isinstance(run, Failure):
            raise BlockError(run)
        self._compare(run, read_bytes(project.root, stored_path(card.path)))

    def _compare(self, run: Run, data: bytes | None) -> None:
        index = index_of(self.project.vault)
        stored = stored_run(data) if data else None
        if self.config.getoption("zhixing_rewrite"):
            fresh = document(self.card, index, settled(self.card, run, stored))
            self.made = fresh if fresh != data else b""
            return
        if stored is None or data is None or (line := first_difference(self.card, index, data)):
            where = line if stored is not None and data is not None else 1
            raise BlockError(Failure(_stale(self.card, where)))
        for (cell, block), shown, real in zip(code_cells(self.card), stored.outputs, run.outputs, strict=True):
            if not agree(cell, shown, real):
                raise BlockError(_different(self.card, block.span, shown, real))

    def note(self, report: pytest.TestReport) -> Note:
        """What the controller needs to know of this test."""
        passed = report.when == "call" and report.passed
        path = stored_path(self.card.path) if passed and self.made else ""
        return Note(
            root=str(self.project.root),
            path=self.card.path,
            key=self.key,
            digest="run" if passed else "",
            skipped="",
            failed=report.failed,
            fence=0,
            old="",
            new="",
            picture_path=path,
            picture=self.made,
            inputs=self.inputs,
        )

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The line of the notebook, the code around it, and what went wrong."""
        return (
            explained(excinfo.value.failure) if isinstance(excinfo.value, BlockError) else super().repr_failure(excinfo)
        )

    def reportinfo(self) -> tuple[Path, int, str]:
        """The first line."""
        return self.path, 0, self.name


def settled(card: Card, run: Run, stored: Run | None) -> Run:
    """The run as it is stored: what only the clock changed stays as it was, so that a rewrite writes what is new."""
    known = stored.outputs if stored is not None else ()
    cells = [cell for cell, _ in code_cells(card)]
    if stored is None or len(known) != len(cells):
        return run
    pairs = zip(cells, known, run.outputs, strict=True)
    outputs = tuple(shown if agree(cell, shown, real) else real for cell, shown, real in pairs)
    as_long = stored.seconds / 3 < max(run.seconds, 1) < stored.seconds * 3
    calm = outputs == known and stored.versions == run.versions and as_long
    return Run(outputs, stored.seconds if calm else run.seconds, run.versions)


def _stale(card: Card, line: int) -> Diagnostic:
    problem = f"{posixpath.basename(stored_path(card.path))} is not made from this notebook as it stands"
    return Diagnostic(Span(card.path, line), "S012", problem, _hint(card))


def _hint(card: Card) -> str:
    return f"pytest --zhixing-rewrite {card.path} writes it"


def _different(card: Card, span: Span, shown: Sequence[Output], real: Sequence[Output]) -> Failure:
    """S023 with a diff if the words differ, S024 if a picture does."""
    name = posixpath.basename(stored_path(card.path))
    old, new = ([line for it in outputs for line in _words(it).splitlines()] for outputs in (shown, real))
    if old == new:
        return Failure(Diagnostic(span, "S024", f"the cell does not draw the picture that {name} shows", _hint(card)))
    lines = difflib.unified_diff(old, new, f"shown in {name}", "left by the run", lineterm="")
    problem = Diagnostic(span, "S023", f"the cell does not leave the output that {name} shows", _hint(card))
    return Failure(problem, tuple(f"  {line}" for line in lines))


def _words(output: Output) -> str:
    return "(a picture)" if output.kind == "picture" else output.data
