"""Small wrong changes of a definition: what a judge must notice, and what a bug hunt hides."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Path = tuple[tuple[str, int | None], ...]  # fields, and places in those that are lists

_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMMUTE = ("max", "min", "maximum", "minimum", "add", "multiply", "logical_and", "logical_or", "swapaxes")


@dataclass(frozen=True)
class Mutant:
    """`line` is counted from the first line of the definition; `key` names it, once in a definition."""

    operator: str
    line: int
    key: str
    source: str


def mutants(source: str, methods: tuple[str, ...] = ()) -> list[Mutant]:
    """Every mutant of a definition, in the order of its text; texts that come out equal are one mutant.

    Of a class, only the named methods change: the rest is given to whoever solves the task.
    """
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    found: list[Mutant] = []
    for path, node in places(tree):
        if methods and not _is_inside(tree, path, methods):
            continue
        for operator, made in changes(node):
            changed = copy.deepcopy(tree)
            put(changed, path, made)
            text = ast.unparse(ast.fix_missing_locations(changed))
            if text not in seen:
                seen.add(text)
                line = getattr(node, "lineno", 1)
                key = f"{line}: {_short(node)} -> {_short(made)}"
                same = sum(one.key.partition(" #")[0] == key for one in found)
                found.append(Mutant(operator, line, f"{key} #{same + 1}" if same else key, text))
    return found


def _is_inside(tree: ast.Module, path: Path, methods: tuple[str, ...]) -> bool:
    whole: Any = tree.body[0]
    return len(path) > 2 and getattr(whole.body[path[1][1] or 0], "name", "") in methods


def _short(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def places(tree: ast.AST, path: Path = ()) -> Iterator[tuple[Path, ast.AST]]:
    """Nodes that compute something: no annotation, no docstring, nothing that only makes a message."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        entries = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for number, node in entries:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Raise) or _is_docstring(tree, name, number, node):
                continue
            here: Path = (*path, (name, number))
            yield here, node
            yield from places(node, here)


def _is_docstring(parent: ast.AST, name: str, number: int | None, node: ast.AST) -> bool:
    return (
        name == "body"
        and number == 0
        and isinstance(parent, (ast.FunctionDef, ast.ClassDef))
        and isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
    )


def put(tree: ast.AST, path: Path, made: ast.AST) -> None:
    for name, number in path[:-1]:
        value: Any = getattr(tree, name)
        tree = value if number is None else value[number]
    name, number = path[-1]
    if number is None:
        setattr(tree, name, made)
    else:
        getattr(tree, name)[number] = made


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        yield "arithmetic", ast.BinOp(node.left, _BINARY[type(node.op)](), node.right)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield "operands", ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.AugAssign) and type(node.op) in _BINARY:
        yield "arithmetic", ast.AugAssign(node.target, _BINARY[type(node.op)](), node.value)
    elif isinstance(node, ast.UnaryOp):
        yield "sign", node.operand
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARE:
        yield "comparison", ast.Compare(node.left, [_COMPARE[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield "logic", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, (ast.IfExp, ast.If)):
        other = copy.copy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield "condition", other
    elif isinstance(node, ast.Constant):
        yield from (("constant", ast.Constant(value)) for value in _constants(node.value))
    elif isinstance(node, ast.Slice):
        yield from _slices(node)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.For)) and not _is_text(node):
        yield "statement", ast.Pass()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _constants(value: object) -> tuple[float, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return value + 1, value - 1
    if isinstance(value, float):
        return (value * 2,) if value else (1.0,)
    return ()


def _slices(node: ast.Slice) -> Iterator[tuple[str, ast.AST]]:
    one = ast.Constant(1)
    if node.lower is not None:
        if not (isinstance(node.lower, ast.Constant) and node.lower.value == 0):
            yield "slice", ast.Slice(None, node.upper, node.step)
        yield "slice", ast.Slice(ast.BinOp(node.lower, ast.Add(), one), node.upper, node.step)
    if node.upper is not None:
        yield "slice", ast.Slice(node.lower, None, node.step)
        yield "slice", ast.Slice(node.lower, ast.BinOp(node.upper, ast.Sub(), one), node.step)
    if node.step is not None:
        yield "slice", ast.Slice(node.lower, node.upper, None)


def _calls(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    plain = not any(isinstance(argument, ast.Starred) for argument in node.args)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    commutes = name in _COMMUTE or (name == "transpose" and len(node.args) == 2)
    if plain and len(node.args) >= 2 and not commutes:
        yield "swap", ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    for number in range(len(node.keywords)):
        kept = [*node.keywords[:number], *node.keywords[number + 1 :]]
        yield "keyword", ast.Call(node.func, node.args, kept)
