"""Run one block of a card: with the card's definitions, alone, within its time, and without a trace left behind."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from zhixing.blocks import figure, isolate, sandbox
from zhixing.blocks.decided import ANSWER, Answer, plain
from zhixing.blocks.failure import Failure, from_death, from_exception
from zhixing.blocks.modules import Transform, card_imports, compile_ahead, compile_block, preload, reached, requirements
from zhixing.model import Card, CodeBlock, Config, Diagnostic, Span
from zhixing.syntax.directives import directives
from zhixing.syntax.slug import module_name
from zhixing.vault.fork import can_fork

_BY_THE_CLOCK = (r"Creating legend with loc=\"best\" can be slow",)  # said when a step took longer than a second


@dataclass(frozen=True)
class Result:
    """What a run of a block left: its standard output, its picture, and what went wrong."""

    output: str = ""
    figure: bytes | None = None
    failure: Failure | None = None
    skipped: str | None = None
    answer: Answer | None = None  # of the code below a quiz


KINDS = (Result, Failure, Diagnostic, Span)  # what a child's answer is made of


class Session:
    """Runs blocks of one project; cards import each other through the source language."""

    def __init__(
        self, root: Path, config: Config, cards: Mapping[str, Card], walls: sandbox.Sandbox | None = None
    ) -> None:
        self.root = root
        self.config = config
        self.walls = walls
        source = config.languages[0] if config.languages else ""
        self.modules = {module_name(card.name): card for card in cards.values() if card.lang == source}

    @property
    def foreign(self) -> Path | None:
        """The folder of which nothing is imported here: of a vault that runs behind walls."""
        return self.root if self.walls is not None else None

    def run(
        self,
        card: Card,
        block: CodeBlock,
        transform: Transform | None = None,
        *,
        fork: bool = True,
        before: Sequence[CodeBlock] = (),
    ) -> Result:
        """Run a Python block, in a forked child where that is possible; `before` it, blocks whose names it may use."""
        modules = {**self.modules, module_name(card.name): card}
        whole = (*before, block)
        seconds = float(sum(directives(one).time_limit or self.config.time_limit for one in whole))
        for one in whole:
            preload(requirements(card, one, self.config.snippets, modules), self.foreign)
            if self.walls is None:  # behind walls a stranger's code is compiled where it runs
                compile_ahead(self.root, reached(card, one, self.config.snippets, modules))

        def work() -> Result:
            return self._execute(card, block, modules, transform, seconds, before)

        if not fork or not can_fork():
            with tempfile.TemporaryDirectory(prefix="zhixing-") as folder, contextlib.chdir(folder), _random_state():
                return work()
        answer = isolate.in_child(work, seconds, KINDS, self.walls)
        if isinstance(answer, Result):
            return answer
        return Result(failure=from_death(answer, self.root, block, seconds))

    def _execute(
        self,
        card: Card,
        block: CodeBlock,
        modules: Mapping[str, Card],
        transform: Transform | None,
        seconds: float,
        before: Sequence[CodeBlock],
    ) -> Result:
        printed = io.StringIO()
        answer: Answer | None = None
        package = self.config.snippets
        drawing: bytes | None = None
        try:
            with (
                quiet(printed),
                isolate.no_exit(),
                isolate.time_limit(seconds),
                card_imports(self.root, package, modules),
            ):
                code = compile_block(self.root, block, transform)
                module = importlib.import_module(f"{package}.{module_name(card.name)}")
                namespace = dict(module.__dict__)
                for one in before:
                    exec(compile_block(self.root, one), namespace)
                with figure.default_style() if block.figure else contextlib.nullcontext():
                    exec(code, namespace)
                    answer = plain(namespace[ANSWER]) if ANSWER in namespace else None
                    if block.figure:
                        drawing = figure.render(namespace.get("figure"), PurePosixPath(block.figure).stem)
        except figure.FigureError as error:
            problem = Diagnostic(block.span, "S024", f"{block.figure}: {error}", "see the handbook on figures")
            return Result(printed.getvalue(), failure=Failure(problem))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if type(error).__name__ == "Skipped":  # pytest.skip() and pytest.importorskip() inside the block
                return Result(printed.getvalue(), skipped=str(error))
            return Result(printed.getvalue(), failure=from_exception(error, self.root, block, seconds))
        return Result(printed.getvalue(), drawing, answer=answer)


@contextlib.contextmanager
def quiet(printed: io.StringIO) -> Iterator[None]:
    """Standard output is kept, standard input is empty, no window opens, no warning depends on the clock, filters are put back."""
    backend, stdin = os.environ.get("MPLBACKEND"), sys.stdin
    os.environ["MPLBACKEND"] = "Agg"
    sys.stdin = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            for words in _BY_THE_CLOCK:
                warnings.filterwarnings("ignore", message=words)
            yield
    finally:
        sys.stdin = stdin
        if backend is None:
            os.environ.pop("MPLBACKEND", None)
        else:
            os.environ["MPLBACKEND"] = backend


@contextlib.contextmanager
def _random_state() -> Iterator[None]:
    """Put the global generators back as they were; a forked child has its own."""
    numpy: Any = sys.modules.get("numpy")
    torch: Any = sys.modules.get("torch")
    states = random.getstate(), numpy and numpy.random.get_state(), torch and torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        if numpy:
            numpy.random.set_state(states[1])
        if torch:
            torch.set_rng_state(states[2])
