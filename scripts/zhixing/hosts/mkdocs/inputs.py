"""What a page is made from, as digests: two builds in which they are equal make the same page.

A page is kept if nothing near it changed, or if what it takes from there came out the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from zhixing.blocks import record
from zhixing.hosts.mkdocs.site import Site
from zhixing.model import Card
from zhixing.syntax.notebook import stored_path
from zhixing.vault.anchors import identity
from zhixing.vault.read import fingerprint, read_below, read_bytes

_PLUGINS = {"zhixing", "i18n", "mkdocs-jupyter"}  # of which is known what they do to a page
_EXTENSIONS = re.compile(
    r"(?:markdown\.extensions\.)?(?:abbr|admonition|attr_list|codehilite|def_list|extra|fenced_code|footnotes|"
    r"legacy_attrs|legacy_em|md_in_html|meta|nl2br|sane_lists|smarty|tables|toc|wikilinks)|pymdownx\.(?!snippets|b64)\w+"
)
_LIBRARIES = ("mkdocs", "mkdocs-material", "mkdocs-static-i18n", "mkdocs-jupyter", "nbconvert", "Markdown", "Jinja2")
_ALSO = ("pymdown-extensions", "Pygments", "MarkupSafe", "nh3")
_PLACE = re.compile(r" at 0x[0-9a-f]+")  # in memory: another in every run


def digest(*parts: object) -> str:
    """Of anything that says all about itself in its `repr`."""
    text = _PLACE.sub("", repr(parts))
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def are_known(config: MkDocsConfig) -> bool:
    """Whether all that makes a page is: a plugin or an extension of someone else may read anything."""
    names = [name for name in config.markdown_extensions if isinstance(name, str)]
    return _PLUGINS.issuperset(config.plugins) and all(map(_EXTENSIONS.fullmatch, names))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


class Inputs:
    """Of the pages of one language in one build."""

    def __init__(self, site: Site, files: Files, nav: Navigation, more: object) -> None:
        """`more` is what else all pages are made from."""
        self._site = site
        self._texts: dict[str, str] = {}
        self._codes: dict[str, str] = {}
        self._faces: dict[str, str] = {}
        self._modules: dict[str, tuple[str, ...]] = {}
        self._files: dict[str, str] = {}
        self._common = digest(
            site.language,
            [_version(name) for name in (*_LIBRARIES, *_ALSO)],
            list(_options(site.config)),
            [(file.src_uri, file.url) for file in files.documentation_pages()],
            list(self._entries(nav.items)),
            nav.homepage and nav.homepage.url,
            site.vault.config,
            [(index.kind, index.lang, url) for index, url in site.indexes.values()],
            [self._known(card) for card in site.vault.cards.values()],
            sorted(site.addresses.items()),
            more,
        )

    @cached_property
    def _records(self) -> str:
        """What is known of tests and tasks: a page shows what concerns its own blocks."""
        site = self._site
        shop = site.workshop
        return digest(shop.tested, shop.breaks, shop.mutants, shop.reviews, site.tasks.links)

    def _entries(self, items: Iterable[StructureItem]) -> Iterator[object]:
        """The navigation; a page whose title is in its source counts with all of that."""
        for item in items:
            if isinstance(item, Section):
                yield item.title, list(self._entries(item.children))
            elif isinstance(item, Page):
                titled = item.title if self._site.card(item) else item.file.content_bytes
                yield titled, item.url, [near and near.url for near in (item.previous_page, item.next_page)]
            else:
                yield repr(item)

    def _known(self, card: Card) -> object:
        """By which any page may name the card."""
        return card.path, card.lang, card.key, card.name, card.title, card.front, card.is_canvas

    def of(self, page: Page, card: Card, added: Iterable[object] | None) -> str:
        """Of one page: what is `added` to the card's own words, or, without that, all that it may be made from."""
        site, shown = self._site, self._shown(card)
        links = [step for one in shown for step in site.survey.outgoing.get(one.path, ())]
        day = site.changed.get(stored_path(card.path) if card.is_notebook else card.path)
        return digest(
            self._common,
            (page.url, page.file.src_uri, page.edit_url, day, card.path in site.workshop.numbered),
            [self._text(one) for one in (*shown, *self._family(card))],
            [(step.path, self._face(step.path), step.problem) for step in links],
            [self._file(step.path) for step in links],
            list(added) if added is not None else (self._records, list(self._near(card))),
        )

    def _shown(self, card: Card) -> list[Card]:
        """The card, and all that is embedded in it."""
        found = {card.path: card}
        waiting = [card]
        while waiting:
            for step in self._site.survey.outgoing.get(waiting.pop().path, ()):
                target = self._site.vault.cards.get(step.path)
                if step.link.embed and target is not None and target.path not in found:
                    found[target.path] = target
                    waiting.append(target)
        return list(found.values())

    def is_settled(self, card: Card) -> bool:
        """Whether a page is made from what is known here: a canvas holds what no link of it names."""
        return not any(one.is_canvas for one in self._shown(card))

    @cached_property
    def _families(self) -> dict[str, list[Card]]:
        families: dict[str, list[Card]] = {}
        for card in self._site.vault.cards.values():
            families.setdefault(card.key, []).append(card)
        return families

    def _family(self, card: Card) -> list[Card]:
        return self._families[card.key] if card.lang else []

    def _near(self, card: Card) -> Iterator[str]:
        """The words of those that link to it, the code of those whose code it runs; what it builds on is named, as any card may be."""
        site = self._site
        yield from (self._text(site.vault.cards[path]) for path in site.survey.incoming.get(card.path, ()))
        modules = site.workshop.modules
        waiting = [name for block in card.python_blocks() for name in self._names(block.code)]
        for block in card.python_blocks():
            found = site.workshop.breaks.get(record.key(card, block))
            waiting += [one.module for one in found.edits] if found else []
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in modules and name not in seen:
                seen.add(name)
                waiting += self._imports(modules[name])
                yield self._code(modules[name])

    def _imports(self, card: Card) -> tuple[str, ...]:
        if card.path not in self._modules:
            names = (name for block in card.python_blocks() for name in self._names(block.code))
            self._modules[card.path] = tuple(dict.fromkeys(names))
        return self._modules[card.path]

    def _names(self, code: str) -> Iterator[str]:
        package = re.escape(self._site.workshop.package)
        for inside, listed in re.findall(rf"\b{package}(?:\.(\w+)|\s+import\s+([\w, ]+))", code):
            yield from [inside] if inside else re.findall(r"\w+", listed)

    def _text(self, card: Card) -> str:
        if card.path not in self._texts:
            stored = self._site.vault.notebooks.get(card.path, b"")
            self._texts[card.path] = digest(identity(card), card.diagnostics, stored)
        return self._texts[card.path]

    def _code(self, card: Card) -> str:
        """The Python blocks of a card, and where they stand: a page leads to a line of them."""
        if card.path not in self._codes:
            blocks = [
                (it.name, it.claim, it.span, it.info, it.fence, it.closed, it.inside, it.indented, it.comments, it.code)
                for it in card.python_blocks()
            ]
            self._codes[card.path] = digest(blocks)
        return self._codes[card.path]

    def _face(self, path: str) -> str:
        """To where in a card a link may lead."""
        card = self._site.vault.cards.get(path)
        if card is None:
            return ""
        if path not in self._faces:
            headings = [(heading.level, heading.text, heading.anchor) for heading in card.headings]
            self._faces[path] = digest(headings, list(card.block_ids))
        return self._faces[path]

    def _file(self, path: str) -> str:
        """A drawing is part of the page, any other file has an address."""
        if path.lower().endswith(".svg") and path not in self._files:
            try:
                self._files[path] = digest(read_bytes(self._site.root, path))
            except OSError as error:
                self._files[path] = repr(error)
        return self._files.get(path, "")


def _options(config: MkDocsConfig) -> Iterator[object]:
    """All settings; the folder that the site is written to is in no page."""
    yield [(name, value) for name, value in config.items() if name not in ("site_dir", "plugins", "theme", "extra")]
    yield [(name, dict(plugin.config)) for name, plugin in config.plugins.items()]
    yield config.theme.name, config.theme.locale, dict(config.theme), config.extra
    own = [folder for folder in config.theme.dirs if "site-packages" not in folder]  # the others have a version
    yield [read_below(Path(folder), "*.html") for folder in own]


def engine(drawn: str) -> str:
    """The engine itself, and the program that draws formulas and diagrams."""
    return digest(fingerprint(), drawn)
