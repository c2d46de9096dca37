"""MkDocs as the rooms below see it: the page's host, which knows addresses, and the host of what is studied."""

from __future__ import annotations

from typing import Any

from markdown import Markdown
from mkdocs.utils import get_relative_url

from zhixing.hosts.mkdocs.site import Site
from zhixing.model import Card
from zhixing.page import index_pages
from zhixing.page.addresses import language_root
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.study.deck import category_of
from zhixing.study.items import StudyItem
from zhixing.study.pages import page_items
from zhixing.study.sheets import sheet_uri
from zhixing.vault import read


class SiteHost:
    """All addresses are seen from the page that is being rendered."""

    def __init__(self, site: Site, extension: ZhixingExtension) -> None:
        self._site = site
        self._extension = extension
        self.page = ""  # URL of the page that is being rendered, from the root of the site

    def address(self, path: str, anchor: str) -> str:
        """URL of a file of the vault."""
        url = self._site.addresses.get(path)
        return "" if url is None else self._relative(url) + (f"#{anchor}" if anchor else "")

    def tag_address(self, tag: str) -> str:
        """URL of a tag's cards."""
        return self._group_address(index_pages.TAGS, tag)

    def category_address(self, category: str) -> str:
        """URL of a category's cards."""
        return self._group_address(index_pages.CATEGORIES, category)

    def module_address(self, name: str, line: int) -> str:
        """URL of a line of a module."""
        end = "" if self._site.config.use_directory_urls else "index.html"
        return f"{self._relative(f'{self._site.workshop.package}/{name}/{end}')}#L{line}"

    def sheet_address(self, card: Card) -> str:
        """URL of the sheet of questions of the category of a card."""
        end = "" if self._site.config.use_directory_urls else "index.html"
        uri = sheet_uri(language_root(card.lang, self._site.default), category_of(card).id)
        return self._relative(f"{uri}{end}")

    def task_address(self, module: str, name: str, lang: str) -> str:
        """URL of the task that a definition is; "" if it is none."""
        place = self._site.tasks.place(module, name, lang)
        return self.address(place[0], "") + place[1] if place else ""

    def read(self, path: str) -> bytes | None:
        """Bytes of a file of the vault."""
        try:
            return read.read_bytes(self._site.root, path)
        except OSError as error:
            self._site.say_uncopied(self._site.uri(path), error)
            return None

    def nested(self, context: Context) -> Markdown:
        """A converter with the same extensions."""
        config = self._site.config
        extensions: list[Any] = [e for e in config.markdown_extensions if e is not self._extension]  # type: ignore[comparison-overlap]
        return Markdown(extensions=[*extensions, ZhixingExtension(context)], extension_configs=config.mdx_configs)

    def place(self, card: Card) -> tuple[str, str] | None:
        """URL of a card's page and of its language's root."""
        url = self._site.addresses.get(card.path)
        return None if url is None else (url, language_root(card.lang, self._site.default))

    def ask(self, card: Card) -> tuple[StudyItem, ...]:
        """What the page of a card asks, if this build did not render it."""
        self.page = self._site.addresses.get(card.path, "")
        return page_items(card, self._site.index, self)

    def _group_address(self, kind: str, name: str) -> str:
        context = self._extension.context
        lang = context.card.lang if context else ""
        url = next((url for index, url in self._site.indexes.values() if (index.lang, index.kind) == (lang, kind)), "")
        return f"{self._relative(url)}#{index_pages.group_anchor(name)}" if url else ""

    def _relative(self, url: str) -> str:
        return get_relative_url(url, self.page)
