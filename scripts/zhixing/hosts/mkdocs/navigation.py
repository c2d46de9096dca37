"""The navigation of MkDocs: titles of cards, in the order that the config names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from zhixing.hosts.mkdocs.site import Site
from zhixing.page.order import folder_place, page_place
from zhixing.page.text import page_title


def arrange(nav: Navigation, site: Site) -> set[str]:
    """Name and sort the pages, also those that a partial build does not read; return the sources of the named ones."""
    config = site.vault.config
    named = {page.file.src_uri for page in nav.pages if _is_named(page, site)}
    nav.items.sort(key=lambda item: folder_place(_path(item, site), config))
    for section in nav.items:
        if isinstance(section, Section):
            section.children.sort(key=lambda item: page_place(_own_path(item, site), config))
    pages = list(_pages(nav.items))
    for page, before, after in zip(pages, [None, *pages], [*pages[1:], None], strict=False):
        page.previous_page, page.next_page = before, after
    return named


def _is_named(page: Page, site: Site) -> bool:
    """Give a page the title of its card, unless the site's own nav names it; whether that was done."""
    card = site.card(page)
    if card is None or page.title is not None:
        return False
    page.title = page_title(card)
    return True


def _path(item: StructureItem, site: Site) -> str:
    """The path of an item of the navigation, or of the first page in it."""
    while isinstance(item, Section) and item.children:
        item = item.children[0]
    return _own_path(item, site)


def _own_path(item: StructureItem, site: Site) -> str:
    return site.path(item.file.src_uri) if isinstance(item, Page) else ""


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    """The pages from first to last."""
    for item in items:
        if isinstance(item, Section):
            yield from _pages(item.children)
        elif isinstance(item, Page):
            yield item
