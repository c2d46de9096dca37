"""What moved and what died is read from pip and pytest, and named by claim and line."""

from __future__ import annotations

import drift

OUTPUT = """\
..F.F
=========================== short test summary info ============================
FAILED docs/en/position/RoPE.md::rope-orthogonal - S020 AssertionError: lengths differ
FAILED tests/oracles/test_rope.py::test_turn[2-4] - assert 1 == 2
ERROR docs/en/position/ALiBi.md
2 failed, 3 passed, 1 error in 0.53s
"""


def test_limits_hold_torch_and_are_the_lower_ends_for_the_oldest() -> None:
    newest, oldest = drift.limits("newest"), drift.limits("oldest")
    assert [line.partition("==")[0] for line in newest] == ["torch", "triton"]
    assert set(newest) < set(oldest)
    lowest = dict(line.split("==") for line in drift.oldest())
    assert f"numpy=={lowest['numpy']}" in oldest
    assert len({line.partition("==")[0] for line in oldest}) == len(oldest)


def test_moved_names_what_is_not_at_its_pin() -> None:
    before = {"numpy": "numpy==2.4.6", "rich": "rich==15.0", "gone": "gone==1"}
    assert drift.moved(before, {"numpy": "2.5.0", "rich": "15.0", "new": "1"}) == ["numpy 2.4.6 → 2.5.0"]


def test_report_names_the_claims_that_died_first() -> None:
    places = drift.known_places()
    line, claim = places["docs/en/position/RoPE.md::rope-orthogonal"]
    died = drift.deaths(OUTPUT, places)
    assert [one.claim for one in died] == ["rope-orthogonal", "", ""] and claim == "rope-orthogonal"
    text = drift.report("newest", ["numpy 2.4.6 → 2.5.0"], died, "2 failed")
    assert f"## Claims that died: 1\n\n- {line} ^rope-orthogonal: S020 AssertionError: lengths differ\n" in text
    assert "- numpy 2.4.6 → 2.5.0\n" in text
    assert "- tests/oracles/test_rope.py::test_turn[2-4]: assert 1 == 2\n" in text
    assert "nothing: every package" in drift.report("oldest", [], [], "")
