"""Lies in display formulas: one wrong change of the TeX, the same in both languages, and whether anything notices it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator

from zhixing.blocks.formula import formula_block
from zhixing.model import Card, Formula, Vault
from zhixing.syntax.formula.problems import formula_problems
from zhixing.syntax.formula.tree import FormulaError
from zhixing.syntax.slug import module_name

_WORDS = re.compile(r"\\(?:text|mathrm|operatorname|mathbf|begin|end)\{[^{}]*\}|_\{\\text\{[^{}]*\}\}")
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}"
_OTHER = {"\\sin": "\\cos", "\\cos": "\\sin", "\\max": "\\min", "\\min": "\\max", "\\log": "\\exp", "\\odot": "+"}
_OTHER |= {"\\tanh": "\\sin", "\\sum": "\\prod", "\\le": "\\ge", "\\ge": "\\le"}
_KINDS: dict[str, tuple[str, Callable[[re.Match[str]], str]]] = {
    "sign": (r"(?<![{(=^])\s?([+-])\s?(?!\s*\\infty)", lambda m: m[0].replace(m[1], "-" if m[1] == "+" else "+")),
    "minus dropped": (r"(?<=[{(=])\s*-", lambda m: " "),
    "factor dropped": (r"\\frac\{1\}" + _GROUP + r"|(?<![\w.^_{\\])[2-9](?=\s*[A-Za-z\\(])(?!\\times)", lambda m: " "),
    "factor added": (r"(?<=[=+(] )(?=[A-Za-z\\])(?!\\(?:text|begin|qquad|quad|in\b|l?dots|cdots))", lambda m: "2 "),
    "transpose dropped": (r"\^(?:T\b|\\top\b|\{T\}|\{\\top\})", lambda m: " "),
    "transpose added": (r"(?<![\\A-Za-z{])[A-Z](?=[ )A-Z])", lambda m: m[0] + "^T"),
    "root dropped": (r"\\sqrt" + _GROUP, lambda m: f"({m[1]})"),
    "index shifted": (r"_\{([a-z])-1\}|_([a-z])\b(?!\{)", lambda m: f"_{{{m[1] or m[2]}+1}}"),
    "indices swapped": (r"_\{([a-z])([a-z])\}", lambda m: f"_{{{m[2]}{m[1]}}}"),
    "exponent": (r"\^(?:\{([23])\}|([23]))", lambda m: "^4" if (m[1] or m[2]) == "3" else "^3"),
    "exponent's sign": (r"\^\{-", lambda m: "^{"),
    "fraction turned": (r"\\t?frac" + _GROUP + _GROUP, lambda m: f"\\frac{{{m[2]}}}{{{m[1]}}}"),
    "bound": (r"(?<=_\{[a-z]=)([01])(?=\})", lambda m: str(int(m[1]) + 1)),
    "another function": (r"\\(?:sin|cos|max|min|log|tanh|odot|sum|le|ge)(?![A-Za-z])", lambda m: _OTHER[m[0]]),
}


def formula_lies(tex: str) -> Iterator[tuple[str, str]]:
    """Every change of a formula: its kind, and the formula after it. Words are left alone."""
    words = [match.span() for match in _WORDS.finditer(tex)]
    for kind, (pattern, change) in _KINDS.items():
        for match in re.finditer(pattern, tex):
            start, end = match.span()
            if not any(start < to and end > at for at, to in words if at > start or to < end or kind != "root dropped"):
                changed = tex[:start] + change(match) + tex[end:]
                if changed.split() != tex.split():
                    yield kind, changed


def formulas(vault: Vault) -> Iterator[tuple[Card, int, Formula]]:
    """Every display formula of the source language, with its number on the card."""
    for card in vault.cards.values():
        if card.lang == vault.config.languages[0] and not card.key.startswith("contributing/"):
            yield from ((card, number, one) for number, one in enumerate(card.displayed, 1) if one.tex)


def is_caught(vault: Vault, card: Card, number: int, tex: str) -> bool:
    """Whether the check or the test of the formula says anything once it reads `tex`."""
    shown = list(card.displayed)
    shown[number - 1] = shown[number - 1]._replace(tex=tex)
    if any(finding.code == "W009" for finding in formula_problems(shown, card.blocks)):
        return True
    block = formula_block(number, shown[number - 1])
    if block is None:
        return False
    module = importlib.import_module(f"{vault.config.snippets}.{module_name(card.name)}")
    try:
        exec(block.code, dict(vars(module)))
    except FormulaError:
        return True
    return False
