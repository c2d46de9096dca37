"""Where a line of Chinese may end without cutting a word: beside words that only join others, and beside known terms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]{6,}")  # shorter ones fit on a line as a whole
_LEAST = 2  # characters that stand together
_LONGEST = 8  # characters of a term, and of what fits on the line of a phone
_COUNTED = re.compile("[一二两三四五六七八九十百千万亿]{2,}|[一二三四五六七八九十]分之[一二三四五六七八九十]")
# A line may end behind these, and before those; the exceptions are words that merely contain them.
_BEHIND = re.compile(
    r"(?<!目)的(?!确)|了(?!解)|(?<![参给])与(?![其否])|(?<![总缓])和(?!谐)|以及|(?<!不)如果|为什么|什么时候|(?<![只可])是(?!否)"
)
_BEFORE = re.compile(
    r"(?<![参给])与(?![其否])|(?<![总缓])和(?!谐)|以及|为什么|什么时候|怎么|怎样|还是|(?<!机)会(?![议话])"
)


def pieces(text: str, terms: Collection[str] = ()) -> list[str]:
    """The text, cut where a line may end; one piece if it may not."""
    out, start = [], 0
    for run in _RUN.finditer(text):
        for place in sorted(_places(run.group(), terms)):
            out.append(text[start : run.start() + place])
            start = run.start() + place
    return [*out, text[start:]]


def _places(run: str, terms: Collection[str]) -> set[int]:
    wanted = {match.end() for match in _BEHIND.finditer(run)} | {match.start() for match in _BEFORE.finditer(run)}
    known = list(_terms(run, terms))
    edges = [end for (_, end), (start, _) in pairwise(known) if start == end]  # one right after another
    inside = {place for start, end in known for place in range(start + 1, end)}
    places = _apart({0, len(run)}, (wanted | set(edges)) - inside)
    others = {edge for term in known for edge in term} | {match.start() for match in _COUNTED.finditer(run)}
    for start, end in pairwise(sorted(places)):
        if end - start > _LONGEST:
            places = _apart(places, {place for place in others - inside if start < place < end})
    return places - {0, len(run)}


def _apart(places: set[int], wanted: Collection[int]) -> set[int]:
    """The places, and of those that are wanted, from the first on, each that leaves words on both sides."""
    for place in sorted(wanted):
        if all(abs(place - other) >= _LEAST for other in places):
            places = places | {place}
    return places


def _terms(run: str, terms: Collection[str]) -> Iterator[tuple[int, int]]:
    """Known terms in a run, the longest first at each place."""
    place = 0
    while place < len(run):
        sizes = range(min(_LONGEST, len(run) - place), 1, -1)
        size = next((size for size in sizes if run[place : place + size] in terms), 0)
        if size:
            yield place, place + size
        place += size or 1
