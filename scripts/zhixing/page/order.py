"""The order of the navigation: folders, and pages in them, as the option `order` names them; along the learning path,
as the page that the option `path` names lists it; the rest keeps its own."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from zhixing.model import Card, Config, Vault
from zhixing.vault.config import inside_language
from zhixing.vault.resolve import Index, Target

Item = TypeVar("Item")


def folder_place(path: str, config: Config) -> int:
    """Place of the folder that a page lies in; a page outside of any comes with the first."""
    folder, slash, _ = _name(path, config).partition("/")
    return _place(folder, config) if slash else 0


def page_place(path: str, config: Config) -> int:
    """Place of a page among those of its folder."""
    return _place(_name(path, config), config)


def path_page(vault: Vault, lang: str) -> Card | None:
    """The page of a language that lists the learning path."""
    found = (card for card in vault.cards.values() if card.lang == lang and card.key == vault.config.path)
    return next(found, None) if vault.config.path else None


def learning_path(vault: Vault, index: Index, lang: str) -> tuple[str, ...]:
    """Paths of the pages along the learning path, its own page first.

    It is the links of that page's first table, or all of its links if it has none, each page where it is first named.
    """
    page = path_page(vault, lang)
    if page is None:
        return ()
    return tuple(dict.fromkeys((page.path, *_listed(page, index))))


def _listed(page: Card, index: Index) -> Iterator[str]:
    line, rows, _ = page.tables[0] if page.tables else (0, 0, 0)
    for link in page.links:
        found = index.follow(link, page) if not page.tables or line <= link.span.line <= line + rows + 1 else None
        if isinstance(found, Target) and found.card is not None:
            yield found.card.path


def along(items: Iterable[Item], path: tuple[str, ...], name: Callable[[Item], str]) -> list[Item]:
    """The items in their order, except that those of the path follow its first one, in its own order."""
    items = list(items)
    known = {name(item): item for item in items}
    walk = [known[one] for one in path if one in known]
    if not walk or path[0] not in known:
        return items
    members = set(path)
    ordered: list[Item] = []
    for item in items:
        if name(item) not in members:
            ordered.append(item)
        elif name(item) == path[0]:
            ordered += walk
    return ordered


def _name(path: str, config: Config) -> str:
    """A page as the config names it: inside its language, without the ending."""
    return posixpath.splitext(inside_language(path, config))[0]


def _place(name: str, config: Config) -> int:
    return config.order.index(name) if name in config.order else len(config.order)
