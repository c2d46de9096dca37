"""What is wrong with the marks of a card's formulas, as far as reading tells; found when the card is parsed, and kept with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from zhixing.model import CodeBlock, Diagnostic, Formula, Span
from zhixing.syntax.formula.mark import CLASSES, read_mark, unknown_names
from zhixing.syntax.formula.plan import plan
from zhixing.syntax.formula.tree import FormulaError

_IMPORT = re.compile(r"^import\s+(\w+)(?:[\w.]*\s+as\s+(\w+))?", re.M)
_HINT = "see the handbook, Writing a card, on formulas"


def formula_problems(displayed: Sequence[Formula], blocks: Sequence[CodeBlock]) -> Iterator[Diagnostic]:
    """Formulas without a mark beside others that have one, and marks that cannot be evaluated."""
    if all(one.mark is None for one in displayed):
        return
    known = _defined(blocks)
    for formula in displayed:
        if formula.mark is None:
            classes = ", ".join(CLASSES)
            hint = f"after it, bind its letters: <!--zhixing:formula x: n; y = f(x)-->, or name its class: {classes}"
            yield Diagnostic(formula.span, "W008", "the formula is neither evaluated nor of a class", hint)
            continue
        at = Span(formula.span.path, formula.mark_line)
        for problem, hint in _problems(formula.tex, formula.mark, known):
            yield Diagnostic(at, "W009", problem, hint)


@lru_cache(maxsize=1024)  # a translation has the same formulas
def _problems(tex: str, text: str, known: frozenset[str]) -> tuple[tuple[str, str], ...]:
    if not tex:
        return (("the mark follows no display formula", "put it on the line after the closing $$"),)
    found: list[tuple[str, str]] = []
    try:
        mark = read_mark(text)
        for name, binding in unknown_names(mark, known):
            problem = f"`{binding}` uses `{name}`, which neither the mark nor the card defines"
            found.append((problem, "only what a definition block of the card defines or imports has a name here"))
        if not mark.kind:
            plan(tex, mark)
    except FormulaError as error:
        found.append((str(error), _hint(str(error))))
    return tuple(found)


def _hint(problem: str) -> str:
    if "bound by nothing" in problem:
        return "bind it in the mark: `x: n` draws it, `x = …` computes it from the card's code, `i in 1..n` makes it an index"
    if "no class" in problem:
        return f"the classes are {', '.join(CLASSES)}"
    return _HINT


def _defined(blocks: Sequence[CodeBlock]) -> frozenset[str]:
    """Names in the card's module: what its definition blocks define and import."""
    names: set[str] = set()
    for block in blocks:
        if block.python is not None and block.python.kind == "definition":
            names.update(block.python.defines)
            names.update(name for _, name, _ in block.python.imports)
            names.update(alias or name for name, alias in _IMPORT.findall(block.code))
    return frozenset(names)
