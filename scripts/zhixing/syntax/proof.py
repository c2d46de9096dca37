"""Whether a proof could fail: what its syntax tree alone can tell of asserts that hold whatever the code under them does."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_BUILTINS = frozenset(dir(builtins))
_CONSTANT = _BUILTINS | {"math"}  # names that an assert of constants alone may use: math.comb(16, 2) is arithmetic, too
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_EQUAL = frozenset(("allclose", "array_equal", "isclose", "equal", "array_equiv", "is_"))
_REFLEXIVE = (ast.Eq, ast.LtE, ast.GtE, ast.Is)
_NEVER_NEGATIVE = frozenset(("len", "abs"))
_CATCH_ALL = frozenset(("Exception", "BaseException", "AssertionError"))
NOTHING = "it asserts nothing"
SUM = "it is about constants alone"  # beside a real assert it may stand: the text's own arithmetic, done by the machine

Reason = tuple[int, str]  # line in the block, from 1, and why what stands there cannot fail


def dead(tree: ast.Module) -> tuple[Reason, ...]:
    """Each assert that cannot fail, with the reason; where nothing at all can fail, a reason with the line 0 comes last."""
    reasons: list[Reason] = []
    alive = False
    for node, excuse in _failing(tree):
        reason = excuse or _always_holds(node)
        if reason and reason != SUM:
            reasons.append((node.lineno, reason))
        alive = alive or not reason
    if not alive:
        reasons.append((0, NOTHING))
    return tuple(reasons)


def _failing(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Statements that end a block on purpose: assert, raise, a call of assert_…; with what keeps each from being reached."""
    todo: list[tuple[ast.stmt, str]] = [(child, "") for child in reversed(tree.body)]
    used: set[str] | None = None
    while todo:
        node, excuse = todo.pop()
        if isinstance(node, (ast.Assert, ast.Raise, ast.Expr)):
            called = node.value if isinstance(node, ast.Expr) else None
            if called is None or (isinstance(called, ast.Call) and _name(called.func).startswith("assert_")):
                yield node, excuse
            continue
        inside = excuse
        if isinstance(node, _FUNCTIONS):
            used = _used(tree) if used is None else used
            if node.name not in used and not node.name.startswith("__") and not node.decorator_list:
                inside = inside or f"it stands in {node.name}(), which nobody calls"
        elif (isinstance(node, ast.Try) and any(_swallows(handler) for handler in node.handlers)) or (
            isinstance(node, (ast.With, ast.AsyncWith)) and any(_is_suppress(item.context_expr) for item in node.items)
        ):
            inside = inside or "the exception is caught and dropped"
        elif isinstance(node, (ast.If, ast.While)) and isinstance(node.test, ast.Constant) and not node.test.value:
            inside = inside or "it is never reached"
        handlers = [child for handler in getattr(node, "handlers", ()) for child in handler.body]
        cases = [child for case in getattr(node, "cases", ()) for child in case.body]
        todo += [
            (child, excuse) for child in (*handlers, *getattr(node, "orelse", ()), *getattr(node, "finalbody", ()))
        ]
        todo += [(child, inside) for child in reversed([*getattr(node, "body", ()), *cases])]


def _used(tree: ast.Module) -> set[str]:
    """Names and attributes that the block reads."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    return {_name(node) for node in nodes if isinstance(node.ctx, ast.Load)}


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Whether a handler takes a failed assert and says nothing of it."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    takes = any(kind is None or _name(kind) in _CATCH_ALL for kind in kinds)
    return takes and not any(isinstance(node, (ast.Raise, ast.Assert)) for node in ast.walk(handler))


def _is_suppress(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and _name(node.func) == "suppress"
        and any(_name(argument) in _CATCH_ALL for argument in node.args)
    )


def _always_holds(node: ast.stmt) -> str:
    """Why an assert holds whatever happens; "" for one that can fail."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _same_arguments(node.value)
    return _holds(node.test) if isinstance(node, ast.Assert) else ""


def _holds(test: ast.expr) -> str:
    if isinstance(test, ast.Tuple):
        return "a tuple is always true: the parentheses take the message into the test" if test.elts else ""
    if isinstance(test, ast.BoolOp):
        parts = [_holds(value) for value in test.values]
        if isinstance(test.op, ast.Or):
            return next((part for part in parts if part), "")
        return parts[0] if all(parts) else ""
    if isinstance(test, ast.Call) and _name(test.func) in ("all", "bool") and len(test.args) == 1 and not test.keywords:
        return _holds(test.args[0])
    if isinstance(test, ast.Call) and _name(test.func) in _EQUAL and (reason := _same_arguments(test)):
        return reason
    if isinstance(test, ast.Compare):
        reason = _comparison(test)
        if reason:
            return reason
    if not any(isinstance(node, ast.Name) and node.id not in _CONSTANT for node in ast.walk(test)):
        return SUM if any(isinstance(node, (ast.BinOp, ast.Call)) for node in ast.walk(test)) else "it is a constant"
    return ""


def _comparison(test: ast.Compare) -> str:
    sides = [test.left, *test.comparators]
    shown = [ast.dump(side) for side in sides]
    if all(isinstance(op, _REFLEXIVE) for op in test.ops) and len(set(shown)) == 1 and not _may_change(test.left):
        return "both sides are the same expression"
    if len(test.ops) == 1 and isinstance(test.left, ast.Call) and _name(test.left.func) in _NEVER_NEGATIVE:
        least = test.comparators[0]
        zero = isinstance(least, ast.Constant) and type(least.value) in (int, float) and least.value == 0
        if zero and isinstance(test.ops[0], ast.GtE):
            return f"{_name(test.left.func)}() is never negative"
    return ""


def _same_arguments(call: ast.Call) -> str:
    """`allclose(a, a)`: a thing compared with itself."""
    same = len(call.args) >= 2 and ast.dump(call.args[0]) == ast.dump(call.args[1])
    return "both sides are the same expression" if same and not _may_change(call.args[0]) else ""


def _may_change(node: ast.expr) -> bool:
    """Whether an expression may give another value the second time: it calls something, as `layer(x) == layer(x)` does."""
    return any(isinstance(part, ast.Call) and _name(part.func) not in _BUILTINS for part in ast.walk(node))


def _name(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
