"""A card as pytest sees it: a file of tests, one for each block that runs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import (
    ExceptionInfo,
    ReprEntryNative,
    ReprExceptionInfo,
    ReprFileLocation,
    ReprTraceback,
    TerminalRepr,
)
from _pytest.assertion.rewrite import rewrite_asserts

from zhixing.blocks import record
from zhixing.blocks.decided import block_of, judged, keep_answer, lacking, proofs
from zhixing.blocks.failure import Failure
from zhixing.blocks.modules import Transform
from zhixing.blocks.program import program
from zhixing.blocks.run import Result, Session
from zhixing.blocks.sandbox import Sandbox
from zhixing.blocks.shell import run_shell
from zhixing.blocks.shown import compare_figure, compare_output, figure_path, normal
from zhixing.hosts.pytest.marks import refuse_code
from zhixing.hosts.pytest.note import Note
from zhixing.hosts.pytest.twins import RESULTS, TWIN
from zhixing.model import Card, CodeBlock, Quiz, Vault
from zhixing.syntax.directives import absent, directives
from zhixing.vault.fork import Nursery, can_fork
from zhixing.vault.read import read_bytes

EXPLAIN, KEEP_ANSWER = "explain", "keep answer"


@dataclass(frozen=True)
class Project:
    """A vault and the session that runs its blocks."""

    root: Path
    vault: Vault
    session: Session
    ways: Mapping[str, Transform]  # what may be done to a block's code before it runs
    nursery: Nursery | None = None

    def run(self, card: Card, block: CodeBlock, way: str = "", before: Sequence[CodeBlock] = ()) -> Result:
        """Run a block, in a child of the nursery if there is one."""
        if self.nursery is not None:
            result: Result = self.nursery.run(card.path, block, way, before)
            return result
        return self.session.run(card, block, self.ways.get(way), before=before)


def open_project(config: pytest.Config, root: Path, vault: Vault, walls: Sandbox | None) -> Project:
    """What is known of a vault, and the process from which its blocks run: forked here, while this one is small."""

    def explain(tree: ast.Module, code: str) -> None:
        rewrite_asserts(tree, code.encode(), None, config)

    ways: dict[str, Transform] = {EXPLAIN: explain, KEEP_ANSWER: keep_answer}
    project = Project(root, vault, Session(root, vault.config, vault.cards, walls), ways)
    if walls is not None or not can_fork():
        return project
    return replace(project, nursery=Nursery(lambda path, *asked: project.run(vault.cards[path], *asked)))


class BlockError(Exception):
    """A block did not pass."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text())
        self.failure = failure


def explained(failure: Failure) -> ReprExceptionInfo:
    """What pytest shows of a failure: the card's own words."""
    finding = failure.diagnostic
    crash = ReprFileLocation(finding.span.path, finding.span.line, f"{finding.code} {finding.problem}")
    entry = ReprEntryNative([failure.text() + "\n"])
    return ReprExceptionInfo(reprcrash=crash, reprtraceback=ReprTraceback([entry], None, "native"))


class CardFile(pytest.File):
    """A card: one test for each of its blocks."""

    project: Project
    card: Card

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the blocks that run, in document order, then the formulas."""
        for block in record.tested(self.card, self.project.vault.config):
            item: BlockItem = BlockItem.from_parent(self, name=block.name)
            item.project, item.card, item.block, item.shown = self.project, self.card, block, block
            for text, line in directives(block).marks:
                try:
                    if self.project.session.walls is not None:
                        refuse_code(text)
                    item.add_marker(eval(text, {"sys": sys, "pytest": pytest}))
                except Exception as error:
                    problem = f"{type(error).__name__}: {error}"
                    raise self.CollectError(f"{self.card.path}:{line}: S009 {text}: {problem}") from error
            yield item
        if self.card.lang in self.project.vault.config.languages[1:]:
            return  # the same options are marked there (T006)
        for quiz in self.card.quizzes:
            if quiz.decided is not None and quiz.id:
                asked: QuizItem = QuizItem.from_parent(self, name=quiz.id)
                asked.project, asked.card, asked.quiz = self.project, self.card, quiz
                asked.block = asked.shown = block_of(quiz, quiz.decided)
                asked.before = proofs(self.card, quiz.decided)
                yield asked


class Followed(pytest.Item):
    """A test of which someone may ask what its verdict depends on."""

    follow: Callable[[], str] = str

    @cached_property
    def inputs(self) -> str:
        """The digest of that; "" if nobody asked. Of the processes of a run only the one that has the test makes it."""
        return self.follow()


class BlockItem(Followed):
    """One block; `shown` is the block with the output that the card will show after a rewrite."""

    project: Project
    card: Card
    block: CodeBlock
    shown: CodeBlock
    picture: bytes | None = None

    @property
    def key(self) -> str:
        """The test's name in the records."""
        return record.key(self.card, self.block)

    def stored(self) -> tuple[bytes | None, ...]:
        """What lies beside the card and is compared with the run."""
        return (read_bytes(self.project.root, figure_path(self.block)),) if self.block.figure else ()

    def runtest(self) -> None:
        """Run the block and compare what the card shows of it."""
        block = self.block
        if missing := absent(block):
            self._skip(f"needs {missing}, which is not installed")
        result = self._run()
        if result.skipped is not None:
            self._skip(result.skipped)
        if result.failure is not None:
            raise BlockError(result.failure)
        rewrite = self.config.getoption("zhixing_rewrite")
        wrong = compare_output(block, result.output)
        if wrong is not None and not rewrite:
            raise BlockError(wrong)
        if wrong is not None and block.output is not None:
            self.shown = replace(block, output=replace(block.output, code=normal(result.output)))
        if result.figure is not None:
            wrong = compare_figure(block, result.figure, read_bytes(self.project.root, figure_path(block)))
            if wrong is not None and not rewrite:
                raise BlockError(wrong)
            self.picture = result.figure if wrong is not None else None

    def _run(self) -> Result:
        project, block = self.project, self.block
        if block.python is None:
            seconds = directives(block).time_limit or project.session.config.time_limit
            return run_shell(project.root, block, float(seconds), project.session.walls)

        results, same = self.config.stash[RESULTS], program(self.card, block)
        if (left := results.of_twin(same, self.card.path)) is not None:
            self.user_properties.append((TWIN, left[1]))
            return left[0]
        result = project.run(self.card, block, "" if self.config.getoption("assertmode") == "plain" else EXPLAIN)
        results.keep(same, result, self.key)
        return result

    def _skip(self, reason: str) -> None:
        raise pytest.skip.Exception(reason, _use_item_location=True)

    def note(self, report: pytest.TestReport) -> Note:
        """What the controller needs to know of this test."""
        passed = report.when == "call" and (report.passed or hasattr(report, "wasxfail"))
        reason = str(report.longrepr[2]) if report.skipped and isinstance(report.longrepr, tuple) else ""
        fence, old, new = 0, "", ""
        if self.block.output is not None and self.shown is not self.block and self.shown.output is not None:
            fence, old, new = self.block.output.span.line, self.block.output.code, self.shown.output.code
        return Note(
            root=str(self.project.root),
            path=self.card.path,
            key=self.key,
            digest=record.digest(self.card, self.shown) if passed and not report.failed else "",
            skipped="" if passed else reason.removeprefix("Skipped: "),
            failed=report.failed,
            fence=fence,
            old=old,
            new=new,
            picture_path=figure_path(self.block) if self.picture is not None else "",
            picture=self.picture or b"",
            inputs=self.inputs,
        )

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The card's line, the code around it, and what went wrong; no line of the engine."""
        return (
            explained(excinfo.value.failure) if isinstance(excinfo.value, BlockError) else super().repr_failure(excinfo)
        )

    def reportinfo(self) -> tuple[Path, int, str]:
        """The line of the fence, from 0."""
        return self.path, self.block.span.line - 1, self.name


class QuizItem(BlockItem):
    """A quiz that code decides: the marks are those of the options that the code makes right."""

    quiz: Quiz
    before: tuple[CodeBlock, ...]

    def stored(self) -> tuple[bytes | None, ...]:
        """The options with their marks, and the proofs that run before."""
        options = [(option.text, option.correct) for option in self.quiz.options]
        return (repr((options, [block.code for block in self.before])).encode(),)

    def runtest(self) -> None:
        """Run the code below the quiz and compare its answer with the marks."""
        if missing := lacking(self.card, (*self.before, self.block)):
            self._skip(f"needs {missing}, which is not installed")
        result = self.project.run(self.card, self.block, KEEP_ANSWER, self.before)
        if result.failure is not None:
            raise BlockError(result.failure)
        if result.answer is not None and (wrong := judged(self.quiz, result.answer)) is not None:
            raise BlockError(wrong)
