"""Marks above a fence that may be evaluated in this process although a stranger wrote them."""

from __future__ import annotations

import ast
import builtins

_KNOWN = ("platform", "version_info", "maxsize", "byteorder", "implementation", "name", "major", "minor")
_PLAIN = (
    *(ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Dict, ast.Subscript, ast.Slice),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context, ast.keyword),
)


def refuse_code(text: str) -> None:
    """ValueError unless the text names a mark and compares what `sys` says of the interpreter: it calls nothing else."""
    mark = ast.parse(text, mode="eval").body
    name = mark.func if isinstance(mark, ast.Call) else mark
    if not (isinstance(name, ast.Attribute) and ast.unparse(name.value) == "pytest.mark"):
        raise ValueError("is no mark")
    parts = [*mark.args, *mark.keywords] if isinstance(mark, ast.Call) else []
    conditions = [part.value if isinstance(part, ast.keyword) else part for part in parts if _is_condition(part)]
    if name.attr in ("skipif", "xfail") and not all(map(_is_truth, conditions)):
        raise ValueError("the condition is no comparison, and pytest would run a text")
    for node in (node for part in parts for node in ast.walk(part)):
        if not (isinstance(node, _PLAIN) or _is_fact(node)):
            raise ValueError(f"`{ast.unparse(node)}` is code, which runs nowhere but in a block")


def _is_condition(part: ast.AST) -> bool:
    return not isinstance(part, ast.keyword) or part.arg in (None, "condition")


def _is_truth(node: ast.AST) -> bool:
    """Whether the value is true or false, whatever it is made of."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare) or is_not or (isinstance(node, ast.Constant) and isinstance(node.value, bool))


def _is_fact(node: ast.AST) -> bool:
    """`sys.version_info` and the like, or an exception of Python's own."""
    if isinstance(node, ast.Attribute):
        return node.attr in _KNOWN
    if not isinstance(node, ast.Name):
        return False
    found = getattr(builtins, node.id, None)
    return node.id == "sys" or (isinstance(found, type) and issubclass(found, BaseException))
