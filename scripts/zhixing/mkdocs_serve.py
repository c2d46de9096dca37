"""`mkdocs serve` of a large vault: after an edit only the pages it touches are made again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment
from mkdocs.commands import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from zhixing.model import Vault
from zhixing.resolve import Index, Target

_MOST = 200  # pages; beyond this a whole build is as fast


@dataclass
class Built:
    """What MkDocs knew when it built one language, kept so that one of its pages can be built again."""

    config: MkDocsConfig
    options: dict[str, Any]
    theme: dict[str, Any]
    files: Files
    nav: Navigation
    env: Environment

    @classmethod
    def remember(cls, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> Built:
        """Copy the settings: the plugin for languages changes them in place for the next language."""
        options = {**config.data, "extra": copy.deepcopy(config.extra)}
        return cls(config, options, dict(vars(config.theme)), files, nav, env)

    def rebuild(self, uris: set[str]) -> None:
        """Render and write the pages made from these sources."""
        self.config.data.update(self.options)
        vars(self.config.theme).update(self.theme)
        pages = [file.page for file in self.files.documentation_pages() if file.src_uri in uris and file.page]
        for page in pages:
            build._populate_page(page, self.config, self.files)
        for page in pages:
            build._build_page(page, self.config, self.files.documentation_pages(), self.nav, self.env)


def touched(before: Vault, after: Vault) -> set[str] | None:
    """Paths of the cards whose pages an edit changes; None if more than pages changed."""
    if before.cards.keys() != after.cards.keys() or before.files != after.files or before.config != after.config:
        return None
    edited = {path for path, card in after.cards.items() if card is not before.cards[path]}
    for path in edited:
        old, new = before.cards[path], after.cards[path]
        if old.meta != new.meta or old.title != new.title or old.tags != new.tags:
            return None
    pages = set(edited)
    for vault in (before, after):
        index = Index(vault)
        for path in edited:
            card = vault.cards[path]
            targets = (index.resolve(link, card) for link in card.links)
            pages.update(target.path for target in targets if isinstance(target, Target) and target.card is not None)
    names = {after.cards[path].name.casefold() for path in edited}
    for card in after.cards.values():
        if any(link.embed and link.target.rsplit("/", 1)[-1].casefold() in names for link in card.links):
            pages.add(card.path)
    return pages if edited and len(pages) <= _MOST else None


def quick_builder(full: Callable[[], None], quick: Callable[[], bool]) -> Callable[[], None]:
    """A builder that tries the quick way and falls back to a whole build."""

    def builder() -> None:
        if not quick():
            full()

    return builder
