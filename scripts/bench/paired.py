"""Two functions timed in turn: the ratio of a pair hardly depends on what else the machine does.

Hardly, not never: work that waits for memory suffers more from neighbours than work that computes, and on a shared
host they cannot be seen from here. So a probe is timed beside each pair: a reading of memory that takes the same time
whenever the machine is its own master.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

_MEMORY = np.ones(4 * 2**20, dtype=np.float32)
_STAT = Path("/proc/stat")
PATIENCE = "ZHIXING_BENCH_PATIENCE"  # seconds that each measurement may wait for a quiet machine
QUIET = 0.1  # cores that other processes may take while a pair is timed
CALM = 1.25  # times its best that the probe may take beside a pair


@dataclass(frozen=True)
class Pair:
    """Seconds of the two functions, one after the other, and what disturbed them: the cores that other processes
    took meanwhile, and the time of the probe as a multiple of its best."""

    ours: float
    reference: float
    others: float
    probe: float = 1.0

    @property
    def quiet(self) -> bool:
        """Whether nothing disturbed the pair, as far as can be seen."""
        return self.others < QUIET and self.probe < CALM


def paired(
    ours: Callable[[], object],
    reference: Callable[[], object],
    rounds: int,
    patience: float | None = None,
    times: int = 1,
) -> list[Pair]:
    """So many pairs, each begun when the machine was quiet; after so many seconds of waiting, whether it is or not.

    Of at most twice as many pairs those are kept that were disturbed the least. A reference that is much shorter than
    ours is called several times, half of them before and half after, so that both see the same stretch of time.
    """
    reference(), ours()  # the first calls allocate, load and compile
    pairs: list[Pair] = []
    end = time.monotonic() + (float(os.environ.get(PATIENCE, "120")) if patience is None else patience)
    best = min(_probe() for _ in range(20))
    while len(pairs) < 2 * rounds and sum(pair.quiet for pair in pairs) < rounds:
        while time.monotonic() < end:
            best = min(best, probe := _probe())
            if probe < CALM * best and _others(lambda: time.sleep(0.5)) <= QUIET:
                break
        pairs.append(_pair(ours, reference, times))
        best = min(best, *(pair.probe for pair in pairs))
    relative = [replace(pair, probe=pair.probe / best) for pair in pairs]
    return sorted(relative, key=lambda pair: (not pair.quiet, pair.others + pair.probe))[:rounds]


def judged(pairs: list[Pair]) -> list[Pair]:
    """The pairs that a verdict may rest on: those that nothing disturbed; where all were, all of them, for want of better."""
    return [pair for pair in pairs if pair.quiet] or pairs


def middle(pairs: list[Pair]) -> Pair:
    """The pair whose ratio is the median: its two times are shown beside it, so that they say the same."""
    return sorted(judged(pairs), key=lambda pair: pair.ours / pair.reference)[(len(judged(pairs)) - 1) // 2]


def ratio(pairs: list[Pair]) -> float:
    """The ratio of the middle pair."""
    return middle(pairs).ours / middle(pairs).reference


def met(pairs: list[Pair], holds: bool) -> bool | None:
    """Whether a target is met; None if every pair was disturbed: that is no measurement of what the target means."""
    return holds if any(pair.quiet for pair in pairs) else None


def described(pairs: list[Pair]) -> tuple[str, str]:
    """Seconds of both in the middle pair, the number of pairs and of those that were disturbed, in both languages."""
    ours, theirs = middle(pairs).ours, middle(pairs).reference
    disturbed = sum(not pair.quiet for pair in pairs)
    if disturbed == len(pairs):
        noise = ", every one of them disturbed", "，全部受到干扰"
    else:
        noise = (
            (f", {disturbed} more left out as disturbed", f"，另有 {disturbed} 对受干扰未计入")
            if disturbed
            else ("", "")
        )
    count = len(judged(pairs))
    return (
        f"{ours:.2f} s to {theirs:.2f} s in the middle one of {count} pairs{noise[0]}",
        f"{count} 对中居中的一对：{ours:.2f} 秒比 {theirs:.2f} 秒{noise[1]}",
    )


def _pair(ours: Callable[[], object], reference: Callable[[], object], times: int) -> Pair:
    """Seconds of both, the probe's time as it is."""
    before, after = times - times // 2, times // 2
    seconds = [0.0, 0.0]

    def several(number: int, work: Callable[[], object], calls: int) -> None:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        seconds[number] += time.perf_counter() - start

    def both() -> None:
        several(1, reference, before)
        several(0, ours, 1)
        several(1, reference, after)

    probes = [_probe()]
    others = _others(both)
    probes.append(_probe())
    return Pair(seconds[0], seconds[1] / times, others, sum(probes) / 2)


def _probe() -> float:
    """Seconds to read some 16 MB several times: more than a core's own caches hold."""
    start = time.perf_counter()
    for _ in range(8):
        _MEMORY.sum()
    return time.perf_counter() - start


def others_now(seconds: float = 1.0) -> float:
    """The cores that other processes keep busy while this one waits."""
    return _others(lambda: time.sleep(seconds))


def _others(work: Callable[[], object]) -> float:
    """The cores that other processes kept busy while some work was done."""
    busy, own, start = _busy(), _own(), time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    return max(0.0, _busy() - busy - (_own() - own)) / seconds


def _busy() -> float:
    """Seconds of all cores spent working since the machine started; 0 where the system does not tell."""
    if not _STAT.exists():
        return 0.0
    user, nice, system, _, _, *rest = map(int, _STAT.read_text().split("\n", 1)[0].split()[1:9])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    times = os.times()
    return times.user + times.system
