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


@dataclass
class Built:
    """What MkDocs knew when it built one language, kept so that one of its pages can be built again."""

    config: MkDocsConfig
    language: str
    options: dict[str, Any]
    theme: dict[str, Any]
    files: Files
    nav: Navigation
    env: Environment

    @classmethod
    def remember(cls, config: MkDocsConfig, language: str, files: Files, nav: Navigation, env: Environment) -> Built:
        """Copy the settings: the plugin for languages changes them in place for the next language."""
        options = {**config.data, "extra": copy.deepcopy(config.extra)}
        return cls(config, language, options, copy.deepcopy(dict(config.theme)), files, nav, env)

    def rebuild(self, uris: set[str]) -> None:
        """Render and write the pages made from these sources."""
        known = self.files.documentation_pages()
        pages = [file.page for file in known if file.src_uri in uris and file.page is not None]
        if not pages:
            return
        self.config.data.update({**self.options, "extra": copy.deepcopy(self.options["extra"])})
        self.config.theme.update(copy.deepcopy(self.theme))
        i18n: Any = self.config.plugins.get("i18n")
        if i18n:
            i18n.current_language = self.language
        for page in pages:
            build._populate_page(page, self.config, self.files)
        for page in pages:
            build._build_page(page, self.config, known, self.nav, self.env)


def quick_builder(full: Callable[[], None], quick: Callable[[], bool]) -> Callable[[], None]:
    """A builder that tries the quick way and falls back to a whole build."""

    def builder() -> None:
        if not quick():
            full()

    return builder
