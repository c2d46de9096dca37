"""What is compared with what: the clauses of a formula become definitions, ranges of indices and statements."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zhixing.syntax.formula.mark import Mark
from zhixing.syntax.formula.read import Clause, clauses
from zhixing.syntax.formula.tree import (
    Big,
    Call,
    Dots,
    Fence,
    FormulaError,
    Node,
    Number,
    Product,
    Relation,
    Row,
    Script,
    Scripted,
    Space,
    Sum,
    Symbol,
)

CONSTANTS = frozenset(["e", "pi", "infty", "I", "imaginary", "otherwise", ":"])
_FUNCTION_NAMES = "softmax sigmoid exp log ln sin cos tan tanh sinh cosh erf sign diag tr rank Re Im Concat max min det"
FUNCTIONS = frozenset(_FUNCTION_NAMES.split())


@dataclass(frozen=True)
class Definition:
    """A letter that the formula itself explains: `\\mu = …`, `\\omega_i = …`, `\\text{clip}(d) = …`."""

    name: str
    indices: tuple[str, ...]
    arguments: tuple[str, ...]
    body: Node
    tex: str


@dataclass(frozen=True)
class Statement:
    """Sides that must agree, for all values of the free indices."""

    relation: Relation
    free: tuple[str, ...]
    tex: str


@dataclass(frozen=True)
class Plan:
    """Everything that is to be evaluated of a formula."""

    statements: tuple[Statement, ...]
    definitions: dict[str, Definition]
    ranges: dict[str, tuple[Node, Node]]  # index → first and last value
    domains: dict[str, Node]  # index → the set it runs over


def resolve(base: str, scripts: tuple[Script, ...], names: Collection[str]) -> tuple[str, tuple[Script, ...]] | None:
    """The longest name that the letter and its scripts make, and the scripts that are left; None if there is none."""
    parts = [number for number, script in enumerate(scripts) if script.kind != "T" and script.text]
    always = {number for number in parts if scripts[number].item is None}  # a prime is no power
    for count in range(len(parts), -1, -1):
        for chosen in itertools.combinations(parts, count):
            if not always.issubset(chosen):
                continue
            name = "_".join([base, *(scripts[number].text for number in chosen)])
            if name in names:
                return name, tuple(script for number, script in enumerate(scripts) if number not in chosen)
    return None


def index_items(script: Script) -> tuple[Node, ...]:
    """What a subscript asks for: `ij` is two indices, `2i` is one."""
    item = script.item
    if item is None:
        return ()
    letters = tuple(_letters(item))
    return (
        letters
        if len(letters) > 1 and all(isinstance(one, Symbol) and len(one.name) == 1 for one in letters)
        else (item,)
    )


def _letters(node: Node) -> Iterator[Node]:
    if isinstance(node, Product) and not node.sign:
        yield from _letters(node.left)
        yield from _letters(node.right)
    else:
        yield node


def plan(tex: str, mark: Mark) -> Plan:
    """Read a formula with the names of its mark; a FormulaError says what has no meaning."""
    known = set(mark.names | CONSTANTS | FUNCTIONS) - mark.indices
    found = clauses(tex, mark.names | mark.indices, mark.skipped)
    ranges: dict[str, tuple[Node, Node]] = {}
    domains: dict[str, Node] = {}
    relations: list[tuple[Relation, str]] = []
    for clause in found:
        if not _is_range(clause, known, ranges, domains):
            if not isinstance(clause.node, Relation):
                hint = "bind `value`, or give it a class"
                raise FormulaError(f"nothing is compared with `{clause.tex}`: {hint}")
            relations.append((_whole(clause.node), clause.tex))
    definitions: dict[str, Definition] = {}
    for relation, text in relations:
        made = _definition(relation, known | definitions.keys(), text)
        if made is not None:
            definitions[made.name] = made
    names = known | definitions.keys()
    indices = mark.indices | ranges.keys() | domains.keys()
    statements: list[Statement] = []
    used: set[str] = set()
    for relation, text in relations:
        made = next((one for one in definitions.values() if one.body is relation.sides[1]), None)
        if made is None or len(relation.sides) > 2:
            own = relation if made is None else Relation(relation.sides[1:], relation.signs[1:])
            reader = _Names(names, set(), used)
            free = reader.free(own, indices)
            statements.append(Statement(own, tuple(sorted(free)), text))
    waiting, seen = set(used), set[str]()
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in seen:
            seen.add(name)
            made = definitions[name]
            inner: set[str] = set()
            _Names(names, {*made.indices, *made.arguments}, inner).free(made.body, indices)
            waiting |= inner
    idle = [made for name, made in definitions.items() if name not in seen]
    if idle:
        raise FormulaError(f"`{idle[0].name}` is bound by nothing, so `{idle[0].tex}` is compared with nothing")
    if not statements:
        raise FormulaError("nothing is compared: bind a letter of a left side to what the card computes")
    return Plan(tuple(statements), definitions, ranges, domains)


def _whole(relation: Relation) -> Relation:
    """Without sides that end in dots: a series that goes on is compared with nothing."""
    kept = [
        number
        for number, side in enumerate(relation.sides)
        if not (isinstance(side, Sum) and isinstance(side.terms[-1][1], Dots))
    ]
    if len(kept) < 2 or len(kept) == len(relation.sides) or kept != list(range(len(kept))):
        return relation
    return Relation(relation.sides[: len(kept)], relation.signs[: len(kept) - 1])


def _is_range(
    clause: Clause, known: Collection[str], ranges: dict[str, tuple[Node, Node]], domains: dict[str, Node]
) -> bool:
    node = clause.node
    if not isinstance(node, Relation):
        return False
    left, right = node.sides[0], node.sides[-1]
    if isinstance(left, Symbol) and left.name not in known and len(node.sides) == 2:
        if isinstance(right, Row) and any(isinstance(item, Dots) for item in right.items):
            ranges[left.name] = right.items[0], right.items[-1]
            return True
        if node.signs == ("∈",) and not isinstance(right, Space):
            domains[left.name] = right
            return True
    if len(node.sides) == 3 and set(node.signs) <= {"<", "≤"}:
        middle = node.sides[1]
        if isinstance(middle, Symbol) and middle.name not in known:
            one = Number(1.0)
            low = left if node.signs[0] == "≤" else Sum((("+", left), ("+", one)))
            high = right if node.signs[1] == "≤" else Sum((("+", right), ("-", one)))
            ranges[middle.name] = low, high
            return True
    return False


def _definition(relation: Relation, known: Collection[str], tex: str) -> Definition | None:
    """A statement whose left side is a letter without a value."""
    left: Node = relation.sides[0]
    arguments: tuple[str, ...] = ()
    if relation.signs[0] != "=":
        return None
    if isinstance(left, Call):
        names = [one.name for one in left.arguments if isinstance(one, Symbol) and one.name not in known]
        if len(names) < len(left.arguments):
            return None
        arguments, left = tuple(names), left.function
    scripts: tuple[Script, ...] = ()
    if isinstance(left, Scripted):
        scripts, left = left.scripts, left.base
    if not isinstance(left, Symbol) or resolve(left.name, scripts, known) is not None:
        return None
    if any(script.kind == "T" for script in scripts):
        return None
    name, indices = left.name, list[str]()
    for script in scripts:
        items = index_items(script)
        letters = [
            one.name for one in items if isinstance(one, Symbol) and one.name not in known and len(one.name) == 1
        ]
        if script.kind in "_(" and items and len(letters) == len(items):
            indices += letters
        elif script.kind != "T":
            name = f"{name}_{script.text}"
    return Definition(name, tuple(indices), arguments, relation.sides[1], tex)


class _Names:
    """Walks an expression: every letter has a value, is an index, or is reported."""

    def __init__(self, names: Collection[str], bound: set[str], used: set[str]) -> None:
        self.names = names
        self.bound = bound
        self.used = used
        self.loose: set[str] = set()
        self.indices: set[str] = set()

    def free(self, node: Node, indices: Collection[str]) -> set[str]:
        """The indices that nothing inside the expression runs over."""
        self.visit(node, frozenset(self.bound))
        unknown = sorted(self.loose - self.indices - set(indices))
        if unknown:
            raise FormulaError(f"`{unknown[0]}` is bound by nothing")
        return self.indices | self.loose

    def visit(self, node: Node, bound: frozenset[str], index: bool = False) -> None:
        if isinstance(node, Symbol):
            self.symbol(node.name, (), bound, index)
        elif isinstance(node, Scripted) and isinstance(node.base, Symbol):
            self.symbol(node.base.name, node.scripts, bound, index)
        elif isinstance(node, Scripted):
            self.visit(node.base, bound)
            frobenius = isinstance(node.base, Fence) and node.base.kind == "norm"
            self.rest(tuple(one for one in node.scripts if not (frobenius and one.text == "F")), bound)
        elif isinstance(node, Big):
            inner = bound | {node.index}
            for child in node.children():
                self.visit(child, inner)
        else:
            for child in node.children():
                self.visit(child, bound)

    def symbol(self, name: str, scripts: tuple[Script, ...], bound: frozenset[str], index: bool) -> None:
        found = resolve(name, scripts, self.names) if name not in bound else (name, scripts)
        if found is None and name.startswith(("overline_", "bar_")):
            found = resolve(name.partition("_")[2], scripts, self.names)  # a mean
        if found is not None:
            self.used.add(found[0])
            self.rest(found[1], bound)
        elif scripts:
            shown = "_".join([name, *(script.text for script in scripts if script.kind != "T")])
            raise FormulaError(f"`{shown}` is bound by nothing")
        elif index:
            self.indices.add(name)
        else:
            self.loose.add(name)

    def rest(self, scripts: tuple[Script, ...], bound: frozenset[str]) -> None:
        for script in scripts:
            for item in index_items(script) if script.kind in "_(" else filter(None, [script.item]):
                for letter in item.walk() if script.kind in "_(" else ():
                    if isinstance(letter, Symbol) and letter.name not in bound and letter.name not in self.names:
                        self.indices.add(letter.name)
                self.visit(item, bound, index=True)
