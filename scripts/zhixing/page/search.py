"""Cards → the search index that `scripts/web/src/search` reads in the browser: one per language, in small pieces.

    search/languages.js     ["en", "zh"]
    search/<lang>/cards.js  {"cards": [[key, address, title, rank, names, other names], …], "chunks": [first term, …]}
    search/<lang>/t<n>.js   {term: [card, impact, card, impact, …], …}: chunk n of the sorted terms
    search/<lang>/w.js      the words as they are written: what a misspelt one is compared with
    search/<lang>/c<n>.js   {"sections": [[anchor, heading, text], …], "questions": [[anchor, words], …],
                             "symbols": [[name, section], …], "exercises": [[address, title, name, prompt], …]} of card n

Each piece is a call with the piece as JSON: a page that was opened from a disk may run a file but not read one.
The impact of a term on a card is BM25F, quantised: how often it occurs, weighted by where (`_WEIGHTS`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from zhixing.model import Card, Config
from zhixing.page.search_names import glossary, other_names, own_names
from zhixing.page.search_terms import surface, terms
from zhixing.page.search_text import Contents, contents, line
from zhixing.page.text import page_title
from zhixing.syntax.callouts import CASE
from zhixing.vault.anchors import identity
from zhixing.vault.config import is_card, matches
from zhixing.vault.kept_results import kept_by

CALL = "zxPiece"
MOST = 31  # the largest impact
_CHUNK = 4_000  # characters of JSON that a query loads for one term
_WEIGHTS = {
    "name": 14.0,
    "other": 6.0,
    "heading": 3.0,
    "question": 2.0,
    "exercise": 1.0,
    "symbol": 2.0,
    "text": 1.0,
    "code": 0.25,
}
_MOST_COUNTED = {"name": 1, "other": 1, "heading": 3, "question": 3, "symbol": 3}
_HALF = 5.0  # weighted occurrences that make half of the largest impact
_LENGTH = 0.6  # how much a long text counts less
_RANKS = {"card": 1.0, "case": 0.9, "notebook": 0.85, "page": 0.62, "aside": 0.25}


class Exercise(NamedTuple):
    """A task: the path of its card, its address, and what it is called and asks for."""

    card: str
    url: str
    title: str
    name: str
    prompt: str


class _Page(NamedTuple):
    card: Card
    url: str
    exercises: list[Exercise]
    names: list[str]
    others: list[str]


class _Known(NamedTuple):
    """What of a page follows from itself: its details as JSON, its terms, sorted, and what each weighs."""

    details: str
    terms: list[str]
    fixed: list[float]  # where the length of the page does not count
    by_length: list[float]
    length: int
    spelt: set[str]  # the words as they are written


def emit_search(
    pages: Iterable[tuple[Card, str]], config: Config | None = None, exercises: Iterable[Exercise] = ()
) -> dict[str, bytes]:
    """Files of the index, by path; `pages` are the cards, each with its address below the site's root."""
    config = config or Config()
    listed = sorted(pages, key=lambda page: page[1])
    explained = glossary(card for card, _ in listed)
    tasks: dict[str, list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        tasks[exercise.card].append(exercise)
    languages: dict[str, list[_Page]] = defaultdict(list)
    for card, url in listed:
        others = [*explained.get(card.path, ()), *other_names(card)]
        page = _Page(card, url, tasks.get(card.path, []), own_names(card), others)
        languages[card.lang or "all"].append(page)
    files = {"search/languages.js": _piece("languages", _json(sorted(languages)))}
    for language, found in sorted(languages.items()):
        made = _emit_language(found, config)
        files |= {f"search/{language}/{name}.js": _piece(f"{language}/{name}", data) for name, data in made.items()}
    return files


def _rank(card: Card, config: Config) -> float:
    """How much what is found on a page counts: cards first, what is about the project itself last."""
    if matches(card.key + ".md", config.untranslated):
        return _RANKS["aside"]
    if card.is_notebook:
        return _RANKS["notebook"]
    if any(callout.kind == CASE for callout in card.callouts):
        return _RANKS["case"]
    return _RANKS["page" if config.profile == "cards" and not is_card(card, config) else "card"]


def _emit_language(pages: Sequence[_Page], config: Config) -> dict[str, str]:
    """The pieces as JSON, by name."""
    made: dict[str, str] = {}
    cards: list[object] = []
    known = [_known(page) for page in pages]
    average = sum(found.length for found in known) / len(known) or 1.0
    postings: dict[str, list[int]] = defaultdict(list)
    spelt: set[str] = set()
    for number, (page, found) in enumerate(zip(pages, known, strict=True)):
        rank = _rank(page.card, config)
        cards.append([page.card.key, page.url, page_title(page.card), rank, page.names, page.others])
        made[f"c{number}"] = found.details
        if rank > _RANKS["aside"]:
            spelt |= found.spelt
        for term, impact in zip(found.terms, _impacts(found, found.length / average), strict=True):
            postings[term] += (number, impact)
    chunks = list(_chunks(postings))
    made |= {f"t{number}": _json(chunk) for number, chunk in enumerate(chunks)}
    made["w"] = _json(front_coded(sorted(spelt)))
    made["cards"] = _json({"cards": cards, "chunks": [next(iter(chunk)) for chunk in chunks]})
    return made


def _known(page: _Page) -> _Known:
    given = (__name__, "page", identity(page.card), page.exercises, page.names, page.others)
    return kept_by(given, lambda: _read(page))


def _read(page: _Page) -> _Known:
    found = contents(page.card)
    fixed: dict[str, float] = defaultdict(float)
    by_length: dict[str, float] = defaultdict(float)
    counts = _counts(page, found)
    for part, weight in _WEIGHTS.items():
        weighted = by_length if part in ("text", "code") else fixed
        most = _MOST_COUNTED.get(part, 1000)
        for term, count in counts[part].items():
            weighted[term] += weight * min(count, most)
    listed = sorted(fixed.keys() | by_length)
    weights = [fixed.get(term, 0.0) for term in listed], [by_length.get(term, 0.0) for term in listed]
    spelt = surface(" ".join(_texts(page, found)))
    return _Known(_json(_details(page, found)), listed, *weights, counts["text"].total(), spelt)


def _texts(page: _Page, found: Contents) -> Iterator[str]:
    for section in found.sections:
        yield section.heading
        yield section.text
    yield from (text for _, text in found.questions)
    yield from page.names
    yield from page.others


def _details(page: _Page, found: Contents) -> dict[str, object]:
    shown: dict[str, object] = {"sections": [[s.anchor, s.heading, s.text] for s in found.sections]}
    if found.questions:
        shown["questions"] = found.questions
    if found.symbols:
        shown["symbols"] = found.symbols
    if page.exercises:
        shown["exercises"] = [[e.url, e.title, e.name, line(e.prompt)] for e in page.exercises]
    return shown


def _counts(page: _Page, found: Contents) -> dict[str, Counter[str]]:
    """How often each term occurs in each part of a page."""
    parts = {
        "name": [*page.names, *map(_joined, page.names)],
        "other": [*page.others, *map(_joined, page.others)],
        "heading": [section.heading for section in found.sections],
        "question": [text for _, text in found.questions],
        "exercise": [f"{e.title} {e.name} {e.prompt}" for e in page.exercises],
        "symbol": [name for name, _ in found.symbols],
        "text": [section.text for section in found.sections],
        "code": [found.code],
    }
    return {part: Counter(term for text in texts for term in terms(text)) for part, texts in parts.items()}


def _joined(name: str) -> str:
    """Each two neighbouring words of a name as one, so that `kvcache` finds `KV cache`."""
    latin = [word for word in name.replace("-", " ").split() if word.isascii() and word.isalnum()]
    return " ".join(first + second for first, second in pairwise(latin)).lower()


def _impacts(found: _Known, length: float) -> list[int]:
    """Of each term; `length` is that of the page as a multiple of the average."""
    divisor = 1 - _LENGTH + _LENGTH * length
    values = [fixed + more / divisor for fixed, more in zip(found.fixed, found.by_length, strict=True)]
    return [round(MOST * value / (value + _HALF)) or 1 for value in values]


def _chunks(postings: dict[str, list[int]]) -> Iterator[dict[str, list[int]]]:
    """Cut the sorted terms into dictionaries of about `_CHUNK` characters."""
    chunk: dict[str, list[int]] = {}
    size = 0
    for term in sorted(postings):
        chunk[term] = postings[term]
        size += len(term) + 3 * len(postings[term]) + 6
        if size > _CHUNK:
            yield chunk
            chunk, size = {}, 0
    if chunk:
        yield chunk


def front_coded(sorted_words: Sequence[str]) -> str:
    """Each word without the letters that it shares with the one before, whose number stands in front, in base 36."""
    made: list[str] = []
    before = ""
    for word in sorted_words:
        shared = next(
            (i for i, (a, b) in enumerate(zip(before, word, strict=False)) if a != b), min(len(before), len(word))
        )
        made.append("0123456789abcdefghijklmnopqrstuvwxyz"[shared] + word[shared:])
        before = word
    return " ".join(made)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _piece(name: str, data: str) -> bytes:
    return f'{CALL}("{name}",{data})\n'.encode()
