"""What decides a quiz: comments on the lines below it, each a line of Python; the last one is the answer.

<!--zhixing:decided by ^rms-norm-scale-->
<!--zhixing:decided turned = [3 * x, x + 3, -x]-->
<!--zhixing:decided [np.allclose(rms_norm(y), rms_norm(x)) for y in turned]-->
"""

from __future__ import annotations

import ast
import re

_DECIDED = re.compile(r"[-\s]*zhixing:\s*decided\b[ \t]*(?:by[ \t]+\^([A-Za-z0-9-]+)[ \t]*:?[ \t]*)?(.*)", re.S)
_RAW = (ast.Constant, ast.List, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)


def decided(comment: str) -> tuple[str, str] | None:
    """The claim that a comment names and its line of code, either may be ""; None if it speaks of something else."""
    match = _DECIDED.fullmatch(comment)
    return (match[1] or "", match[2].strip()) if match else None


def answering(tree: ast.Module) -> ast.Expr | None:
    """The last statement, if it is an expression: the answer."""
    last = tree.body[-1] if tree.body else None
    return last if isinstance(last, ast.Expr) else None


def fault(code: str) -> str:
    """Why a piece of code decides nothing, as far as its syntax tells; "" for one that may."""
    try:
        answer = answering(ast.parse(code))
    except (SyntaxError, ValueError) as error:
        return f"it does not parse: {error.args[0]}"
    if answer is None:
        return "its last line is no expression"
    if all(isinstance(node, _RAW) for node in ast.walk(answer.value)):
        return "it is a constant"
    for place, one in enumerate(getattr(answer.value, "elts", ()), 1):
        if isinstance(one, ast.Constant) and isinstance(one.value, bool):
            return f"the truth of option {place} is written down, not computed"
    return ""
