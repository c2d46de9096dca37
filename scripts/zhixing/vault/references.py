"""The works that cards cite, from the one file that records them: double entry against titles, years and identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_ARXIV = re.compile(r"\d{4}\.\d{4,5}")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?<=\s)[0-9][0-9.]*(?!\w)")
_BETWEEN = re.compile(r"[\W_]+")
_GOES_ON = re.compile(r"[^\W_]|-\w")
# What follows a surname that is cited: others, a year, a title; a word that is no name is followed by something else.
_PERSON = re.compile(r"\s?(?:et al|等|and |& |, |、|\(|（|:|：|'s|’s|[0-9]|和|与|的|/)|\s?\||$")
_KEYS = {"title", "authors", "year", "venue", "arxiv", "doi", "url", "names", "figures", "checked"}
_SAME_VENUE = {"nips": "neurips", "neurips": "neurips", "journal of machine learning research": "jmlr"}


@dataclass(frozen=True)
class Reference:
    """One work. `years` are those under which it may be cited: of the venue, and of the preprint if that is another."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    arxiv: str = ""
    doi: str = ""
    url: str = ""
    names: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()  # where in the work, and what stands there
    checked: str = ""  # against what source; "" if it was not

    @property
    def preprint(self) -> tuple[int, int] | None:
        """Year and month of the first version on arXiv, as its number says."""
        return (2000 + int(self.arxiv[:2]), int(self.arxiv[2:4])) if self.arxiv else None

    @property
    def years(self) -> frozenset[int]:
        """Those of venue and preprint."""
        return frozenset({self.year} | ({self.preprint[0]} if self.preprint else set()))

    def is_called(self, title: str) -> bool:
        """Whether a text may call it so: by its title, a part of it, or one of its names."""
        said, whole = _plain(title), _plain(self.title)
        return said in whole or said.startswith(whole) or said in map(_plain, self.names)

    def is_at(self, venue: str) -> bool:
        """Whether it appeared there, by whichever usual spelling."""
        return re.search(rf"(?<![a-z]){re.escape(venue_key(venue))}(?![a-z])", venue_key(self.venue)) is not None


def _plain(title: str) -> str:
    return _BETWEEN.sub(" ", title).strip().casefold()


def venue_key(venue: str) -> str:
    """A venue in one spelling."""
    low = venue.lower()
    for spelling, same in _SAME_VENUE.items():
        low = low.replace(spelling, same) if same not in low else low
    return low


@dataclass(frozen=True)
class References:
    """All works of a vault, and the words by which a text may mean one."""

    works: Mapping[str, Reference]

    @cached_property
    def by_identifier(self) -> dict[str, Reference]:
        """Works by arXiv number and DOI."""
        return {name: work for work in self.works.values() for name in (work.arxiv, work.doi) if name}

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[str, tuple[Reference, ...], bool]]]:
        """The words by which works are meant, under their first word, the longest first: words, works, whether authors."""
        found: dict[tuple[str, bool], list[Reference]] = {}
        for work in self.works.values():
            for author in dict.fromkeys(work.authors):
                found.setdefault((author, True), []).append(work)
            for word in dict.fromkeys((*work.names, work.title, work.title.partition(":")[0])):
                found.setdefault((word, False), []).append(work)
        first: dict[str, list[tuple[str, tuple[Reference, ...], bool]]] = {}
        for (word, is_author), works in sorted(found.items(), key=lambda item: (-len(item[0][0]), item[0])):
            start = _WORD.match(word)
            if start:
                first.setdefault(start.group(), []).append((word, tuple(works), is_author))
        return first

    def mentions(self, text: str) -> list[tuple[int, int, tuple[Reference, ...]]]:
        """Where works are named, by author, name or title."""
        first = self._by_first
        places: list[tuple[int, str]] = []
        for word in first.keys() & set(_WORD.findall(text)):
            at = text.find(word)
            while at >= 0:
                end = at + len(word)
                if not (at and text[at - 1].isalpha()) and not text[end : end + 1].isalpha():
                    places.append((at, word))
                at = text.find(word, end)
        out = []
        end = 0
        for start, opening in sorted(places):
            if start < end:
                continue
            for word, works, is_author in first[opening]:
                stop = start + len(word)
                if (
                    text.startswith(word, start)
                    and not _GOES_ON.match(text, stop)
                    and (not is_author or _PERSON.match(text, stop))
                ):
                    out.append((start, stop, works))
                    end = stop
                    break
        return out

    @cached_property
    def _numbered(self) -> tuple[re.Pattern[str], dict[str, str]]:
        """Finds names with a number of their own (Llama 2), and says of which work each is."""
        names = {name: work.id for work in self.works.values() for name in work.names if _NUMBER.search(name)}
        longest = sorted(names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w.]*[0-9])"), names

    def named_at(self, text: str, at: int) -> str:
        """The work in whose name a number of a text stands; "" if it is part of no name."""
        pattern, names = self._numbered
        return next((names[one.group()] for one in pattern.finditer(text) if one.start() < at < one.end()), "")

    @cached_property
    def authors(self) -> frozenset[str]:
        """Surnames of all who wrote one."""
        return frozenset(author for work in self.works.values() for author in work.authors)

    @cached_property
    def venues(self) -> re.Pattern[str]:
        """Finds venues that are known by letters: ICLR, NeurIPS, JMLR …"""
        known = {word for work in self.works.values() for word in re.findall(r"\b[A-Z][A-Za-z]*[A-Z]+s?\b", work.venue)}
        return re.compile(
            r"(?<![\w-])(?:" + "|".join(sorted({*known, "NIPS", "NeurIPS"} - {"OpenAI", "MIT", "TU"})) + r")(?![\w-])"
        )


def read_references(mapping: Mapping[str, Any]) -> tuple[References, list[tuple[str, str]]]:
    """The works of a file, and what is wrong with entries, by their ids."""
    works, problems = {}, []
    for name, entry in mapping.items():
        work = _work(str(name), entry) if isinstance(entry, dict) else "is not a mapping"
        if isinstance(work, str):
            problems.append((str(name), work))
        else:
            works[work.id] = work
    seen: dict[str, str] = {}
    for work in works.values():
        for identifier in filter(None, (work.arxiv, work.doi)):
            if identifier in seen:
                problems.append((work.id, f"has the identifier {identifier} of {seen[identifier]}"))
            seen[identifier] = work.id
    return References(works), problems


def _work(name: str, entry: Mapping[str, Any]) -> Reference | str:
    for key in ("title", "authors", "year", "venue"):
        if not entry.get(key):
            return f"lacks {key}"
    unknown = sorted(map(str, entry.keys() - _KEYS))
    if unknown:
        return f"has the key {unknown[0]}, which no reference has"
    arxiv, year = str(entry.get("arxiv", "")), entry["year"]
    if arxiv and not _ARXIV.fullmatch(arxiv):
        return f"has {arxiv!r}, which is no number of arXiv"
    if not isinstance(year, int):
        return f"has the year {year!r}"
    if arxiv and 2000 + int(arxiv[:2]) > year:
        return f"is of {year}, before its preprint {arxiv}"
    figures = entry.get("figures") or {}
    return Reference(
        name,
        str(entry["title"]),
        tuple(_list(entry["authors"])),
        year,
        str(entry["venue"]),
        arxiv,
        str(entry.get("doi", "")),
        str(entry.get("url", "")),
        tuple(_list(entry.get("names", ""))),
        tuple((str(place), str(said)) for place, said in figures.items()) if isinstance(figures, dict) else (),
        str(entry.get("checked", "")),
    )


def _list(value: object) -> Iterator[str]:
    for item in value if isinstance(value, list) else str(value).split(", "):
        word = str(item).removesuffix(" et al.").strip()
        if word:
            yield word
