"""What joins the cards, where their nodes stand, and what is read before a card."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from zhixing.model import Config
from zhixing.page import graph as graph_page
from zhixing.page.graph import IMPORT, LINK, PREREQUISITE, graph_files
from zhixing.page.layout import layout
from zhixing.vault.links import survey
from zhixing.vault.load import load_vault
from zhixing.vault.prerequisites import before
from zhixing.vault.resolve import Index

RING = [(74, -73), (102, 27), (29, 102), (-72, 76), (-99, -24), (-27, -99)]
CARDS = {
    "A": "---\ncategory: One\ntags: [x]\ndifficulty: ⭐⭐\nminutes: 7\n---\n# 🧩 A card (甲)\n\n[[B]] and [[C]] and [[B]].\n",
    "B": "---\ncategory: Two\nprerequisites: ['[[C]]']\n---\n# B\n\n[[C]]\n\n"
    "```python\nfrom snippets.a import f\nimport snippets.c as c\n```\n",
    "C": "# C\n\n```python\nimport snippets.nowhere\nimport numpy\n```\n\n> [!QUESTION]- Why?\n> So.\n\n^why-c\n",
    "map/List": "# List\n\n[[A]] [[B]]\n",
}


def graph(folder: Path, cards: dict[str, str], profile: str = "cards") -> dict[str, object]:
    for name, text in cards.items():
        (folder / f"docs/{name}.md").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"docs/{name}.md").write_text(text, encoding="utf-8")
    vault = load_vault(folder, Config(languages=(), pages=("map/**",), profile=profile))
    index = Index(vault)
    files = graph_files(vault, index, survey(vault, index), lambda path: f"{path.removesuffix('.md')}/")
    return {name: json.loads(data) for name, data in files}


def test_three_kinds_of_edges_join_the_cards(tmp_path: Path) -> None:
    files = graph(tmp_path, CARDS)
    found = files["graph/all.json"]
    assert isinstance(found, dict)
    assert [node[0] for node in found["nodes"]] == ["A", "B", "C"]  # pages are no cards
    assert found["nodes"][0][:7] == ["A", "A card (甲)", "docs/A/", 0, 2, 7, ["x"]]
    assert found["categories"] == [["One", "One"], ["Two", "Two"]]
    # A link to what must be read first is that and not a second edge.
    assert found["edges"] == [[0, 1, LINK], [0, 2, LINK], [1, 0, IMPORT], [1, 2, PREREQUISITE], [1, 2, IMPORT]]
    items = files["graph/all.items.json"]
    assert isinstance(items, dict) and items["C"] == [0, ["why-c"]]


def test_a_plain_vault_shows_all_its_notes(tmp_path: Path) -> None:
    found = graph(tmp_path, CARDS, profile="vault")["graph/all.json"]
    assert isinstance(found, dict) and [node[0] for node in found["nodes"]] == ["A", "B", "C", "map/List"]


def test_places_are_whole_numbers_apart_and_always_the_same() -> None:
    chance = random.Random(7)
    edges = [(chance.randrange(300), chance.randrange(300)) for _ in range(700)]
    places = layout(300, edges, [number % 6 for number in range(300)])
    assert len(set(places)) == 300
    assert all(isinstance(x, int) and isinstance(y, int) and abs(x) < 1500 and abs(y) < 1500 for x, y in places)
    assert places == layout(300, list(reversed(edges)), [number % 6 for number in range(300)])
    near = [(places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2 for a, b in edges]
    others = [(places[a][0] - places[-a][0]) ** 2 + (places[a][1] - places[-a][1]) ** 2 for a in range(1, 150)]
    assert sorted(near)[len(near) // 2] < sorted(others)[len(others) // 2]  # what is joined stands nearer


def test_these_places_are_those_of_every_machine() -> None:
    ring = [(number, (number + 1) % 6) for number in range(6)]
    assert layout(6, ring, [0, 0, 0, 1, 1, 1]) == RING
    assert layout(0, [], []) == []
    assert layout(2, [(0, 0)], [0, 0]) != [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        ({"d": "cb", "c": "a", "b": "a"}, "acb"),
        ({"d": "bc", "c": "b", "b": "a"}, "abc"),
        ({"d": ""}, ""),
        ({"d": "c", "c": "d"}, "c"),  # a ring is cut where it closes
        ({"d": "d"}, ""),
        ({"d": "c", "c": "b", "b": "c"}, "bc"),
    ],
)
def test_what_comes_first_comes_first(needs: dict[str, str], expected: str) -> None:
    assert "".join(before("d", lambda name: needs.get(name, ""), str)) == expected


def test_a_large_graph_is_laid_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_page, "asset_cache", lambda: tmp_path)
    edges = tuple((number, number // 2) for number in range(1, 160))
    groups = (0,) * 160
    first = graph_page._places(160, edges, groups)
    assert first == layout(160, edges, groups)
    with monkeypatch.context() as later:  # the next build, in another process
        later.setattr(graph_page, "layout", _Fails(layout))
        graph_page._places.cache_clear()
        assert graph_page._places(160, edges, groups) == first
        graph_page._places.cache_clear()
        with pytest.raises(AssertionError, match="again"):
            graph_page._places(160, edges[1:], groups)
    graph_page._places.cache_clear()


class _Fails:
    """The program as it is, which must not be called."""

    def __init__(self, program: object) -> None:
        self.__code__ = program.__code__  # type: ignore[attr-defined]

    def __call__(self, *given: object) -> None:
        raise AssertionError("laid out again")
