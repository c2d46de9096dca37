"""Two functions timed in turn: the ratio of a pair hardly depends on what else the machine does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_STAT = Path("/proc/stat")
PATIENCE = "ZHIXING_BENCH_PATIENCE"  # seconds that each measurement may wait for a quiet machine
QUIET = 0.1  # cores that other processes may take while a pair is timed


@dataclass(frozen=True)
class Pair:
    """Seconds of the two functions, one after the other, and the cores that other processes took meanwhile."""

    ours: float
    reference: float
    others: float


def paired(
    ours: Callable[[], object], reference: Callable[[], object], rounds: int, patience: float | None = None
) -> list[Pair]:
    """So many pairs, each begun when the machine was quiet; after so many seconds of waiting, whether it is or not.

    Of at most twice as many pairs those are kept during which other processes took the least.
    """
    reference(), ours()  # the first calls allocate, load and compile
    pairs: list[Pair] = []
    end = time.monotonic() + (float(os.environ.get(PATIENCE, "120")) if patience is None else patience)
    while len(pairs) < 2 * rounds and sum(pair.others < QUIET for pair in pairs) < rounds:
        while time.monotonic() < end and _others(lambda: time.sleep(0.5))[1] > QUIET:
            pass
        pairs.append(_pair(ours, reference))
    return sorted(pairs, key=lambda pair: pair.others)[:rounds]


def ratio(pairs: list[Pair]) -> float:
    """The median of the ratios."""
    return median(pair.ours / pair.reference for pair in pairs)


def _pair(ours: Callable[[], object], reference: Callable[[], object]) -> Pair:
    times = [time.perf_counter()]

    def both() -> None:
        reference()
        times.append(time.perf_counter())
        ours()
        times.append(time.perf_counter())

    _, others = _others(both)
    return Pair(times[2] - times[1], times[1] - times[0], others)


def _others(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds that some work takes, and the cores that other processes kept busy meanwhile."""
    busy, own, start = _busy(), _own(), time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    return seconds, max(0.0, _busy() - busy - (_own() - own)) / seconds


def _busy() -> float:
    """Seconds of all cores spent working since the machine started; 0 where the system does not tell."""
    if not _STAT.exists():
        return 0.0
    user, nice, system, _, _, *rest = map(int, _STAT.read_text().split("\n", 1)[0].split()[1:9])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    times = os.times()
    return times.user + times.system
