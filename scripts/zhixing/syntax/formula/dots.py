"""`f(1), …, f(n)`: what stands on either side of the dots differs in one number, and that number runs."""

from __future__ import annotations

import itertools
from typing import Any

from zhixing.syntax.formula.tree import Node, Number, Product, Script, Scripted, Sum, Symbol

STEP = "\0step"  # the name of the number that runs


def chain(node: Node) -> list[Node]:
    """The factors of a product that stand side by side."""
    if isinstance(node, Product) and not node.sign:
        return [*chain(node.left), *chain(node.right)]
    return [node]


def difference(first: Node, last: Node) -> tuple[Node, Node] | None:
    """The one place in which two expressions differ; `x` and `x^n` differ in the power."""
    if first == last:
        return None
    if (
        isinstance(last, Scripted)
        and last.base == first
        and len(last.scripts) == 1
        and last.scripts[0].item is not None
    ):
        return Number(1.0), last.scripts[0].item
    if type(first) is not type(last) or isinstance(first, (Number, Symbol)):
        return first, last
    if isinstance(first, Sum) and isinstance(last, Sum):
        pairs = {pair for a, b in zip(first.terms, last.terms, strict=False) if (pair := difference(a[1], b[1]))}
        same = [sign for sign, _ in first.terms] == [sign for sign, _ in last.terms]
        return pairs.pop() if same and len(pairs) == 1 else (first, last)
    if isinstance(first, Script) and isinstance(last, Script):
        if first.item is None or last.item is None or first.kind != last.kind:
            return None
        return difference(first.item, last.item)
    ours, theirs = list(first.children()), list(last.children())
    if len(ours) != len(theirs):
        return first, last
    pairs = {pair for pair in itertools.starmap(difference, zip(ours, theirs, strict=True)) if pair is not None}
    return pairs.pop() if len(pairs) == 1 else None


def replaced(node: Node, what: Node) -> Node:
    """The expression with the running number in the place of `what`."""
    if node == what:
        return Symbol(STEP)
    if isinstance(node, Script):
        return Script(node.kind, "", replaced(node.item, what)) if node.item and what in node.item.walk() else node
    changed = {}
    for name, value in vars(node).items():
        changed[name] = _swapped(value, what)
    return type(node)(**changed)


def _swapped(value: Any, what: Node) -> Any:
    if isinstance(value, Node):
        return replaced(value, what)
    return tuple(_swapped(one, what) for one in value) if isinstance(value, tuple) else value
