"""What a call gave, and what is said of it: a value or an exception, its signature, its difference."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from zhixing.practice.core.compare import Difference, array, difference, dtype_name, is_plain
from zhixing.practice.core.task import Call, Property

FILE = "solution.py"


@dataclass(frozen=True)
class Outcome:
    """What a call gave: a value, or an exception and the line of the solution in which it arose."""

    value: Any = None
    error: BaseException | None = None
    line: int = 0
    spoiled: bool = False  # an argument was changed


@dataclass(frozen=True)
class Failure:
    """The first property that does not hold, and on which input."""

    number: int
    property: Property
    call: Call
    reason: str
    outcome: Outcome
    expected: Any = None
    found: Difference | None = None


class SubclassError(Exception):
    """A property of its own got an object that is not plain."""


def reason_of(error: BaseException) -> str:
    if isinstance(error, SubclassError):
        return "subclass"
    return "memory" if isinstance(error, MemoryError) else "error"


def attempt(work: Callable[[], Any]) -> Outcome:
    """Call it; how NumPy reports errors and whether PyTorch keeps gradients is put back: what a solution sets must not
    reach the reference, which would then fail as the solution does."""
    torch: Any = sys.modules.get("torch")
    try:
        with np.errstate(all="ignore"), torch.enable_grad() if torch else nullcontext():
            return Outcome(work())
    except (Exception, SystemExit) as error:
        line, trace = 0, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
        return Outcome(error=error.with_traceback(None), line=line)


def alike(a: Outcome, b: Outcome) -> bool:
    if a.error is not None or b.error is not None:
        return type(a.error) is type(b.error)
    return a.spoiled == b.spoiled and is_plain(a.value) and difference(a.value, b.value, 1e-4, 1e-5) is None


def told(error: BaseException) -> str:
    message = str(error).partition("\n")[0]
    return type(error).__name__ + (f": {message}" if message else "")


def parameters(made: Any) -> list[str]:
    try:
        return list(inspect.signature(made).parameters)
    except (TypeError, ValueError):
        return []


def signature(made: Any, methods: tuple[str, ...]) -> str:
    """Names, order and defaults of the parameters; annotations are free."""
    parts = [made, *(getattr(made, name, None) for name in methods)] if methods else [made]
    return " ".join(map(_plain_signature, parts))


def _plain_signature(made: Any) -> str:
    try:
        found = inspect.signature(made)
    except (TypeError, ValueError):
        return "?"
    plain = [entry.replace(annotation=entry.empty) for entry in found.parameters.values()]
    return str(found.replace(parameters=plain, return_annotation=found.empty))


def details(found: Difference) -> dict[str, Any]:
    """What fills the sentence about a difference."""
    if found.kind == "value":
        if found.at is None or isinstance(found.expected, (str, type(None))):
            return {}
        place = found.path + (f"[{', '.join(map(str, found.at))}]" if found.at else "")
        if not place:
            return {}
        number = found.at or ()
        return {"place": place, "got": _number(found.got, number), "expected": _number(found.expected, number)}
    if found.kind == "shape":
        return {"got": str(array(found.got).shape), "expected": str(array(found.expected).shape)}
    if found.kind == "dtype":
        return {"got": dtype_name(array(found.got)), "expected": dtype_name(array(found.expected))}
    if found.kind == "length":
        return {"got": len(found.got), "expected": len(found.expected)}
    return {"got": type(found.got).__name__, "expected": type(found.expected).__name__}


def _number(value: Any, at: tuple[int, ...]) -> str:
    number = array(value)[at].item()
    return f"{number:.6g}" if isinstance(number, float) else str(number)
