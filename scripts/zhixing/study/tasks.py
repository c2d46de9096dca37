"""Tasks for a page: the list in one language, the judge's own files, and for each file of tasks what judging needs."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from zhixing.blocks.modules import imported
from zhixing.model import Card, Vault
from zhixing.page.search import Exercise
from zhixing.page.text import page_title
from zhixing.practice import core
from zhixing.practice.catalog import FOLDER as TASKS
from zhixing.practice.catalog import TaskEntry, entries, load_shelf, read_entries, task_files
from zhixing.practice.core.shelf import Shelf
from zhixing.practice.core.source import cut
from zhixing.practice.core.task import say
from zhixing.practice.core.words import WORDS, word_text
from zhixing.practice.stub import stub
from zhixing.practice.wording import module_text
from zhixing.study.deck import category_of
from zhixing.study.task_rows import MARK
from zhixing.vault.kept_results import kept
from zhixing.vault.read import read_file

FOLDER = "assets/practice"
Url = Callable[[Card], str | None]  # of a card's page, from the root of its language


class Tasks:
    """The tasks of a vault that a page of it shows; none where no page wants them."""

    def __init__(self, root: Path, vault: Vault) -> None:
        self._root = root
        self._folder = f"{vault.config.docs}/{TASKS}/".removeprefix("./")
        self._pages = {card.lang: card.path for card in vault.cards.values() if MARK in card.text}
        self.entries = tuple(entry for entry in read_entries(root, vault) if entry.card) if self._pages else ()
        shown = {entry.file for entry in self.entries}  # not those of a card that is not published
        self.sources = {name: text for name, text in task_files(root, vault).items() if name in shown} if shown else {}
        self._by_name = {(entry.module, entry.define): entry.id for entry in self.entries}
        self._made: dict[str, str] = {}

    @property
    def links(self) -> object:
        """Where the pages of the cards lead to a task."""
        return self._by_name, self._pages

    def is_linked_like(self, other: Tasks) -> bool:
        """Whether the pages of the cards lead to the same tasks."""
        return self.links == other.links

    def place(self, module: str, name: str, lang: str) -> tuple[str, str] | None:
        """Path of the page that shows the task, and what follows its address; None if the definition is no task."""
        task, page = self._by_name.get((module, name)), self._pages.get(lang)
        return (page, f"?task={quote(task)}") if task and page else None

    def exercises(self, vault: Vault, address: Callable[[str], str | None]) -> Iterator[Exercise]:
        """What a search finds of them; `address` is that of the page made from a path."""
        languages = vault.config.languages or ("",)
        for card in vault.cards.values():
            page = address(self._pages.get(card.lang, ""))
            number = languages.index(card.lang) if card.lang in languages else 0
            for entry in self.entries if page is not None else ():
                if entry.card == card.name:
                    title, prompt = say(entry.title, number), say(entry.prompt, number)
                    yield Exercise(card.path, f"{page}?task={quote(entry.id)}", title, entry.define, prompt)

    def is_source(self, path: str) -> bool:
        """Whether a file of the docs folder is one of tasks, which the judge reads and no reader."""
        return path.startswith(self._folder) and path.endswith(".py")

    def files(self, vault: Vault, url: Url, before: Tasks | None = None) -> Iterator[tuple[str, str]]:
        """Address and text of all that the page needs, in every language, but what the site has from `before`."""
        known = before._made if before else {}
        for uri, text in self._all(vault, url):
            self._made[uri] = text
            if known.get(uri) != text:
                yield uri, text

    def _all(self, vault: Vault, url: Url) -> Iterator[tuple[str, str]]:
        if self._by_name:
            shelf = replace(load_shelf(self._root, vault), files=self.sources)
            yield from judge_files(shelf)
            for lang in vault.config.languages or ("",):
                yield catalogue_uri(lang), catalogue(vault, shelf, lang, url)


def catalogue_uri(lang: str) -> str:
    """Where a site keeps the tasks of a language."""
    return f"{FOLDER}/tasks.{lang or 'all'}.json"


def judge_files(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Address and text of what a page's Python needs: the judge, and a shelf for each file of tasks that it can judge."""
    folder = Path(next(iter(core.__path__)))
    names = ["__init__", *sorted(module.name for module in pkgutil.iter_modules(core.__path__))]
    texts = {f"zhixing/practice/core/{name}.py": (read_file(folder / f"{name}.py") or b"").decode() for name in names}
    yield f"{FOLDER}/judge.json", _json({"zhixing/__init__.py": "", "zhixing/practice/__init__.py": "", **texts})
    found = entries(shelf)
    used: set[str] = set()
    for file in sorted({entry.file for entry in found if not entry.needs_torch}):
        given = [name.rpartition(".")[0] for entry in found if entry.file == file for name in entry.given]
        modules = _modules(shelf, file, given)
        used.update(modules)
        cards = {name: card for name, card in shelf.cards.items() if name in modules}
        part = replace(shelf, files={file: shelf.files[file]}, sources={}, cards=cards)
        yield f"{FOLDER}/{file}.json", _json({"shelf": asdict(part), "modules": modules})
    for name in sorted(used):
        yield f"{FOLDER}/modules/{name}.py", shelf.sources[name]


def _modules(shelf: Shelf, file: str, given: list[str]) -> list[str]:
    """The card's module, and every module that it or the file imports."""
    wanted = [file, *given, *_cards(shelf, shelf.files[file])]
    found: set[str] = set()
    for name in wanted:  # grows while it is read
        if name in shelf.sources and name not in found:
            found.add(name)
            wanted += _cards(shelf, shelf.sources[name])
    return sorted(found)


def _cards(shelf: Shelf, text: str) -> list[str]:
    start = f"{shelf.package}."
    return [name.removeprefix(start) for name in imported(text) if name.startswith(start)]


def catalogue(vault: Vault, shelf: Shelf, lang: str, url: Url) -> str:
    """The tasks of one language as JSON; addresses are relative to the language's root."""
    cards = {card.name: card for card in vault.cards.values() if card.lang == lang}
    number = shelf.languages.index(lang) if lang in shelf.languages else 0
    shown = [entry for entry in entries(shelf) if entry.card in cards and url(cards[entry.card]) is not None]
    order = {folder: place for place, folder in enumerate(vault.config.order)}
    categories = {one.id: one.name for entry in shown for one in [category_of(cards[entry.card])]}
    links = {link for entry in shown for link in _links(entry)}
    data = {
        "language": lang,
        "place": number,
        "words": {key: word_text(key, lang) for key in WORDS},
        "categories": [
            {"id": ident, "name": name}
            for ident, name in sorted(categories.items(), key=lambda pair: order.get(pair[0], len(order)))
        ],
        "tasks": [_row(vault, shelf, entry, cards[entry.card], number) for entry in shown],
        "cards": {entry.card: [page_title(cards[entry.card]), url(cards[entry.card])] for entry in shown},
        "links": {link: found for link in sorted(links) if (found := _link(link, cards, url))},
    }
    return _json(data)


def _row(vault: Vault, shelf: Shelf, entry: TaskEntry, card: Card, number: int) -> dict[str, Any]:
    text = module_text(vault, shelf, entry, card.lang)
    return {
        "id": entry.id,
        "define": entry.define,
        "file": entry.file,
        "card": entry.card,
        "category": category_of(card).id,
        "minutes": entry.minutes,
        "level": entry.level,
        "torch": entry.needs_torch,
        "title": say(entry.title, number),
        "prompt": say(entry.prompt, number),
        "hints": [say(hint, number) for hint in entry.hints],
        "stub": stub(entry, shelf, text, number),
        "reference": kept(cut)(text, entry.define),
        "claims": [f"{entry.card}#^{claim}" for claim in entry.claims],
    }


def _links(entry: TaskEntry) -> Iterator[str]:
    """Everything that the task, its verdicts and its solution lead to, as the judge writes it."""
    for link in (*(link for _, link in entry.mistakes), *entry.claims):
        if link:
            yield link if "#" in link else f"{entry.card}#^{link}"


def _link(link: str, cards: dict[str, Card], url: Url) -> list[str] | None:
    """Its words and its address; None where this language has no such block."""
    name, _, block = link.partition("#^")
    card = cards.get(name)
    address = url(card) if card else None
    if card is None or address is None:
        return None
    asked = {one.id: one.question for one in card.questions} | {one.id: one.question for one in card.quizzes}
    text = next((one.text for one in card.claims if one.id == block), asked.get(block, ""))
    return [text.partition("\n")[0] or page_title(card), f"{address}#{block}" if block else address]


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
