"""Run a notebook as Jupyter does: its cells in order, in one namespace, keeping what each of them prints and draws."""

from __future__ import annotations

import ast
import io
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import metadata
from typing import Any

from zhixing.blocks import figure, isolate
from zhixing.blocks.failure import Failure, from_death, from_exception
from zhixing.blocks.modules import Transform, card_imports, compile_block, preload, requirements
from zhixing.blocks.notebook_file import Output, Outputs, Run
from zhixing.blocks.run import KINDS, Session, quiet
from zhixing.model import Card, CodeBlock, Diagnostic
from zhixing.syntax.notebook import code_cells
from zhixing.vault.fork import can_fork

_KINDS = (*KINDS, Run, Output)
_VALUE = "__value__"  # of a cell's last line
_SVG_STYLE, _ON_PAPER = "overflow: visible", "overflow: visible; color: #000; background: #fff"


def needs(session: Session, card: Card) -> tuple[str, ...]:
    """Modules from outside the standard library that the notebook imports, by itself or through cards."""
    package = session.config.snippets
    blocks = [block for _, block in code_cells(card)]
    found = {name for block in blocks for name in requirements(card, block, package, session.modules)}
    return tuple(sorted(found))


def run_notebook(session: Session, card: Card, transform: Transform | None = None) -> Run | Failure:
    """Run all cells in a forked child, or what went wrong in the first that failed."""
    seconds = float(session.config.time_limit)
    modules = needs(session, card)
    preload(modules, session.foreign)

    def work() -> Run | Failure:
        return _execute(session, card, modules, transform, seconds)

    answer = isolate.in_child(work, seconds, _KINDS, session.walls) if can_fork() else work()
    if isinstance(answer, isolate.Lost):
        return from_death(answer, session.root, code_cells(card)[0][1], seconds)
    return answer


def _execute(
    session: Session, card: Card, modules: tuple[str, ...], transform: Transform | None, seconds: float
) -> Run | Failure:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    left: list[Outputs] = []
    started = time.process_time()  # not the wall clock, which shows what else the machine was doing
    pyplot: Any = figure.pyplot() if "matplotlib" in _packages(modules) else None
    imports = card_imports(session.root, session.config.snippets, session.modules)
    with quiet(io.StringIO()), isolate.no_exit(), imports, figure.default_style():
        for number, (_, block) in enumerate(code_cells(card), 1):
            recorder = _Recorder(f"{card.name}-{number}", pyplot)
            try:
                with isolate.time_limit(seconds), redirect_stdout(recorder.printed), _showing(pyplot, recorder):
                    exec(compile_block(session.root, block, _keeping_value(transform)), namespace)
                    recorder.end(namespace.pop(_VALUE, None))
            except figure.FigureError as error:
                return Failure(_undrawable(block, error))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return from_exception(error, session.root, block, seconds)
            left.append(tuple(recorder.outputs))
    return Run(tuple(left), time.process_time() - started, _versions(modules))


def _undrawable(block: CodeBlock, error: Exception) -> Diagnostic:
    return Diagnostic(block.span, "S024", f"the picture of `{block.name}`: {error}", "see the handbook on figures")


def _keeping_value(transform: Transform | None) -> Transform:
    """A cell that ends in an expression shows its value, unless that is None."""

    def change(tree: ast.Module, code: str) -> None:
        if transform is not None:
            transform(tree, code)
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = tree.body[-1]
            target = ast.copy_location(ast.Name(_VALUE, ast.Store()), last)
            tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)

    return change


class _Recorder:
    """What one cell leaves, in order. `plt.show()` takes a picture, and so does the end of the cell."""

    def __init__(self, name: str, pyplot: Any) -> None:
        self.outputs: list[Output] = []
        self.printed = io.StringIO()
        self._name = name
        self._pyplot = pyplot

    def show(self, *_: object, **__: object) -> None:
        """Keep what was printed so far, then every open figure."""
        if text := self.printed.getvalue():
            self.outputs.append(Output("text", text))
            self.printed.seek(0)
            self.printed.truncate()
        for number in self._pyplot.get_fignums() if self._pyplot is not None else ():
            svg = figure.render(self._pyplot.figure(number), f"{self._name}-{len(self.outputs)}").decode()
            self.outputs.append(Output("picture", svg.replace(_SVG_STYLE, _ON_PAPER, 1)))
            self._pyplot.close(number)

    def end(self, value: object) -> None:
        """Keep the rest, and the value of the last line if it has one."""
        self.show()
        if value is not None:
            self.outputs.append(Output("value", repr(value)))


@contextmanager
def _showing(pyplot: Any, recorder: _Recorder) -> Iterator[None]:
    """While a cell runs, `plt.show()` means the recorder."""
    if pyplot is None:
        yield
        return
    pyplot.switch_backend("Agg")  # which would replace `show` by itself; and closes what is open
    kept, pyplot.show = pyplot.show, recorder.show
    try:
        yield
    finally:
        pyplot.show = kept


def _packages(modules: tuple[str, ...]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def _versions(modules: tuple[str, ...]) -> dict[str, str]:
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    for name in sorted(_packages(modules)):
        try:
            found[name] = metadata.version(name).partition("+")[0]
        except metadata.PackageNotFoundError:
            continue
    return found
