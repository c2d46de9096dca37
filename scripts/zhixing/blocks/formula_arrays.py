"""What the parts of a formula are worth, and what can be done with them: NumPy's arrays, and a few things besides."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from zhixing.syntax.formula.tree import FormulaError

Value = Any


class OutsideError(FormulaError):
    """An index leaves its array."""


class Index(int):
    """A value of an index that counts from `base`: as a number it is itself, as an index the count from 0."""

    base: int

    def __new__(cls, value: int, base: int = 0) -> Index:
        """An integer with a base."""
        made = super().__new__(cls, value)
        made.base = base
        return made

    def __add__(self, other: Any) -> Any:
        return Index(int(self) + int(other), self.base) if isinstance(other, (int, np.integer)) else int(self) + other

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Index):
            return int(self) - int(other)
        return Index(int(self) - int(other), self.base) if isinstance(other, (int, np.integer)) else int(self) - other


class Turned:
    """A vector that was transposed."""

    def __init__(self, vector: np.ndarray) -> None:
        self.vector = vector


class Identity:
    """The identity matrix, of whatever size it stands beside."""


FENCES: dict[str, Callable[[Value], Value]] = {
    "abs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "if": lambda one: np.asarray(one) * 1.0,
}
HOLDS: dict[str, Callable[[Value, Value], Value]] = {
    "=": np.equal,
    "≠": np.not_equal,
    "<": np.less,
    ">": np.greater,
    "≤": np.less_equal,
    "≥": np.greater_equal,
    "∈": np.isin,
}


def softmax(values: Value) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    powers = np.exp(values - values.max(-1, keepdims=True))
    made: np.ndarray = powers / powers.sum(-1, keepdims=True)
    return made


CONSTANTS: dict[str, Value] = {"e": math.e, "pi": math.pi, "infty": math.inf, "imaginary": 1j, "I": Identity()}
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "softmax": softmax,
    "sigmoid": lambda x: 1 / (1 + np.exp(-np.asarray(x))),
    "exp": np.exp,
    "log": np.log,
    "ln": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "tanh": np.tanh,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "erf": np.vectorize(math.erf),
    "sign": np.sign,
    "diag": np.diag,
    "tr": np.trace,
    "rank": np.linalg.matrix_rank,
    "det": np.linalg.det,
    "Re": np.real,
    "Im": np.imag,
    "Concat": lambda *parts: np.concatenate(parts, -1),
}


def untensored(value: Value) -> Value:
    """As NumPy has it: a tensor of torch becomes an array."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    return value


def bare(value: Value) -> Value:
    return untensored(value.vector if isinstance(value, Turned) else value)


def kind(value: Value) -> type:
    return complex if np.iscomplexobj(value) else float


def mean_of(value: Value) -> Value:
    return np.mean(bare(value), axis=-1)


def transposed(value: Value) -> Value:
    if isinstance(value, Turned):
        return value.vector
    array = np.asarray(bare(value))
    if array.ndim == 0:
        raise FormulaError("a number is transposed")
    return Turned(array) if array.ndim == 1 else np.swapaxes(array, -1, -2)


def signed(value: Value, factor: int) -> Value:
    if isinstance(value, Identity) or (factor == 1 and isinstance(value, (Index, Turned))):
        return value if factor == 1 else added(np.zeros(()), value, -1)
    if isinstance(value, Turned):
        return Turned(factor * value.vector)
    return factor * int(value) if isinstance(value, int) else factor * np.asarray(bare(value))


def added(left: Value, right: Value, factor: int) -> Value:
    if isinstance(left, Index) and isinstance(right, (int, np.integer)):
        return (
            left + factor * int(right)
            if not isinstance(right, Index)
            else (left - right if factor < 0 else left + right)
        )
    a, b = (beside(one, other) for one, other in ((left, right), (right, left)))
    if isinstance(left, int) and isinstance(right, int):
        return Index(left + factor * right, right.base) if isinstance(right, Index) and factor > 0 else a + factor * b
    turned = [isinstance(one, Turned) for one in (left, right) if np.ndim(bare(one)) == 1]
    if len(set(turned)) > 1:
        raise FormulaError("a row is added to a column")
    if np.ndim(a) and np.ndim(b) and np.shape(a) != np.shape(b) and np.shape(a)[-1] != np.shape(b)[-1]:
        raise FormulaError(f"shapes {np.shape(a)} and {np.shape(b)} cannot be added")
    made = np.asarray(a) + factor * np.asarray(b)
    return Turned(made) if turned and turned[0] else made


def beside(value: Value, other: Value) -> Value:
    """The identity takes the size of what stands beside it."""
    if not isinstance(value, Identity):
        return bare(value)
    shape: tuple[int, ...] = () if isinstance(other, Identity) else np.shape(bare(other))
    if len(shape) < 2:
        raise FormulaError("how large is I here? nothing beside it is a matrix")
    return np.eye(shape[-1])


def place(value: Value, size: int, name: str) -> Any:
    value = bare(value)
    base = value.base if isinstance(value, Index) else 0
    array = np.asarray(value)
    if array.dtype.kind == "b":
        array = array.astype(int)
    if array.dtype.kind not in "iu":
        if not np.all(array == np.round(array)):
            raise FormulaError(f"an index of `{name}` is no integer")
        array = np.round(array).astype(int)
    array = array - base
    if np.any(array < 0) or np.any(array >= size):
        raise OutsideError(f"an index of `{name}` is {array.tolist()}, its axis has {size} places")
    return int(array) if array.ndim == 0 else array


def members(value: Value) -> list[Index]:
    """The elements of a set of indices, as an array, a list or a mask."""
    array = np.asarray(sorted(value) if isinstance(value, (set, frozenset)) else value)
    if array.dtype == bool:
        array = np.flatnonzero(array)
    return [one if isinstance(one, Index) else Index(int(one)) for one in (value if isinstance(value, list) else array)]


def differs(sign: str, left: Value, right: Value, tolerance: float, approx: float) -> bool:
    """Whether a relation does not hold."""
    if sign == "∈" and isinstance(right, tuple):
        return any(np.shape(bare(one)) != right for one in (left if isinstance(left, list) else [left]))
    if isinstance(left, Identity) or isinstance(right, Identity):
        left, right = beside(left, right), beside(right, left)
    a, b = np.asarray(bare(left)), np.asarray(bare(right))
    if sign in "=≈≠":
        if a.ndim == b.ndim == 1 and isinstance(left, Turned) != isinstance(right, Turned):
            return sign != "≠"
        if a.shape != b.shape and a.size > 1 and b.size > 1:
            return sign != "≠"
        if a.dtype.kind not in "biufc" or b.dtype.kind not in "biufc":
            raise FormulaError("a side of it is no number")
        bound = tolerance if sign != "≈" else approx
        scale = max(_largest(a), _largest(b), 1e-3)
        with np.errstate(invalid="ignore"):
            same = np.isclose(a, b, rtol=bound, atol=0 if sign == "≈" else bound * scale) | (a == b)
        return bool(np.all(same)) == (sign == "≠")
    slack = tolerance * max(_largest(a), _largest(b), 1.0) * (-1 if sign in "<≤" else 1)
    return not bool(np.all(HOLDS[sign](a + slack, b)))


def _largest(array: np.ndarray) -> float:
    finite = np.abs(array[np.isfinite(array)]) if array.size else np.zeros(1)
    return float(finite.max()) if finite.size else 0.0
