"""Is what came out what should have? Only plain values count: an object with its own idea of equality is refused."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

_PLAIN = (bool, int, float, complex, str, type(None))
_FLOOR = 1e-9  # below this a difference is rounding, whatever the scale


@dataclass(frozen=True)
class Difference:
    """`kind`: type, shape, dtype, length, value; `path` leads into tuples and dicts; `at` is an index of an array."""

    kind: str
    path: str
    got: Any
    expected: Any
    at: tuple[int, ...] | None = None


def is_tensor(value: Any) -> bool:
    """Whether it is a torch tensor, without importing torch."""
    return type(value).__module__ == "torch" or f"{type(value).__module__}.".startswith("torch.nn.parameter.")


def is_plain(value: Any) -> bool:
    """Whether it is exactly an array, a number or a container of such: no subclass."""
    if isinstance(value, (tuple, list)):
        return type(value) in (tuple, list) and all(map(is_plain, value))
    if isinstance(value, dict):
        return type(value) is dict and all(map(is_plain, value.values()))
    return type(value) in (np.ndarray, *_PLAIN) or isinstance(value, np.generic) or is_tensor(value)


def difference(got: Any, expected: Any, rtol: float, atol: float, path: str = "") -> Difference | None:
    """The first place where they differ; None if they agree. Types of numbers need not agree, their kinds must."""
    if isinstance(expected, dict):
        if type(got) is not dict or got.keys() != expected.keys():
            return Difference("type", path, got, expected)
        inner = [(f"{path}[{key!r}]", got[key], expected[key]) for key in expected]
    elif isinstance(expected, (tuple, list)):
        if not isinstance(got, (tuple, list)):
            return Difference("type", path, got, expected)
        if len(got) != len(expected):
            return Difference("length", path, got, expected)
        inner = [(f"{path}[{i}]", a, b) for i, (a, b) in enumerate(zip(got, expected, strict=True))]
    else:
        return _leaf(got, expected, rtol, atol, path)
    return next((found for where, a, b in inner if (found := difference(a, b, rtol, atol, where))), None)


def _leaf(got: Any, expected: Any, rtol: float, atol: float, path: str) -> Difference | None:
    if expected is None or isinstance(expected, str):
        return None if type(got) is type(expected) and got == expected else Difference("value", path, got, expected)
    if (
        not is_plain(got)
        or isinstance(got, (tuple, list, dict, str, type(None)))
        or is_tensor(got) != is_tensor(expected)
    ):
        return Difference("type", path, got, expected)
    wanted = array(expected)
    if wanted.ndim and not isinstance(got, np.ndarray) and not is_tensor(got):
        return Difference("type", path, got, expected)
    have = array(got)
    if have.shape != wanted.shape:
        return Difference("shape", path, got, expected)
    if not _same_kind(have, wanted, isinstance(expected, np.ndarray) or is_tensor(expected)):
        return Difference("dtype", path, got, expected)
    at = _first(have, wanted, rtol, atol)
    return None if at is None else Difference("value", path, got, expected, at)


def _same_kind(have: Any, wanted: Any, strict: bool) -> bool:
    kinds = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
    have_kind, wanted_kind = kinds.get(have.dtype.kind), kinds.get(wanted.dtype.kind)
    if have_kind is None or wanted_kind is None:
        return False
    return have_kind == wanted_kind or (not strict and 0 not in (have_kind, wanted_kind))


def _first(have: Any, wanted: Any, rtol: float, atol: float) -> tuple[int, ...] | None:
    if wanted.dtype.kind in "biu" and have.dtype.kind in "biu":
        wrong = have != wanted
    else:
        a, b = have.astype(complex), wanted.astype(complex)
        finite = np.isfinite(a) & np.isfinite(b)
        scale = float(np.abs(b[np.isfinite(b)]).max(initial=0.0))
        with np.errstate(all="ignore"):
            near = np.abs(a - b) <= max(_FLOOR, atol * scale) + rtol * np.abs(b)
            alike = (a == b) | (np.isnan(a) & np.isnan(b))
        wrong = ~np.where(finite, near, alike)
    places = np.argwhere(wrong)
    return tuple(int(i) for i in places[0]) if len(places) else None


def array(value: Any) -> Any:
    """The numbers as a NumPy array."""
    if is_tensor(value):
        value = value.detach().cpu()
        return (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    return np.asarray(value)


def copied(value: Any) -> Any:
    """Arguments that a solution may spoil."""
    return copy.deepcopy(value)


def unchanged(before: Any, after: Any) -> bool:
    """Whether arguments are still what they were; generators move on, that is what they are for."""
    if isinstance(before, np.ndarray) or is_tensor(before):
        if isinstance(before, np.ndarray) and before.dtype.kind == "O":
            return True
        a, b = array(before), array(after)
        return bool(a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"))
    if isinstance(before, (tuple, list)):
        return len(before) == len(after) and all(map(unchanged, before, after))
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(unchanged(before[key], after[key]) for key in before)
    if isinstance(before, np.random.Generator) or (callable(before) and not hasattr(before, "__dict__")):
        return True
    if hasattr(before, "__dict__") and not callable(before):
        return unchanged(vars(before), vars(after))
    return True


def dtype_name(values: np.ndarray[Any, Any]) -> str:
    """The dtype in words that are the same on every machine: the usual integer has 32 bits in a page, 64 elsewhere."""
    return "int" if values.dtype in (np.dtype(np.int64), np.dtype(np.intp)) else str(values.dtype)
