"""A host without a site: cards rendered as their pages show them, addresses as the site would give them."""

from __future__ import annotations

from typing import Any

from markdown import Markdown

from zhixing.model import Card, Vault
from zhixing.page.addresses import language_root, page_url
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.study.items import StudyItem
from zhixing.study.pages import page_items
from zhixing.vault.resolve import Index

_EXTENSIONS = (
    *("attr_list", "def_list", "footnotes", "md_in_html", "sane_lists", "tables", "pymdownx.betterem"),
    *("pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.superfences", "pymdownx.tasklist", "pymdownx.tilde"),
)
_OPTIONS: dict[str, dict[str, Any]] = {
    "pymdownx.highlight": {"pygments_lang_class": True, "anchor_linenums": False},
    "pymdownx.tasklist": {"custom_checkbox": True},
    "pymdownx.tilde": {"subscript": False},
}


class DeckHost:
    """The first language stands at the root of the site, each other one in a folder of its own."""

    def __init__(self, vault: Vault, index: Index) -> None:
        self._vault = vault
        self._index = index
        self._default = vault.config.languages[0] if vault.config.languages else ""
        self.files = {self._file_url(path): path for path in vault.files}  # URL from the root of the site → path

    def address(self, path: str, anchor: str) -> str:
        """URL from the root of the site."""
        card = self._vault.cards.get(path)
        url = page_url(card, self._default) if card is not None else self._file_url(path)
        return f"/{url}" + (f"#{anchor}" if anchor else "")

    def tag_address(self, tag: str) -> str:
        """A deck has no lists of tags."""
        return ""

    def read(self, path: str) -> bytes | None:
        """Pictures go along as files, none of them inside the text."""
        return None

    def nested(self, context: Context) -> Markdown:
        """A converter like that of the site."""
        return Markdown(extensions=[*_EXTENSIONS, ZhixingExtension(context)], extension_configs=_OPTIONS)

    def place(self, card: Card) -> tuple[str, str]:
        """URL of a card's page and of its language's root."""
        return page_url(card, self._default), self.root(card.lang)

    def ask(self, card: Card) -> tuple[StudyItem, ...]:
        """What the page of a card asks."""
        return page_items(card, self._index, self)

    def root(self, lang: str) -> str:
        """URL of a language's root, from the root of the site."""
        return language_root(lang, self._default)

    def _file_url(self, path: str) -> str:
        docs = self._vault.config.docs
        inside = path if docs == "." else path.removeprefix(f"{docs}/")
        lang, _, rest = inside.partition("/")
        return self.root(lang) + rest if lang in self._vault.config.languages else inside
