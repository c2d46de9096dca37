"""A formula against the code: its letters are drawn or computed as its mark says, its sides must agree."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from zhixing.blocks import formula_help
from zhixing.blocks.formula_arrays import Index, OutsideError, Turned, differs
from zhixing.blocks.formula_value import Evaluator
from zhixing.syntax.formula.mark import HELPERS, KINDS, TOLERANCES, Binding, Mark, read_mark
from zhixing.syntax.formula.plan import Plan, Statement, plan
from zhixing.syntax.formula.tree import FormulaError, Node, Row

# Sizes in the order in which they are asked for, all different, so that a transpose in the wrong place does not fit.
_SIZES = ((3, 2, 5, 4, 7, 6, 8, 9, 11, 10), (4, 5, 2, 6, 3, 9, 7, 8, 10, 11))
TOLERANCE = 1e-6
_SHOWN = 4
_HELPERS = {name: getattr(formula_help, name) for name in HELPERS}


class UnequalError(FormulaError):
    """A side of the formula is not what another side, or the code, gives."""


def hold(tex: str, mark: str, given: Mapping[str, Any]) -> None:
    """Raise a FormulaError unless the formula holds for every draw. `given` is what the card defines."""
    read = read_mark(mark)
    if read.kind:
        return
    planned = plan(tex, read)
    for draw in range(len(_SIZES)):
        values, draws, ranges = _drawn(read, given, draw)
        _holds(planned, values, draws, ranges, read.words)


def _drawn(
    mark: Mark, given: Mapping[str, Any], draw: int
) -> tuple[dict[str, Any], dict[str, Any], dict[str, list[Index]]]:
    rng = np.random.default_rng(draw)
    sizes = iter(_SIZES[draw])
    values: dict[str, Any] = {}
    namespace = {**_HELPERS, **given, "np": np, "rng": rng}  # one for all, so that a function can call itself
    draws: dict[str, Any] = {}
    ranges: dict[str, list[Index]] = {}

    def size(text: str) -> int:
        if text.isidentifier() and text not in values:
            values[text] = next(sizes)
        return int(evaluated(text))

    def evaluated(text: str, binding: str = "") -> Any:
        try:
            namespace.update(values)
            return eval(text, namespace)
        except Exception as error:
            where = f"`{binding or text}`"
            raise FormulaError(f"{where} in the mark raises {type(error).__name__}: {error}") from error

    for one in mark.bindings:
        if one.how == ":":
            for name in one.names:
                values[name] = _random(one, rng, size, sizes)
        elif one.how == "~":
            outcomes = [evaluated(part, one.text) for part in one.what]
            parts = [np.asarray(part) for part in (outcomes[0] if isinstance(outcomes[0], tuple) else outcomes)]
            weights = parts[1] if len(parts) > 1 else np.full(len(parts[0]), 1 / len(parts[0]))
            draws[one.names[0]] = parts[0], weights / np.sum(weights)
            values[one.names[0]] = parts[0][0]
        elif one.how == "..":
            low, high = (int(evaluated(end, one.text)) for end in one.what)
            ranges.update({name: [Index(n, min(low, 1)) for n in range(low, high + 1)] for name in one.names})
        elif one.how == "in":
            members = evaluated(one.what[0], one.text)
            ranges.update({name: [Index(int(n)) if np.ndim(n) == 0 else n for n in members] for name in one.names})
        else:
            value = evaluated(one.what[0], one.text)
            values.update(zip(one.names, value, strict=True) if len(one.names) > 1 else [(one.names[0], value)])
    return values, draws, ranges


def _random(one: Binding, rng: np.random.Generator, size: Any, sizes: Any) -> Any:
    if one.what[0] not in KINDS:
        return rng.normal(size=[size(part) for part in one.what])
    return next(sizes) if one.what[0] == "size" else float(rng.normal())


def _holds(
    planned: Plan, values: dict[str, Any], draws: dict[str, Any], ranges: dict[str, list[Index]], words: frozenset[str]
) -> None:
    """Vectors are columns, or they are rows, in the whole formula.

    Rows it is if the mark says so, or if the formula holds that way and a matrix beside a vector shows which is meant.
    """
    problems: list[FormulaError] = []
    rows = "rows" in words
    for lying in (True,) if rows else (False, True):
        evaluator = Evaluator(planned, values, draws, lying)
        evaluator.ranges = ranges
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                for statement in planned.statements:
                    _compare(evaluator, statement, values, "mixed" in words)
            if rows or not lying or evaluator.is_decided:
                return
            problems.append(FormulaError(f"{problems[0]}\nit holds if vectors are rows: then say `rows` in the mark"))
        except FormulaError as error:
            problems.append(error)
        except Exception as error:
            problems.append(FormulaError(f"it cannot be evaluated: {type(error).__name__}: {error}"))
    raise next((one for one in problems if isinstance(one, UnequalError)), problems[-1])


def _compare(evaluator: Evaluator, statement: Statement, values: dict[str, Any], mixed: bool) -> None:
    tolerance, approx = (float(values.get(name, TOLERANCE)) for name in TOLERANCES)
    relation = statement.relation
    if "≈" in relation.signs and "approx" not in values:
        raise FormulaError("≈ holds to which error? say `approx = 0.05` in the mark")
    compared = 0
    declared = evaluator.ranges.keys() | evaluator.plan.ranges.keys() | evaluator.plan.domains.keys()
    inferred = set(statement.free) - declared  # the first steps of `h_{t-1}` have nothing before them
    for chosen in evaluator.combinations(statement):
        evaluator.scope = dict(chosen)
        try:
            sides = [_side(evaluator, side) for side in relation.sides]
        except OutsideError:
            if not inferred:
                raise
            continue
        compared += 1
        for sign, left, right in zip(relation.signs, sides, sides[1:], strict=False):
            if mixed:
                left, right = (one.vector if isinstance(one, Turned) else one for one in (left, right))  # noqa: PLW2901
            if differs(sign, left, right, tolerance, approx):
                raise UnequalError(_words(statement, sign, left, right, chosen, values))
    if not compared:
        raise FormulaError(f"no value of {', '.join(statement.free)} stays inside the arrays")


def _side(evaluator: Evaluator, node: Node) -> Any:
    if isinstance(node, Row) and all(not _is_number(evaluator, one) for one in node.items):
        return [evaluator.value(one) for one in node.items]
    return evaluator.value(node)


def _is_number(evaluator: Evaluator, node: Node) -> bool:
    try:
        return bool(np.ndim(evaluator.value(node)) == 0)
    except Exception:
        return True


def _words(
    statement: Statement, sign: str, left: Any, right: Any, chosen: dict[str, Index], values: dict[str, Any]
) -> str:
    sizes = [
        f"{name} = {value}" for name, value in values.items() if isinstance(value, int) and not isinstance(value, bool)
    ]
    places = [f"{name} = {value}" for name, value in chosen.items() if isinstance(value, Index)]
    where = ", ".join([*places, *sizes])
    return "\n".join(
        [
            f"the formula does not hold: {statement.tex}",
            f"left of {sign}   {_shown(left)}",
            f"right of {sign}  {_shown(right)}",
            *([f"with {where}"] if where else []),
        ]
    )


def _shown(value: Any) -> str:
    array = np.asarray(value.vector if isinstance(value, Turned) else value)
    if array.dtype.kind not in "biufc":
        return repr(value)[:80]
    numbers = " ".join(f"{one:.6g}" for one in array.ravel()[:_SHOWN])
    more = " …" if array.size > _SHOWN else ""
    return f"{numbers}{more}" + (f"   shape {array.shape}" if array.ndim else "")
