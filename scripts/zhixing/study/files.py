"""Vault → files of decks: for Anki, as a table, as the JSON that the site has; one for all and one a category."""

from __future__ import annotations

import csv
import io
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zhixing.model import Vault
from zhixing.study.anki.notes import AnkiNote, AnkiNotes
from zhixing.study.deck import study_deck
from zhixing.study.host import DeckHost
from zhixing.study.items import Deck, StudyItem
from zhixing.study.layers import within
from zhixing.study.pages import StudyPages
from zhixing.vault.resolve import Index

COLUMNS = ("id", "kind", "category", "card", "front", "back", "source")


@dataclass(frozen=True)
class Wanted:
    """What the files are made of and for."""

    name: str  # of the site: the deck's name in Anki, and part of each note's identity
    site: str  # its address, or ""
    formats: tuple[str, ...]
    langs: tuple[str, ...]
    kinds: tuple[str, ...]
    depth: str  # as deep as they go; "" for all
    timestamp: int  # of the first language; each further one counts as a second newer, so that Anki sees a change


def deck_files(vault: Vault, wanted: Wanted, read: Callable[[str], bytes | None]) -> dict[str, bytes]:
    """Every file by name; none for a language in which nothing is asked."""
    index = Index(vault)
    host = DeckHost(vault, index)
    pages = StudyPages(host)
    langs = vault.config.languages or ("",)
    decks = {lang: study_deck(vault, lang, index, pages) for lang in langs}
    decks = {lang: replace(deck, items=_of(deck, wanted)) for lang, deck in decks.items()}
    titles = _titles(decks)
    files: dict[str, bytes] = {}
    for lang, deck in decks.items():
        if lang in wanted.langs and deck.items:
            media = _Media(host.files, read)
            notes = tuple(AnkiNotes(deck, wanted.site, host.root(lang), media.name).notes(wanted.kinds))
            later = replace(wanted, timestamp=wanted.timestamp + langs.index(lang))
            files |= _files(deck, notes, media.bytes, titles, later)
    return files


def _of(deck: Deck, wanted: Wanted) -> tuple[StudyItem, ...]:
    return tuple(item for item in deck.items if item.kind in wanted.kinds and within(item, wanted.depth))


def _files(
    deck: Deck, notes: Sequence[AnkiNote], media: Mapping[str, bytes], titles: Mapping[str, str], wanted: Wanted
) -> dict[str, bytes]:
    """One file for all and one for each category, in each format."""
    categories = [category.id for category in deck.categories if any(n.category == category.id for n in notes)]
    files: dict[str, bytes] = {}
    for part in ("", *categories):
        chosen = [note for note in notes if not part or note.category == part]
        name = "-".join(word for word in (file_stem(wanted.name), part, deck.language) if word)
        if "apkg" in wanted.formats:
            named = {category: f"{wanted.name}::{titles[category]}" for category in categories}
            files[f"{name}.apkg"] = _apkg(chosen, named, media, wanted)
        if "csv" in wanted.formats:
            files[f"{name}.csv"] = _table(deck, chosen)
        if "json" in wanted.formats:
            files[f"{name}.json"] = _part(deck, part).to_json()
    return files


def _apkg(notes: Sequence[AnkiNote], named: Mapping[str, str], media: Mapping[str, bytes], wanted: Wanted) -> bytes:
    from zhixing.study.anki.package import AnkiDeck, apkg

    groups = {name: tuple(note for note in notes if note.category == category) for category, name in named.items()}
    text = "".join(note.front + note.back for note in notes)
    shown = {file: data for file, data in media.items() if file in text}
    decks = [AnkiDeck(name, group) for name, group in groups.items() if group]
    return apkg(decks, shown, wanted.name, wanted.timestamp)


def _part(deck: Deck, category: str) -> Deck:
    """The cards and items of one category; of all if it is ""."""
    if not category:
        return deck
    cards = tuple(card for card in deck.cards if card.category == category)
    keys = {card.key for card in cards}
    items = tuple(item for item in deck.items if item.card in keys)
    return Deck(deck.language, tuple(c for c in deck.categories if c.id == category), cards, items)


def _table(deck: Deck, notes: Sequence[AnkiNote]) -> bytes:
    kinds = {item.id: item for item in deck.items}
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for note in notes:
        item = kinds[note.key]
        writer.writerow((note.key, item.kind, note.category, item.card, note.front, note.back, note.source))
    return buffer.getvalue().encode()


def _titles(decks: Mapping[str, Deck]) -> dict[str, str]:
    """Names of categories in all languages at once: a deck keeps its name when the other language is imported."""
    names: dict[str, dict[str, None]] = {}
    for deck in decks.values():
        for category in deck.categories:
            names.setdefault(category.id, {})[category.name.replace("::", ":")] = None
    return {ident: " ".join(shown) for ident, shown in names.items()}


def file_stem(name: str) -> str:
    """`Zhixing 知行` → `zhixing`: a name that every file system takes."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in name.lower()).split()
    return "-".join(words) or "deck"


class _Media:
    """Pictures that notes show, by a name that is unique in Anki's one folder of media."""

    def __init__(self, files: Mapping[str, str], read: Callable[[str], bytes | None]) -> None:
        self._files = files
        self._read = read
        self.bytes: dict[str, bytes] = {}

    def name(self, url: str) -> str:
        """The name of the file at a URL from the root of the site."""
        path = self._files.get(url)
        data = self._read(path) if path is not None else None
        if path is None or data is None:
            return ""
        stem, end = posixpath.splitext(path)
        name = "zhixing-" + "".join(c if c.isalnum() else "-" for c in stem) + end
        self.bytes[name] = data
        return name
