"""The formulas of a card as blocks that run: each compares what it says with what the card computes."""

from __future__ import annotations

from zhixing.model import Card, Code, CodeBlock, Formula
from zhixing.syntax.formula.mark import CLASSES, read_mark
from zhixing.syntax.formula.tree import FormulaError

_PREFIX = "formula_"


def formula_blocks(card: Card) -> tuple[CodeBlock, ...]:
    """One block for each formula whose mark binds its letters; none for a mark that cannot be read, which is reported."""
    if not any(one.mark for one in card.displayed):
        return ()
    found = (formula_block(number, one) for number, one in enumerate(card.displayed, 1))
    return tuple(block for block in found if block is not None)


def is_formula(block: CodeBlock) -> bool:
    """Whether a block was made from a formula."""
    return block.info == _PREFIX


def formula_block(number: int, formula: Formula) -> CodeBlock | None:
    """The block that evaluates one formula."""
    if not formula.mark or not formula.tex or formula.mark in CLASSES:
        return None
    try:
        imports = read_mark(formula.mark).imports
    except FormulaError:
        return None
    lines = [*imports, "from zhixing.blocks.formula_run import hold", ""]
    code = "\n".join([*lines, f"hold({formula.tex!r}, {formula.mark!r}, globals())", ""])
    return CodeBlock(
        formula.span,
        "python",
        _PREFIX,
        "$$",
        code,
        closed=True,
        inside="",
        indented=False,
        comments=(),
        heading=formula.heading,
        name=f"{_PREFIX}{number}",
        python=Code("demo", checks=True),
    )
