"""The decks that a site has: one a language, made again where what it asks has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from zhixing.model import Config, Vault
from zhixing.practice.catalog import TaskEntry
from zhixing.study.deck import Pages, converted, deck_uri, study_deck, texts_uri
from zhixing.study.items import Deck, DeckCase
from zhixing.study.sheets import sheet_files
from zhixing.study.task_rows import with_tasks
from zhixing.vault.resolve import Index


def deck_languages(current: str, config: Config) -> tuple[str, ...]:
    """The languages whose decks belong to a build: that of the build, or all where it has none of them."""
    known = config.languages or ("",)
    return (current,) if current in known else known


class Decks:
    """Remembers what the site has already."""

    def __init__(self, pages: Pages, finish: Callable[[str], str], root: Callable[[str], str]) -> None:
        """`finish` makes HTML cut out of a page what the page shows; `root` is the address of a language's root."""
        self._pages = pages
        self._finish = finish
        self._root = root
        self._made: dict[str, Deck] = {}  # by language

    def changed(
        self, vault: Vault, index: Index, langs: Iterable[str], tasks: Sequence[TaskEntry] = ()
    ) -> Iterator[tuple[str, bytes | str]]:
        """Address and content of those of these languages that differ, and of the sheets of questions made from them."""
        for lang in langs:
            deck = with_tasks(study_deck(vault, lang, index, self._pages), vault, tasks, self._pages.url)
            if (deck.items or lang in self._made) and deck != self._made.get(lang):
                self._made[lang] = deck
                cases = tuple(self._shown(case) for case in deck.cases)
                shown = replace(deck, items=tuple(converted(item, self._finish) for item in deck.items), cases=cases)
                yield deck_uri(lang), shown.asked_json()
                yield texts_uri(lang), shown.texts_json()
                yield from sheet_files(shown, self._root(lang))

    def _shown(self, case: DeckCase) -> DeckCase:
        points = tuple(self._finish(point) for point in case.points)
        return replace(case, prompt=self._finish(case.prompt), points=points)
