"""The navigation of MkDocs: titles of cards, in the order that the config names and the learning path has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from zhixing.hosts.mkdocs.escaped import words
from zhixing.hosts.mkdocs.site import Site, log
from zhixing.page.order import along, folder_place, learning_path, page_place
from zhixing.page.text import page_title
from zhixing.syntax.notebook import source_path


def arrange(nav: Navigation, site: Site) -> set[str]:
    """Name and sort the pages, also those that a partial build does not read; return the sources of the named ones."""
    config = site.vault.config
    named = {page.file.src_uri for page in nav.pages if _is_named(page, site)}
    nav.items.sort(key=lambda item: folder_place(_path(item, site), config))
    path = _learning_path(site)
    places = {name: place for place, name in enumerate(path)}
    for section in nav.items:
        if isinstance(section, Section):
            section.children.sort(
                key=lambda item: (
                    not (isinstance(item, Page) and item.is_index),  # a section opens with its own page
                    page_place(_own_path(item, site), config),
                    places.get(_own_path(item, site), len(places)),
                )
            )
    for item in _sections(nav.items):
        item.title = words(item.title)
    pages = along(_pages(nav.items), path, lambda page: _own_path(page, site))
    for page, before, after in zip(pages, [None, *pages], [*pages[1:], None], strict=False):
        page.previous_page, page.next_page = before, after
    return named


def _learning_path(site: Site) -> tuple[str, ...]:
    """The pages along the learning path in the language that is being built."""
    config, lang = site.vault.config, site.language
    path = learning_path(site.vault, site.index, lang)
    if config.path and not path and (lang or not config.languages):
        log.warning(
            f"mkdocs.yml: option path of the zhixing plugin: there is no page {config.path!r} in {lang or config.docs}"
        )
    return path


def _is_named(page: Page, site: Site) -> bool:
    """Give a page the title of its card, unless the site's own nav names it; whether that was done."""
    card = site.card(page)
    if card is None or page.title is not None:
        return False
    page.title = words(page_title(card))
    return True


def _path(item: StructureItem, site: Site) -> str:
    """The path of an item of the navigation, or of the first page in it."""
    while isinstance(item, Section) and item.children:
        item = item.children[0]
    return _own_path(item, site)


def _own_path(item: StructureItem, site: Site) -> str:
    return source_path(site.path(item.file.src_uri)) if isinstance(item, Page) else ""


def _sections(items: Iterable[StructureItem]) -> Iterator[Section]:
    """Every folder, at any depth: its title is a name that someone gave it."""
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    """The pages from first to last."""
    for item in items:
        if isinstance(item, Section):
            yield from _pages(item.children)
        elif isinstance(item, Page):
            yield item
