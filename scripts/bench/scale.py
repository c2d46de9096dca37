"""How time and memory grow with a vault: every command on vaults of several sizes, per card, and the exponent of the growth.

Time is the processor's, of the command and all that it started: what else the machine was doing counts little. It does
count: two numbers of one run may be compared, those of two runs hardly.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bench.measure import environment, site_config
from bench.synthetic import write_vault

SIZES = (100, 1000, 5000, 10_000)
EXPONENT = 1.1  # what growth may be
_COMMANDS: dict[str, tuple[str, ...]] = {
    "extract": ("zhixing.hosts.cli.main", "extract"),
    "check, cold": ("zhixing.hosts.cli.main", "check", "--no-cache", "--quiet"),
    "check, warm": ("zhixing.hosts.cli.main", "check", "--quiet"),
    "collection, warm": ("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "docs"),
    "build": ("mkdocs", "build", "--quiet", "--site-dir", "site"),
    "build after one edit": ("mkdocs", "build", "--quiet", "--site-dir", "site"),
}
_PARTS = {"search index": "index", "graph": "graph"}  # of a build, each by itself: see `bench.part`


@dataclass(frozen=True)
class Cost:
    """What one command takes on a vault of so many cards in each of two languages."""

    what: str
    cards: int
    seconds: float
    megabytes: float  # at most in memory, or, of `made` files, on the disk


def costs(folder: Path, sizes: Sequence[int] = SIZES, only: Sequence[str] = ()) -> Iterator[Cost]:
    """Measure commands on all sizes, the small vaults first; `only` are beginnings of their names, by default all."""

    def wanted(what: str) -> bool:
        return what.startswith(tuple(only) or "")

    for size in sizes:
        vault = folder / f"scale-{size}"
        write_vault(vault, size)
        site_config(vault, "engine")
        for what, words in _COMMANDS.items():
            if not wanted(what):
                continue
            if what == "build after one edit":
                card = next((vault / "docs/en").rglob("Concept_1.md"))
                card.write_text(card.read_text("utf-8") + "\nOne more sentence.\n", encoding="utf-8")
            if what.endswith("warm"):
                _run(vault, words)  # fills what it keeps
            seconds, megabytes = _run(vault, words)
            print(f"{size:>6,} cards: {what}: {seconds:.1f} s, {megabytes:.0f} MB", file=sys.stderr)
            yield Cost(what, size, seconds, megabytes)
        for what, part in _PARTS.items():
            if wanted(what):
                yield from _part(vault, what, part, size)
        shutil.rmtree(vault)


def _part(vault: Path, what: str, part: str, size: int) -> Iterator[Cost]:
    """Time and memory of a part of a build, and the size of its files."""
    with tempfile.TemporaryFile() as said:
        _, megabytes = _run(vault, ("bench.part", part), said)
        said.seek(0)
        found = json.load(said)
    print(f"{size:>6,} cards: {what}: {found['seconds']:.1f} s, {megabytes:.0f} MB", file=sys.stderr)
    yield Cost(what, size, found["seconds"], megabytes)
    yield Cost(f"{what}: files", size, 0.0, found["made"])


def _run(vault: Path, words: Sequence[str], out: int | IO[bytes] = subprocess.DEVNULL) -> tuple[float, float]:
    """Processor time of a command and of what it started, and the most memory that one of these processes had."""
    command = [sys.executable, "-m", *words]
    with subprocess.Popen(command, cwd=vault, env=environment(vault), stdout=out, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1) or (process.returncode and words[0] == "bench.part"):
        raise SystemExit(f"{' '.join(words)} failed:\n{said[-2000:].decode(errors='replace')}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6  # which Linux counts in kilobytes


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """The slope of the line through the points on paper with two logarithmic scales: 1 is linear, 2 a square."""
    xs, ys = [math.log(size) for size in sizes], [math.log(max(value, 1e-9)) for value in values]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def table(found: Sequence[Cost]) -> list[str]:
    """One row for each command: seconds and megabytes at each size, milliseconds per card at the largest, the exponents."""
    sizes = sorted({cost.cards for cost in found})
    head = ["", *(f"{size:,} cards" for size in sizes), "per card", "growth of time", "growth of memory"]
    rows = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for what in dict.fromkeys(cost.what for cost in found):
        mine = sorted((cost for cost in found if cost.what == what), key=lambda cost: cost.cards)
        timed = bool(mine[-1].seconds)
        cells = [
            f"{cost.seconds:.1f} s, {cost.megabytes:.0f} MB" if timed else f"{cost.megabytes:.2f} MB" for cost in mine
        ]
        last = mine[-1].seconds if timed else mine[-1].megabytes
        each = f"{1000 * last / mine[-1].cards / 2:.2f} {'ms' if timed else 'KB'}"
        grown = [[cost.seconds for cost in mine] if timed else None, [cost.megabytes for cost in mine]]
        slopes = [f"n^{exponent(sizes, values):.2f}" if values and len(sizes) > 1 else "" for values in grown]
        rows.append("| " + " | ".join([what, *cells, each, *slopes]) + " |")
    return rows
