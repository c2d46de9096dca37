"""What a formula consists of once it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields


class FormulaError(ValueError):
    """What keeps a formula from being read or evaluated, in words for its author."""


@dataclass(frozen=True)
class Node:
    """A part of a formula."""

    def children(self) -> Iterator[Node]:
        """The parts it is made of."""
        for field in fields(self):
            value = getattr(self, field.name)
            yield from (value,) if isinstance(value, Node) else _nodes(value)

    def walk(self) -> Iterator[Node]:
        """It and everything in it."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from (item,) if isinstance(item, Node) else _nodes(item)


@dataclass(frozen=True)
class Number(Node):
    """`28{,}672`, `0.5`."""

    value: float


@dataclass(frozen=True)
class Symbol(Node):
    """A letter or a word: `x`, `\\omega`, `\\text{head}`, `\\hat{x}` (`hat_x`), `\\partial y / \\partial x` (`dy_dx`)."""

    name: str


@dataclass(frozen=True)
class Script(Node):
    """One item of a subscript or superscript: `kind` is "_", "^", "(" (a superscript in parentheses) or "T"."""

    kind: str
    text: str
    item: Node | None = None


@dataclass(frozen=True)
class Scripted(Node):
    """Something with subscripts and superscripts."""

    base: Node
    scripts: tuple[Script, ...]


@dataclass(frozen=True)
class Call(Node):
    """A name and what stands in parentheses after it: an application, or a product if the name is no function."""

    function: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class At(Node):
    """`E[t]`: an element."""

    base: Node
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Product(Node):
    """Two factors; `sign` is "" for none, "·", "⊙" or "/"."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Sum(Node):
    """Terms, each with its sign."""

    terms: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Big(Node):
    """`\\sum`, `\\prod`, `\\max` or `\\min` over an index: all its values, or some.

    Those from `low` to `high`, those of `inside`, or those for which `given` holds.
    """

    operator: str
    index: str
    body: Node
    low: Node | None = None
    high: Node | None = None
    inside: Node | None = None
    given: Node | None = None


@dataclass(frozen=True)
class Row(Node):
    """Several values: `(a, b)`, `[a; b]`, and `(a, \\ldots, z)` with dots between."""

    items: tuple[Node, ...]
    stacked: bool = False


@dataclass(frozen=True)
class Dots(Node):
    """An ellipsis among the items of a row, the terms of a sum or the factors of a product."""


@dataclass(frozen=True)
class Fence(Node):
    """`kind` is "abs", "norm", "floor", "ceil" or "if" (Iverson's bracket)."""

    kind: str
    inner: Node


@dataclass(frozen=True)
class Function(Node):
    """A function that TeX or this subset knows by name, applied: `\\log`, `\\sqrt`, `\\max`, `\\overline`."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Table(Node):
    """A matrix or `cases`: rows of cells."""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Relation(Node):
    """Sides with the relations between them: `a = b \\le c`."""

    sides: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Logic(Node):
    """`\\wedge` and `\\vee`."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Space(Node):
    """`\\mathbb{R}^{a \\times b}`: arrays of a shape."""

    sizes: tuple[Node, ...]


OTHERWISE = Symbol("otherwise")
