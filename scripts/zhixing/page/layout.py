"""Where the nodes of a graph stand: a force layout that gives the same whole numbers on every machine.

Only sums, products, quotients and square roots, which IEEE 754 rounds in one way; no sine, no random number, no clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt

_TURN = (-0.7373688780783197, 0.6754902942615238)  # cosine and sine of the golden angle
_LENGTH = 60.0  # of an edge at rest
_REACH = 180.0  # beyond it nodes do not push each other
_PUSH = 2600.0
_PULL = 0.12
_CENTRE = 0.012
_MOST, _LEAST = 260, 30  # steps for a small graph and for one of thousands, whose nodes have more neighbours each
_WORK = 60_000  # steps × nodes, about


def layout(count: int, edges: Sequence[tuple[int, int]], groups: Sequence[int]) -> list[tuple[int, int]]:
    """A place for each of `count` nodes; those of one group begin beside each other."""
    xs, ys = _beginning(count, groups)
    pairs = sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})
    degree = [1] * count
    for a, b in pairs:
        degree[a] += 1
        degree[b] += 1
    pulls = [(a, b, _PULL / sqrt(min(degree[a], degree[b]))) for a, b in pairs]
    steps = max(_LEAST, min(_MOST, _WORK // max(1, count)))
    for step in range(steps):
        _move(xs, ys, pulls, 1.0 - step / steps)
    return [(round(x), round(y)) for x, y in zip(xs, ys, strict=True)]


def _beginning(count: int, groups: Sequence[int]) -> tuple[list[float], list[float]]:
    """A spiral on which the nodes of a group follow each other, turned by the golden angle from group to group."""
    order = sorted(range(count), key=lambda node: (groups[node], node))
    names = sorted(set(groups))
    radius = 12.0 * sqrt(count) * (len(names) > 1)
    centres: dict[int, tuple[float, float]] = {}
    dx, dy = 1.0, 0.0
    for name in names:
        centres[name] = (radius * dx, radius * dy)
        dx, dy = dx * _TURN[0] - dy * _TURN[1], dx * _TURN[1] + dy * _TURN[0]
    xs, ys = [0.0] * count, [0.0] * count
    place: dict[int, int] = defaultdict(int)
    dx, dy = 1.0, 0.0
    for node in order:
        group = groups[node]
        place[group] += 1
        far = 16.0 * sqrt(place[group])
        xs[node], ys[node] = centres[group][0] + far * dx, centres[group][1] + far * dy
        dx, dy = dx * _TURN[0] - dy * _TURN[1], dx * _TURN[1] + dy * _TURN[0]
    return xs, ys


def _move(xs: list[float], ys: list[float], pulls: Sequence[tuple[int, int, float]], heat: float) -> None:
    """One step: near nodes push, edges pull, the middle attracts; nobody goes further than the heat allows."""
    count = len(xs)
    fx, fy = [-_CENTRE * x for x in xs], [-_CENTRE * y for y in ys]
    _push(xs, ys, fx, fy)
    for a, b, pull in pulls:
        dx, dy = xs[b] - xs[a], ys[b] - ys[a]
        far = sqrt(dx * dx + dy * dy) or 1.0
        force = pull * (far - _LENGTH) / far
        fx[a] += force * dx
        fy[a] += force * dy
        fx[b] -= force * dx
        fy[b] -= force * dy
    limit = 2.0 + 38.0 * heat
    for node in range(count):
        far = sqrt(fx[node] * fx[node] + fy[node] * fy[node])
        share = heat if far * heat <= limit else limit / far
        xs[node] += share * fx[node]
        ys[node] += share * fy[node]


def _push(xs: list[float], ys: list[float], fx: list[float], fy: list[float]) -> None:
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for node, (x, y) in enumerate(zip(xs, ys, strict=True)):
        cells[int(x // _REACH), int(y // _REACH)].append(node)
    for (column, row), here in cells.items():
        for other in (
            (column, row),
            (column + 1, row),
            (column - 1, row + 1),
            (column, row + 1),
            (column + 1, row + 1),
        ):
            there = cells.get(other)
            if there is None:
                continue
            for place, a in enumerate(here):
                ax, ay = xs[a], ys[a]
                sx = sy = 0.0
                for b in here[place + 1 :] if there is here else there:
                    dx, dy = ax - xs[b], ay - ys[b]
                    square = dx * dx + dy * dy
                    if square > 32400.0:
                        continue
                    if square < 1.0:
                        dx, dy, square = (1.0, float(a - b), 1.0) if square == 0.0 else (dx, dy, 1.0)
                    force = _PUSH / square / 8.0
                    sx += force * dx
                    sy += force * dy
                    fx[b] -= force * dx
                    fy[b] -= force * dy
                fx[a] += sx
                fy[a] += sy
