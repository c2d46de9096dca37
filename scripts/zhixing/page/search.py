"""Cards → the search index that `scripts/web/src/search` reads in the browser: one per language, in small pieces.

    search/languages.json     ["en", "zh"]
    search/<lang>/cards.json  {"cards": [[url, title, other names, [[anchor, heading], …]], …], "chunks": [first term, …]}
    search/<lang>/t<n>.json   {term: [card, how many of its sections, card, how many, …], …}: chunk n of the sorted terms
    search/<lang>/c<n>.json   [text under the title, text under the first heading, …] of card n

A term is a Latin word or two neighbouring Chinese characters, so any Chinese phrase is found without a dictionary.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from zhixing.model import Card, Heading
from zhixing.syntax.comments import removed
from zhixing.syntax.slug import plain

_TERM = re.compile(r"[a-z0-9]{2,}|[\u3400-\u9fff]+")
# Lines of fences, comments, block ids, rules, tags and attributes say nothing; other lines lose their first marks.
_NO_WORDS = re.compile(r"\s*(?:`{3,}|~{3,}|<!--|\^[\w-]+\s*$|</?\w[^>]*>\s*$|\{[^}]*\}\s*$|[\s:|>-]*$)")
_MARKS = re.compile(r"^(?:\s*(?:>|[-*+]|\d+[.)])(?=\s))+\s*(?:\[[ xX]\]\s|\[!\w+\][-+]?)?")
_FORMULA = re.compile(r"\$\$([^$]+)\$\$|\$(?=\S)([^$]+)\$")
_TEX = re.compile(r"\\([A-Za-z]+)|[{}\\&]")
_SYMBOLS = {
    "sqrt": "√",
    "times": "×",
    "cdot": "·",
    "sum": "∑",
    "infty": "∞",
    "to": "→",
    "le": "≤",
    "ge": "≥",
    "top": "ᵀ",
}
_SILENT = {"text", "mathbb", "mathbf", "mathrm", "frac", "left", "right", "quad", "qquad", "begin", "end"}
_CHUNK = 40_000  # characters of JSON that a query loads for one term


def emit_search(pages: Iterable[tuple[Card, str]]) -> dict[str, bytes]:
    """Files of the index, by path; `pages` are the cards, each with its address below the site's root."""
    languages: dict[str, list[tuple[Card, str]]] = defaultdict(list)
    for card, url in pages:
        languages[card.lang or "all"].append((card, url))
    files = {"search/languages.json": _json(sorted(languages))}
    for language, cards in sorted(languages.items()):
        cards.sort(key=lambda page: page[1])
        files |= {f"search/{language}/{name}": data for name, data in _emit_language(cards).items()}
    return files


def fold(text: str) -> str:
    """The form in which words are compared; of the same length, so that a place in one is a place in the other."""
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("iz", "is")


def terms(text: str) -> Iterator[str]:
    """Yield the terms of a text: folded words of two letters or more, and pairs of Chinese characters."""
    for word in _TERM.findall(fold(text)):
        if word < "\u3400":
            yield word
        else:
            yield from map(str.__add__, word, word[1:])


def sections(card: Card) -> tuple[list[Heading], list[str]]:
    """The headings below the title, and the plain words: those before the first of them, then those under each."""
    title = next((heading for heading in card.headings if heading.level == 1), None)
    headings = [heading for heading in card.headings if heading is not title]
    lines = removed(card.shown).split("\n")
    start = title.span.line if title else card.front.height
    before = [heading.span.line - 1 for heading in headings]
    after = [heading.span.line for heading in headings]
    spans = zip([start, *after], [*before, len(lines)], strict=True)
    return headings, [_words(lines[first:last]) for first, last in spans]


def _emit_language(pages: Sequence[tuple[Card, str]]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    cards: list[object] = []
    postings: dict[str, list[int]] = defaultdict(list)
    for number, (card, url) in enumerate(pages):
        headings, texts = sections(card)
        names = " · ".join([card.name.replace("_", " "), *card.front.aliases, *card.tags])
        cards.append([url, plain(card.title), names, [[h.anchor, plain(h.text)] for h in headings]])
        files[f"c{number}.json"] = _json(texts)
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(set(terms(text)))
        for term, count in counts.items():
            postings[term] += (number, count)
    chunks = list(_chunks(postings))
    files |= {f"t{number}.json": _json(chunk) for number, chunk in enumerate(chunks)}
    files["cards.json"] = _json({"cards": cards, "chunks": [next(iter(chunk)) for chunk in chunks]})
    return files


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


def _words(lines: Sequence[str]) -> str:
    """Lines of Markdown as one line of words."""
    kept = " ".join(_MARKS.sub("", line, count=1) for line in lines if not _NO_WORDS.match(line))
    readable = _FORMULA.sub(lambda match: _TEX.sub(_symbol, match[1] or match[2]), kept) if "$" in kept else kept
    return " ".join(plain(readable).replace("|", " ").split())


def _symbol(match: re.Match[str]) -> str:
    """One TeX command as a reader would write it in plain text."""
    name = match[1] or ""
    return _SYMBOLS.get(name, "" if name in _SILENT else name)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
