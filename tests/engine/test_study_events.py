"""Histories merge without loss, and nothing that is no history gets in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zhixing.study.history import history_bytes, merge, parse_history
from zhixing.study.schema import HistoryError

IDS = st.integers(0, 30).map(lambda number: f"00000000-0000-4000-8000-{number:012x}")
TIMES = st.integers(0, 59).map(lambda second: f"2026-11-16T07:00:{second:02d}.000Z")
EVENTS = st.fixed_dictionaries(
    {
        "id": IDS,
        "at": TIMES,
        "type": st.just("review"),
        "item": st.text(min_size=1, max_size=3),
        "grade": st.integers(1, 4),
        "source": st.sampled_from(["review", "quiz", "interview", "practice"]),
    }
)
HISTORIES = st.lists(EVENTS, max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(HISTORIES, HISTORIES, HISTORIES)
def test_merge_is_a_union_in_whatever_order(a: list[Any], b: list[Any], c: list[Any]) -> None:
    whole = merge(a, b, c)
    assert merge(merge(c, a), b) == merge(b, merge(a, c)) == whole
    assert merge(whole, whole, a) == whole
    assert {event["id"] for event in whole} == {event["id"] for event in a + b + c}
    assert [(event["at"], event["id"]) for event in whole] == sorted((e["at"], e["id"]) for e in whole)


@pytest.mark.thorough
@given(HISTORIES)
def test_a_file_comes_back_as_it_was(events: list[Any]) -> None:
    whole = merge(events)
    assert parse_history(history_bytes(whole)) == whole


@given(VALUES, st.sampled_from(["events", "event", "field"]))
def test_anything_else_is_refused_in_words(value: Any, where: str) -> None:
    event = {"id": "00000000-0000-4000-8000-000000000000", "at": "2026-11-16T07:00:00.000Z", "type": "tick", "on": True}
    events = {"events": value, "event": [value], "field": [{**event, "key": value}]}[where]
    file = {"format": "zhixing-study", "version": 1, "events": events}
    try:
        accepted = parse_history(json.dumps(file).encode("utf-8", "surrogatepass"))
    except HistoryError as error:
        assert str(error)
    else:
        assert accepted == merge(events)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_history_are_refused(data: bytes) -> None:
    with pytest.raises(HistoryError):
        parse_history(data)


def test_a_large_file_that_was_cut_off_is_refused() -> None:
    with pytest.raises(HistoryError, match="not JSON"):
        parse_history(b'{"format": "zhixing-study", "version": 1, "events": [' + b" " * 5_000_000)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ('"type": "settings", "new_per_day": 1e400', "new_per_day"),
        ('"type": "quiz", "item": "a", "right": true, "picked": [1e400]', r"picked\[0\]"),
        (f'"type": "settings", "reviews_per_day": {10**400}', "reviews_per_day"),
    ],
)
def test_numbers_beyond_all_bounds_are_refused(fields: str, path: str) -> None:
    event = f'{{"id": "00000000-0000-4000-8000-000000000000", "at": "2026-11-16T07:00:00.000Z", {fields}}}'
    with pytest.raises(HistoryError, match=rf"events\[0\]\.{path}: must be a whole number"):
        parse_history(f'{{"format": "zhixing-study", "version": 1, "events": [{event}]}}'.encode())
