"""Files of the site that no one wrote, as files of MkDocs: lists, a first page, modules, assets, Python, search, decks."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import copy_file, get_relative_url

from zhixing.hosts.mkdocs.own_addresses import file_names, lies_in_a_file
from zhixing.hosts.mkdocs.shared import Shared
from zhixing.hosts.mkdocs.site import Site, log
from zhixing.page import assets, home_page
from zhixing.page.addresses import language_root
from zhixing.page.graph import graph_files
from zhixing.page.index_pages import index_pages
from zhixing.page.kept import MissingError
from zhixing.page.number_files import number_files
from zhixing.page.offline import web_manifests
from zhixing.page.python_files import module_files, runtime_files
from zhixing.page.redirects import redirect_files
from zhixing.page.site_files import FOLDER, SiteFile, asset_files, module_pages, search_files
from zhixing.page.text import page_title
from zhixing.study.decks import Decks, deck_languages
from zhixing.study.pages import StudyPages
from zhixing.study.tasks import Tasks
from zhixing.vault.published import is_searched


class Generated:
    """Adds them to what MkDocs found; those that have no language, to the default one."""

    def __init__(self, site: Site, study: StudyPages, finish: Callable[[str], str]) -> None:
        """`finish` draws the formulas of a piece of HTML that was cut out of a page."""
        self._site = site
        self._study = study
        self._decks = Decks(study, finish, lambda lang: language_root(lang, site.default))
        self._drawn: dict[str, bytes] = {}
        self.shared = Shared(site)

    def add(self, files: Files) -> None:
        """All that does not wait for the pages to be rendered."""
        self._add_index_pages(files)
        self._add_home(files)
        if assets.WEB.is_dir() and self._site.is_material:
            folder = language_root(self._site.language, self._site.default)
            names = {folder: (self._site.language, self._site.config.site_name)}
            self._append(files, self._as_files(web_manifests(names)))
        self._append(files, self._as_files(self.shared.files()))
        if self._site.language != self._site.default:
            return
        cards = self._site.vault.cards
        self._append(files, self.modules(cards))
        shown = [(card, self._site.addresses[path]) for path, card in cards.items() if path in self._site.addresses]
        held = file_names(files, self._site.vault.config.languages)
        leading_on = ((uri, text) for uri, text in redirect_files(shown) if not lies_in_a_file(uri, held))
        self._append(files, self._as_files(leading_on))
        if assets.WEB.is_dir() and self._site.is_material:
            self._append(files, self._as_files(asset_files(self._built_assets())))
            if self._site.workshop.modules:
                self._append(files, self._as_files(module_files(self._site.workshop.modules)))
                self._append(files, self._as_files(self._python()))
                self._append(files, self._as_files(self._site.tasks.files(self._site.vault, self._study.url)))
            addresses = self._site.addresses
            pages = ((card, addresses[path]) for path, card in cards.items() if path in addresses and is_searched(card))
            tasks = self._site.tasks.exercises(self._site.vault, addresses.get)
            self._append(files, self._as_files(search_files(pages, self._site.vault.config, tasks)))
            self._append(files, self.graphs())
            self._append(files, self.numbers(path for path in cards if path in addresses))

    def modules(self, paths: Iterable[str]) -> Iterator[File]:
        """Pages of the modules made from the cards at these paths."""

        def back(path: str, folder: str) -> str:
            return get_relative_url(self._site.addresses.get(path, ""), folder)

        return self._as_files(module_pages(self._site.workshop, paths, back))

    def graphs(self) -> Iterator[File]:
        """The files of the graph that are not what the site has already."""
        site, before = self._site, self._drawn
        self._drawn = dict(graph_files(site.vault, site.index, site.survey, site.addresses.get))
        made = ((f"{FOLDER}/{name}", data) for name, data in self._drawn.items() if before.get(name) != data)
        return self._as_files(made)

    def numbers(self, paths: Iterable[str]) -> Iterator[File]:
        """What vouches for the numbers of the cards at these paths."""
        return self._as_files((f"{FOLDER}/{name}", data) for name, data in number_files(self._site.vault, paths))

    def add_decks(self, files: Files) -> None:
        """The decks of the languages that are being built, cut out of the pages."""
        site = self._site
        self._append(files, self.decks(deck_languages(site.language, site.vault.config)))

    def decks(self, langs: Iterable[str]) -> Iterator[File]:
        """The decks of these languages that are not what the site has already."""
        site = self._site
        return self._as_files(self._decks.changed(site.vault, site.index, langs, site.tasks.entries))

    def tasks(self, before: Tasks) -> Iterator[File]:
        """What the page of the tasks needs and the site has not from `before`."""
        site = self._site
        made = site.tasks.files(site.vault, self._study.url, before) if self._has_tasks else ()
        return self._as_files(made)

    @property
    def _has_tasks(self) -> bool:
        return assets.WEB.is_dir() and self._site.is_material and bool(self._site.workshop.modules)

    def _add_index_pages(self, files: Files) -> None:
        """In every language, since each page knows its alternates; under i18n only the current ones are built."""
        site = self._site
        site.indexes.clear()
        alternates: dict[str, dict[str, File]] = {}
        for index in index_pages(site.vault):
            if index.uri in files.src_uris:
                continue
            file = File.generated(site.config, index.uri, content=index.source, inclusion=InclusionLevel.NOT_IN_NAV)
            file.alternates = alternates.setdefault(index.kind, {})  # type: ignore[attr-defined]  # as mkdocs-static-i18n has it
            file.alternates[index.lang] = file  # type: ignore[attr-defined]
            if not language_root(index.lang, site.default):
                file.dest_uri = file.dest_uri.removeprefix(f"{index.lang}/")
            site.indexes[index.uri] = (index, file.url)
            if site.language in ("", index.lang):
                files.append(file)

    def _add_home(self, files: Files) -> None:
        site = self._site
        start = f"{site.language}/" if site.language else ""
        cards = [card for card in site.vault.cards.values() if card.lang == site.language]
        if not cards or not home_page.needs_home(files.src_uris, start):
            return
        pages = [(page_title(card), site.uri(card.path).removeprefix(start)) for card in cards]
        text = home_page.home_page(site.config.site_name, pages)
        file = File.generated(site.config, f"{start}{home_page.NAME}", content=text)
        if site.language == site.default:
            file.dest_uri = file.dest_uri.removeprefix(start)
        files.append(file)

    def _built_assets(self) -> Path | None:
        try:
            return assets.build_assets(assets.asset_cache())
        except MissingError as error:
            log.warning(str(error))
            return None

    def _python(self) -> list[SiteFile]:
        """Python for the page; a server does not wait for it."""
        if self._site.is_server:
            threading.Thread(target=_copy_python, args=(self._site.config.site_dir,), daemon=True).start()
            return []
        try:
            return list(runtime_files(assets.asset_cache()))
        except MissingError as error:
            log.info(f"{error}; blocks on the site say so")
            return []

    def _as_files(self, made: Iterable[SiteFile]) -> Iterator[File]:
        for uri, content in made:
            if isinstance(content, Path):
                yield File.generated(self._site.config, uri, abs_src_path=str(content))
            else:
                yield File.generated(self._site.config, uri, content=content)

    def _append(self, files: Files, made: Iterable[File]) -> None:
        for file in made:
            files.append(file)


def _copy_python(site: str) -> None:
    try:
        for uri, path in runtime_files(assets.asset_cache()):
            copy_file(str(path), os.path.join(site, uri))
    except (MissingError, OSError) as error:
        log.warning(str(error))
