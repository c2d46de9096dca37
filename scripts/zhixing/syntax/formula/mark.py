"""The comment after a display formula: what its letters are, or the class of formulas that are not evaluated.

<!--zhixing:formula Q: T, d_k; K: S, d_k; V: S, d_v; Attention = scaled_dot_product_attention-->
<!--zhixing:formula asymptotic-->
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from zhixing.syntax.formula.tree import FormulaError

# Why a formula is not evaluated.
CLASSES = {
    "inequality": "a bound that holds for all inputs, whose two sides no code of the card computes",
    "expectation": "a mean or a variance over draws",
    "asymptotic": "a limit, an order of growth, a series that is cut off",
    "model": "a probability that a trained model assigns, or a loss over it",
    "naming": "what a letter stands for, a shape, a condition",
    "update": "a step of an algorithm that changes what it reads",
    "existence": "a theorem: for all there is",
}
_FORMULA = re.compile(r"[-\s]*zhixing:\s*formula\b(.*)", re.S)
_ITEM = re.compile(r"\s*(\w+(?:\s*,\s*\w+)*)\s*(:|=(?!=)|~|\bin\b)\s*(\S.*)", re.S)
_IMPORT = re.compile(r"from\s+[\w.]+\s+import\s+\w+(?:\s*,\s*\w+)*")
_SKIP = re.compile(r"skip (\d+)")
_RANGE = re.compile(r"(.+?)\.\.(.+)", re.S)
KINDS = ("number", "size")  # after a colon: one number drawn at random, one size
HELPERS = ("jacobian", "signs", "coins", "normals", "blocks", "both")  # defined in zhixing.blocks.formula_help
GIVEN = frozenset(["np", "rng", *HELPERS, *dir(builtins)])
WORDS = frozenset(["rows", "mixed"])  # vectors are rows; rows and columns are not told apart when sides are compared
TOLERANCES = ("tolerance", "approx")


@dataclass(frozen=True)
class Binding:
    """`names` are drawn (":" with shapes), computed ("=" with an expression), random ("~") or indices ("in")."""

    names: tuple[str, ...]
    how: str
    what: tuple[str, ...]  # expressions: of the sizes, the value, the outcomes and their weights, or start and end

    @property
    def text(self) -> str:
        """As it is written."""
        between = ".." if self.how == ".." else ", "
        how = "in" if self.how == ".." else self.how
        return f"{', '.join(self.names)}{'' if how == ':' else ' '}{how} {between.join(self.what)}"


@dataclass(frozen=True)
class Mark:
    """What a mark says: a class, or imports and bindings in order."""

    kind: str = ""
    imports: tuple[str, ...] = ()
    bindings: tuple[Binding, ...] = ()
    words: frozenset[str] = frozenset()
    skipped: frozenset[int] = frozenset()  # statements that are not compared, counted from 1

    @property
    def names(self) -> frozenset[str]:
        """Every name that has a value, sizes included; those of indices are not among them."""
        return frozenset(self._names())

    @property
    def indices(self) -> frozenset[str]:
        """Names that run over a range."""
        return frozenset(name for one in self.bindings if one.how in ("in", "..") for name in one.names)

    def _names(self) -> Iterator[str]:
        for line in self.imports:
            yield from (name.strip() for name in line.partition(" import ")[2].split(","))
        for one in self.bindings:
            if one.how not in ("in", ".."):
                yield from one.names
            if one.how == ":" and one.what[0] not in KINDS:
                yield from (size for size in one.what if size.isidentifier())


def formula_mark(comment: str) -> str | None:
    """What a comment says of the formula before it; None if it is another comment."""
    match = _FORMULA.fullmatch(comment)
    return match.group(1).strip(" \t\n") if match else None


def read_mark(text: str) -> Mark:
    """The text of a mark, taken apart."""
    if text in CLASSES:
        return Mark(kind=text)
    if re.fullmatch(r"[\w-]*", text):
        raise FormulaError(f"`{text}` is no class of formulas" if text else "the mark says nothing")
    imports: list[str] = []
    bindings: list[Binding] = []
    said: set[str] = set()
    skipped: set[int] = set()
    for item in _split(text, ";"):
        words = " ".join(item.split())
        if words in WORDS:
            said.add(words)
            continue
        if skip := _SKIP.fullmatch(words):
            skipped.add(int(skip[1]))
            continue
        if not words:
            continue
        if _IMPORT.fullmatch(words):
            imports.append(words)
        else:
            bindings.append(_binding(words))
    return Mark("", tuple(imports), tuple(bindings), frozenset(said), frozenset(skipped))


def _binding(item: str) -> Binding:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise FormulaError(f"`{item}` binds nothing: write `x: T, C`, `y = f(x)` or `i in 1..n`")
    names = tuple(name.strip() for name in match[1].split(","))
    how, rest = match[2], match[3].strip()
    what: tuple[str, ...] = (rest,)
    if how == "in" and (ends := _RANGE.fullmatch(rest)):
        how, what = "..", (ends[1], ends[2])
    elif how in (":", "~"):
        what = tuple(part.strip() for part in _split(rest, ","))
    for part in what:
        try:
            ast.parse(part, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise FormulaError(f"`{item}`: {part!r} is not Python") from error
    return Binding(names, how, what)


def _split(text: str, at: str) -> list[str]:
    """The parts between these marks, outside of brackets and strings."""
    parts, depth, start, quote = list[str](), 0, 0, ""
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif (
            letter == at
            and not depth
            and not (at == "," and "lambda" in text[start:place] and ":" not in text[start:place])
        ):
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def unknown_names(mark: Mark, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Names that the expressions of a mark use and nothing defines, each with its binding."""
    have = set(known) | GIVEN
    for line in mark.imports:
        have |= Mark(imports=(line,)).names
    for one in mark.bindings:
        shapes = one.how == ":"
        for part in one.what:
            if shapes and (part in KINDS or part.isidentifier()):
                continue
            own = set(one.names) if "lambda" in part else set()  # a function may call itself
            for name in sorted(_used(part) - have - own):
                yield name, one.text
        have |= Mark(bindings=(one,)).names | set(one.names)


def _used(expression: str) -> set[str]:
    """Names that an expression reads and does not bind itself."""
    tree = ast.parse(expression, mode="eval")
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names if isinstance(node.ctx, ast.Load)} - bound
