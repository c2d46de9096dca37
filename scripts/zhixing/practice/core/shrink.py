"""A failing input, made as plain as it can be and still fail: round numbers are easier to follow by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from zhixing.practice.core.outcome import Failure
from zhixing.practice.core.task import Call


def simpler(failure: Failure, fails: Callable[[Call], Failure | None]) -> Failure:
    """The same failure on an input of fewer digits and fewer batch axes, if there is one."""
    for step in (_first_of_batch, _whole, _tenths):
        call = failure.call
        made = Call(tuple(step(value) for value in call.args), {name: step(v) for name, v in call.named.items()})
        found = fails(made)
        if found is not None and found.reason == failure.reason and _finite(found) == _finite(failure):
            failure = replace(found, number=failure.number)
    return failure


def _finite(failure: Failure) -> bool:
    """Rounding may lead out of what the task is about: probabilities that are all 0, a divisor of 0."""
    value = failure.expected
    parts = value if isinstance(value, (tuple, list)) else [value]
    return all(np.isfinite(part).all() for part in parts if isinstance(part, np.ndarray) and part.dtype.kind == "f")


def _first_of_batch(value: Any) -> Any:
    return value[:1] if isinstance(value, np.ndarray) and value.ndim >= 3 and value.dtype.kind == "f" else value


def _whole(value: Any) -> Any:
    return _rounded(value, 0)


def _tenths(value: Any) -> Any:
    return _rounded(value, 1)


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.round(value, digits) + 0.0
    if isinstance(value, (tuple, list)) and type(value) in (tuple, list):
        return type(value)(_rounded(entry, digits) for entry in value)
    return value
