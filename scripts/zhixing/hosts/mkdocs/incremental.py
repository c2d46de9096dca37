"""`mkdocs serve` of a large vault: after an edit only the pages it touches are made again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from zhixing.hosts.mkdocs.generated import Generated
from zhixing.hosts.mkdocs.patches import build_pages
from zhixing.hosts.mkdocs.site import Site, log
from zhixing.page.index_pages import index_pages
from zhixing.vault.changes import affected, edited, is_listed_differently, is_same, still_followed
from zhixing.vault.load import load_vault
from zhixing.vault.published import published


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
        build_pages(pages, self.config, self.files, self.nav, self.env)


class Incremental:
    """What the last whole build left, language by language, and the vault that it was made from."""

    def __init__(self, site: Site, generated: Generated) -> None:
        self._site = site
        self._generated = generated
        self._built: list[Built] = []
        self.nav = Navigation([], [])  # of the language that is being built

    def remember(self, files: Files, env: Environment) -> None:
        """Keep what the build of a language knows."""
        self._built.append(Built.remember(self._site.config, self._site.language, files, self.nav, env))

    def rebuild(self) -> bool:
        """Make again what the last edits changed; False if the whole site must be built."""
        site, before, followed = self._site, self._site.vault, self._site.survey
        after = published(load_vault(site.root, before.config))
        paths = edited(before, after)
        if paths is None:
            return is_same(before, after) and self._rebuild_tasks()
        lists = {index.uri: index for index in index_pages(after)}
        if lists.keys() != {index.uri for index in index_pages(before)}:
            return False
        shown = site.findings
        site.take(after, still_followed(before, after, followed, paths))
        tasks, site.tasks = site.tasks, site.read_tasks()
        if not site.tasks.is_linked_like(tasks):
            return False
        uris = {site.uri(path) for path in affected(before, after, followed, site.survey, paths)}
        wrong = {path for path in shown.keys() | site.findings.keys() if shown.get(path) != site.findings.get(path)}
        uris |= {site.uri(path) for path in wrong & after.cards.keys()}
        if is_listed_differently(before, after, paths):
            site.indexes.update({uri: (lists[uri], url) for uri, (_, url) in site.indexes.items()})
            uris |= site.indexes.keys()
        for built in self._built:
            built.rebuild(uris)
        langs = {after.cards[path].lang for path in paths}
        if site.tasks.entries != tasks.entries:
            langs |= set(after.config.languages or ("",))
        made = (
            *self._generated.modules(paths),
            *self._generated.decks(langs),
            *self._generated.tasks(tasks),
            *self._generated.graphs(),
            *self._generated.numbers(sorted(paths)),
        )
        for file in made:
            file.copy_file()
        return True

    def _rebuild_tasks(self) -> bool:
        """No card was edited: perhaps a file of tasks was. False if not, or if cards lead to other tasks now."""
        site, before, after = self._site, self._site.tasks, self._site.read_tasks()
        if after.sources == before.sources or not after.is_linked_like(before):
            return False
        site.tasks = after
        for file in (*self._generated.decks(site.vault.config.languages or ("",)), *self._generated.tasks(before)):
            file.copy_file()
        return True


def quick_builder(full: Callable[[], None], latest: Callable[[], Incremental]) -> Callable[[], None]:
    """A builder that tries the quick way, from what the latest whole build left, and falls back to a whole build."""

    def builder() -> None:
        try:
            if not latest().rebuild():
                full()
        except MkDocsException as error:  # mkdocs.yml that cannot be read, which MkDocs shows with a traceback
            log.error(f"{error}\n  hint: the site is as it was; mend this and save")

    return builder
