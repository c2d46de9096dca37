"""The mutator's further changes, for the proofs of a card: what a hurried hand leaves out, as well as what it confuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from zhixing.practice.core.mutate import changes

_TYPES = {
    "float64": "float32",
    "float32": "float16",
    "bfloat16": "float32",
    "float16": "float32",
    "int64": "int32",
    "long": "int",
}
_FLIPS = ("T", "mT")
_TURNS = ("transpose", "swapaxes", "permute", "moveaxis", "flip", "triu", "tril", "roll")
_KEPT = (  # without them the value is the same, or nearly
    *("super", "int", "float", "bool", "str", "list", "tuple", "dict", "set", "iter", "sorted"),
    *("asarray", "array", "tensor", "as_tensor", "from_numpy", "contiguous", "detach", "copy", "clone"),
)
_TINY, _NOTHING = 1e-3, 1e-30


def all_changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What the judge's mutator changes, then the rest. Twice a tiny number is as tiny: it grows by a thousand."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value < _TINY:
        yield "constant", ast.Constant(1000 * node.value if node.value > _NOTHING else 0.0)
    else:
        yield from changes(node)
    if isinstance(node, ast.BinOp):
        yield from _terms(node)
    elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
        yield from (("logic", value) for value in node.values)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _opposites(node)
    elif isinstance(node, ast.Attribute) and node.attr in _FLIPS and isinstance(node.ctx, ast.Load):
        yield "transpose", node.value
    elif isinstance(node, ast.Attribute) and node.attr in _TYPES and isinstance(node.value, ast.Name):
        yield "dtype", ast.Attribute(node.value, _TYPES[node.attr], node.ctx)
    elif isinstance(node, ast.Call):
        yield from _left_out(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value == 1.0:
        yield "constant", ast.Constant(0.0)
    elif isinstance(node, ast.IfExp):
        yield from (("branch", branch) for branch in (node.body, node.orelse))
    elif isinstance(node, ast.For):
        yield "loop", _shortened(node)


def _terms(node: ast.BinOp) -> Iterator[tuple[str, ast.AST]]:
    """A residual, a bias or a scale left out; one mask of two."""
    if isinstance(node.op, (ast.Add, ast.BitAnd, ast.BitOr)):
        yield "term", node.left
        yield "term", node.right
    elif isinstance(node.op, (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)):
        yield "term", node.left
        if isinstance(node.op, ast.Mult):
            yield "term", node.right
    elif isinstance(node.op, ast.MatMult):
        yield "transpose", ast.BinOp(node.left, node.op, ast.Attribute(node.right, "T", ast.Load()))


def _opposites(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    turned = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}.get(type(node.ops[0]))
    if turned is not None:
        yield "comparison", ast.Compare(node.left, [turned()], node.comparators)


def _left_out(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """`f(x)` becomes `x`, and `x.f()` as well where `f` only turns an array."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Attribute) and name in _TURNS and not _is_library(node.func.value):
        yield "transpose", node.func.value
    elif node.args and name in _TURNS:
        yield "transpose", node.args[0]
    elif len(node.args) == 1 and name not in _KEPT and name[:1].islower() and not isinstance(node.args[0], ast.Starred):
        yield "call", node.args[0]


def _is_library(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("np", "torch", "F", "math")


def _shortened(node: ast.For) -> ast.For:
    """A loop that ends after its first turn."""
    return ast.For(node.target, node.iter, [*node.body, ast.Break()], node.orelse)
