"""Each target of fuzz_targets.py on texts of a grammar's pieces, and on what once broke it: fixtures/fuzz.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fuzz_targets import TARGETS
from hypothesis import given, settings
from hypothesis import strategies as st

FOUND = Path(__file__).parent / "fixtures" / "fuzz.json"
names = st.sampled_from(
    ["a", "b", "x\ud800", "N.md", "../p.png", "#H", "top", "#ff00aa", "javascript:x", "[[N]] #t\n\n- [?] %%x%%"]
)
numbers = st.one_of(st.integers(-(2**70), 2**70), st.floats(), st.booleans(), st.none())
values = st.one_of(names, numbers, st.lists(names, max_size=2))
nodes = st.fixed_dictionaries(
    {"id": names, "type": st.sampled_from(["text", "file", "link", "group", "what"])},
    optional=dict.fromkeys(("x", "y", "width", "height", "text", "file", "subpath", "url", "label", "color"), values),
)
edges = st.fixed_dictionaries(
    {"fromNode": names, "toNode": names},
    optional=dict.fromkeys(("fromSide", "toSide", "fromEnd", "toEnd", "label", "color"), values),
)
canvases = st.fixed_dictionaries({"nodes": st.lists(nodes, max_size=5), "edges": st.lists(edges, max_size=4)})


def texts(name: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(TARGETS[name][1]), max_size=20).map("".join)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=15)
@given(st.data())
def test_any_text_is_taken(name: str, data: st.DataObject) -> None:
    TARGETS[name][0](data.draw(texts(name)))


@pytest.mark.nightly
@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=5_000)
@given(st.data())
def test_thousands_of_texts_are_taken(name: str, data: st.DataObject) -> None:
    TARGETS[name][0](data.draw(texts(name)))


@settings(max_examples=30)
@given(canvases)
def test_any_canvas_is_drawn(canvas: object) -> None:
    TARGETS["canvas"][0](json.dumps(canvas))


@pytest.mark.parametrize(("name", "text"), json.loads(FOUND.read_text(encoding="utf-8")))
def test_what_was_found_once_is_taken(name: str, text: str) -> None:
    TARGETS[name][0](text)
