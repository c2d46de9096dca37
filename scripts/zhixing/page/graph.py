"""Cards and what joins them, as the files that the graph, the way to a card and the palette of commands read.

    graph/<lang>.json   {"pages": {key: [title, url], …}: those that are no cards,
                         "categories": [[id, name], …],
                         "nodes": [[key, title, url, category, difficulty, minutes, [tag, …], x, y], …],
                         "edges": [[from, to, kind], …]}     kind 0: a link in prose, 1: a prerequisite, 2: an import in code
    graph/<lang>.items.json   {key: [number of tasks, [id of a question or quiz, …]], …}: fetched by readers with a history

An edge leads from the card that names the other; a prerequisite from the card that needs the other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from zhixing.blocks.modules import imported
from zhixing.model import Card, Vault
from zhixing.page.assets import asset_cache
from zhixing.page.layout import layout
from zhixing.page.text import name_in_text
from zhixing.page.words import words
from zhixing.syntax.slug import module_name
from zhixing.vault.config import is_card
from zhixing.vault.kept_results import kept_by
from zhixing.vault.links import Survey
from zhixing.vault.prerequisites import direct
from zhixing.vault.read import read_cache, read_file
from zhixing.vault.resolve import Index
from zhixing.vault.write import write_cache

LINK, PREREQUISITE, IMPORT = 0, 1, 2
_LARGE = 150  # nodes; the layout of fewer is kept with the other results
_KEPT = 7  # layouts of other graphs
Edge = tuple[int, int, int]


def graph_cards(vault: Vault, lang: str) -> list[Card]:
    """The cards of a language that are nodes: in a plain vault, all notes."""
    is_plain = vault.config.profile != "cards"
    cards = (card for card in vault.cards.values() if card.lang == lang)
    return sorted((card for card in cards if is_plain or is_card(card, vault.config)), key=lambda card: card.key)


def graph_files(
    vault: Vault, index: Index, followed: Survey, address: Callable[[str], str | None]
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file; `address` gives the URL of a card from the root of the site, None if it has no page."""
    for lang in vault.config.languages or ("",):
        cards = [card for card in graph_cards(vault, lang) if address(card.path) is not None]
        edges = graph_edges(cards, vault, index, followed)
        categories = sorted({card.front.category for card in cards} - {""})
        groups = tuple(categories.index(card.front.category) if card.front.category else -1 for card in cards)
        places = _places(len(cards), tuple(edge[:2] for edge in edges), groups)
        named = words(lang).named
        nodes = [
            [
                card.key,
                name_in_text(card),
                address(card.path),
                group,
                card.front.difficulty,
                card.front.minutes,
                card.tags,
                x,
                y,
            ]
            for card, group, (x, y) in zip(cards, groups, places, strict=True)
        ]
        drawn = {card.path for card in cards}
        others = (card for card in vault.cards.values() if card.lang == lang and card.path not in drawn)
        pages = {card.key: [name_in_text(card), url] for card in others if (url := address(card.path)) is not None}
        graph = {
            "pages": pages,
            "categories": [[name, named.get(name, name)] for name in categories],
            "nodes": nodes,
            "edges": edges,
        }
        yield f"graph/{lang or 'all'}.json", _json(graph)
        yield f"graph/{lang or 'all'}.items.json", _json({card.key: _asked(card) for card in cards})


@lru_cache(maxsize=4)
def _places(count: int, edges: tuple[tuple[int, int], ...], groups: tuple[int, ...]) -> list[tuple[int, int]]:
    """Where the nodes stand; of a large graph it is kept for the next build, by all that it follows from."""
    if count < _LARGE:
        return kept_by((__name__, "layout", count, edges, groups), lambda: layout(count, edges, groups))
    file = asset_cache() / "layouts.pickle"
    program = read_file(Path(layout.__code__.co_filename)) or b""
    name = hashlib.sha256(program + repr((count, edges, groups)).encode()).hexdigest()
    known = read_cache(file)
    kept: dict[str, list[tuple[int, int]]] = known if isinstance(known, dict) else {}
    if name not in kept:
        others = list(kept.items())[-_KEPT:]
        kept = {**dict(others), name: layout(count, edges, groups)}
        write_cache(file, kept)
    return kept[name]


def graph_edges(cards: list[Card], vault: Vault, index: Index, followed: Survey) -> list[Edge]:
    """The edges between cards, by their places in the list; sorted, each once."""
    place = {card.path: number for number, card in enumerate(cards)}
    modules = {module_name(card.name): number for number, card in enumerate(cards)}
    start = f"{vault.config.snippets}."
    found: set[Edge] = set()
    for number, card in enumerate(cards):
        found |= {
            (number, place[step.path], LINK) for step in followed.outgoing.get(card.path, ()) if step.path in place
        }
        found |= {(number, place[one.path], PREREQUISITE) for one in direct(card, index) if one.path in place}
        for block in card.python_blocks():
            names = imported(block.code) if start in block.code else ()
            used = (name.removeprefix(start).split(".")[0] for name in names if name.startswith(start))
            found |= {(number, modules[name], IMPORT) for name in used if name in modules}
    needed = {edge[:2] for edge in found if edge[2] == PREREQUISITE}
    return sorted(edge for edge in found if edge[0] != edge[1] and not (edge[2] == LINK and edge[:2] in needed))


def _asked(card: Card) -> tuple[int, list[str]]:
    options = {option.span.line for quiz in card.quizzes for option in quiz.options}
    tasks = sum(line not in options for _, _, line in card.tasks)
    asked = [*(question.id for question in card.questions), *(quiz.id for quiz in card.quizzes)]
    return tasks, [name for name in asked if name]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
