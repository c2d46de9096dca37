"""The exponent of growth, and the table that says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.scale import Cost, costs, exponent, table


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_exponent_is_the_power(power: float) -> None:
    sizes = (100, 1000, 10_000)
    assert exponent(sizes, [3 * size**power for size in sizes]) == pytest.approx(power)


def test_table_says_time_memory_and_growth() -> None:
    found = [Cost("check", size, size / 100, 40 + size / 50) for size in (100, 1000)]
    found += [Cost("graph", size, 0.0, size / 1000) for size in (100, 1000)]
    assert table(found)[0].startswith("|  | 100 cards | 1,000 cards | per card |")
    assert table(found)[2:] == [
        "| check | 1.0 s, 42 MB | 10.0 s, 60 MB | 5.00 ms | n^1.00 | n^0.15 |",
        "| graph | 0.10 MB | 1.00 MB | 0.50 KB |  | n^1.00 |",
    ]


def test_every_part_is_measured_on_every_size(tmp_path: Path) -> None:
    found = list(costs(tmp_path, (2, 4), ("extract", "search index", "graph")))
    parts = ["extract", "search index", "search index: files", "graph", "graph: files"]
    assert [(cost.what, cost.cards) for cost in found] == [(part, size) for size in (2, 4) for part in parts]
    assert all(cost.megabytes > 0 for cost in found)
    assert not list(tmp_path.iterdir())
