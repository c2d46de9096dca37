"""What the measurement of the page's Python says about itself."""

from __future__ import annotations

from bench.page_python import Round, table


def test_a_busy_machine_is_named_beside_the_numbers() -> None:
    quiet, busy = Round((4.0, 0.5, 0.9), 0.1), Round((9.0, 0.9, 2.5), 1.62)
    assert table([quiet, quiet, quiet])[2:] == [
        "| first block, Python fetched and started | 4.00 | ≤ 6 | quiet |",
        "| next block | 0.50 | ≤ 1 | quiet |",
        "| tiny GPT interactive after opening its page | 0.90 | ≤ 2 | quiet |",
    ]
    assert table([quiet, busy, busy])[2] == (
        "| first block, Python fetched and started | 9.00 | ≤ 6 | disturbed: 2 of 3 rounds, up to 1.6 cores busy |"
    )
