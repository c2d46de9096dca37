"""What the mark of a formula may call besides NumPy and the code of its card."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np


class Blocks:
    """An array that the formula also names block by block: `W^O` is the whole, `W_i^O` its i-th block of rows."""

    def __init__(self, whole: np.ndarray, parts: np.ndarray) -> None:
        self.whole = whole
        self.parts = parts


def blocks(array: np.ndarray, count: int) -> Blocks:
    """The rows of an array in so many blocks."""
    return Blocks(array, np.stack(np.split(array, count)))


def both(whole: Any, parts: Any) -> Blocks:
    """A letter that is one thing alone and another with an index: a token t, and the tokens t_i."""
    return Blocks(whole, np.asarray(parts))


def jacobian(function: Callable[[np.ndarray], Any], x: Any, step: float = 1e-5) -> np.ndarray:
    """∂f/∂x by central differences: the shape of f(x), then that of x."""
    x = np.asarray(x, dtype=float)
    columns = []
    for place in np.ndindex(x.shape):
        more = np.zeros_like(x)
        more[place] = step
        columns.append((np.asarray(function(x + more)) - np.asarray(function(x - more))) / (2 * step))
    made = np.stack(columns, -1)
    shaped: np.ndarray = made.reshape(*made.shape[:-1], *x.shape)
    return shaped


def signs(n: int) -> np.ndarray:
    """Every vector of n times ±1: mean 0, variance 1, independent.  (2ⁿ, n)."""
    found: np.ndarray = np.array(list(itertools.product([1.0, -1.0], repeat=n)))
    return found


def coins(n: int, p: float) -> tuple[np.ndarray, np.ndarray]:
    """Every vector of n zeros and ones, and its probability if each is 1 with probability p.  (2ⁿ, n), (2ⁿ,)."""
    found = (1 + signs(n)) / 2
    return found, np.prod(np.where(found == 1, p, 1 - p), -1)


def normals(n: int, nodes: int = 24) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights for means over n independent standard normal numbers (Gauss and Hermite).  (nodesⁿ, n), (nodesⁿ,)."""
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    grid = np.array(list(itertools.product(range(nodes), repeat=n)))
    return points[grid], np.prod(weights[grid], -1) / weights.sum() ** n
