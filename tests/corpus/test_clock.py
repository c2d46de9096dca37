"""No block and no cell passes or fails by the clock: what was measured may be shown, never asserted."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from this_vault import ROOT, this_vault
from zhixing.syntax.notebook import cells

CLOCKS = {"perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time", "thread_time", "timeit"}
CHANGES = {"append", "extend", "insert", "add", "update"}
VAULT = this_vault()


def names(node: ast.AST) -> set[str]:
    """Every name and attribute that is read in a piece of code."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} | {
        part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)
    }


def stored(target: ast.AST) -> set[str]:
    """The names that an assignment changes: of `a["key"].b` it is `a`."""
    return {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}


class Reader:
    """Reads statements in their order and knows which names hold something computed from a clock."""

    def __init__(self, measured: set[str]) -> None:
        self.measured = measured
        self.found: list[str] = []

    def read(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if isinstance(statement, ast.Assert) and names(statement) & self.measured:
                self.found.append(ast.unparse(statement))
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                inside = Reader(set(self.measured))
                inside.read(statement.body)
                self.found += inside.found
                self.hold({statement.name}, names(statement))
                continue
            self.expressions(statement)
            if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and statement.value is not None:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                plain = all(isinstance(target, (ast.Name, ast.Tuple)) for target in targets)
                kept = (
                    set() if plain and not isinstance(statement, ast.AugAssign) else set().union(*map(names, targets))
                )
                self.hold(set().union(*map(stored, targets)), names(statement.value) | kept)
            if isinstance(statement, ast.For):
                self.hold(stored(statement.target), names(statement.iter))
                self.read(statement.body)  # what the first round measures, the second may assert
            for part in ("body", "orelse", "finalbody"):
                self.read(getattr(statement, part, []))

    def hold(self, targets: set[str], values: set[str]) -> None:
        """The targets now hold what was computed from the values."""
        self.measured = self.measured | targets if values & self.measured else self.measured - targets

    def expressions(self, statement: ast.stmt) -> None:
        """What a statement does to lists and dictionaries, and to names inside of expressions."""
        for node in ast.walk(statement):
            if isinstance(node, ast.NamedExpr):
                self.hold(stored(node.target), names(node.value))
            called = node.func if isinstance(node, ast.Call) else None
            if not isinstance(called, ast.Attribute) or called.attr not in CHANGES:
                continue
            if any(names(argument) & self.measured for argument in node.args):
                self.measured |= stored(called.value)


def asserted_by_the_clock(source: str) -> list[str]:
    """The asserts that depend on a measured time."""
    reader = Reader(set(CLOCKS))
    reader.read(ast.parse(source).body)
    return sorted(set(reader.found))


def sources() -> dict[str, str]:
    """The code of each card, block after block, and of each experiment."""
    found = {}
    for path, card in sorted(VAULT.cards.items()):
        if card.is_notebook:
            found[path] = "\n\n".join(cell.source for cell in cells(card.text) if cell.is_code)
        else:
            blocks = [block for block in card.python_blocks() if block.python]
            found[path] = "\n\n".join(block.code for block in blocks)
    return {path: source for path, source in found.items() if source}


SOURCES = sources()


@pytest.mark.parametrize("path", SOURCES)
def test_no_assert_depends_on_the_clock(path: str) -> None:
    assert asserted_by_the_clock(SOURCES[path]) == []


def test_the_experiments_that_measure_are_among_them() -> None:
    measuring = {Path(path).stem for path, source in SOURCES.items() if "perf_counter" in source}
    assert measuring >= {"exp5_rnn_vs_attention", "exp7_kv_cache_growth"} and len(SOURCES) > 80


@pytest.mark.parametrize(
    "source",
    [
        "start = time.perf_counter()\nassert time.perf_counter() - start < 1",
        "def fastest(f):\n    start = perf_counter()\n    f()\n    return perf_counter() - start\n\nassert fastest(f) < 1",
        "def g():\n    return time.perf_counter()\nfor n in s:\n    seconds['a'].append(g())\n"
        "ratio = [a / b for a, b in zip(seconds['a'], seconds['b'])]\nassert ratio[-1] > 2",
        "took, n = timeit.timeit(f), 3\nassert n and took",
    ],
)
def test_a_measured_time_is_followed_to_the_assert(source: str) -> None:
    assert len(asserted_by_the_clock(source)) == 1


def test_what_was_not_measured_may_be_asserted() -> None:
    assert asserted_by_the_clock("took = time.perf_counter()\ncount = f()\nassert count == 3\nprint(took)") == []


def test_no_test_of_the_site_s_scripts_is_timed() -> None:
    files = sorted((ROOT / "scripts/web/src").rglob("*.test.ts"))
    assert len(files) > 20
    assert [file.name for file in files if "performance.now" in file.read_text(encoding="utf-8")] == []
