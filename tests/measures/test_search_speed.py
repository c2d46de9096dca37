"""The bench of search: every key is measured, and what the first query loads is counted from the pieces."""

from __future__ import annotations

from pathlib import Path

from bench import measure, search_speed
from bench.synthetic import write_vault


def test_keys_and_bytes_of_a_small_vault(tmp_path: Path) -> None:
    write_vault(tmp_path, 6)
    measure.site_config(tmp_path, "engine")
    found = search_speed.measure(tmp_path, (("en", "concept 3"), ("zh", "概念")))
    assert len(found.keys) == len("concept 3") + len("概念") and min(found.keys) >= 0
    assert found.pieces > 2 * 6 and 0 < found.largest < max(found.first)
    slow = found._replace(keys=[1.0, 250.0], first=[151_000])
    assert [(result.ok, result.value) for result in search_speed.results(slow)] == [(False, 250.0), (False, 151.0)]
