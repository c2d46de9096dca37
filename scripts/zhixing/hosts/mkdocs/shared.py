"""What a site that knows its address tells the rest of the web: pictures of its pages, feeds, the list of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from mkdocs.structure.pages import Page

from zhixing.hosts.mkdocs import escaped
from zhixing.hosts.mkdocs.site import Site, log
from zhixing.model import Card
from zhixing.page import assets, feed, share_images
from zhixing.page.addresses import absolute, language_root
from zhixing.page.feed import Change
from zhixing.page.kept import MissingError
from zhixing.page.share_images import Picture, picture_of, picture_uri
from zhixing.page.site_files import SiteFile
from zhixing.page.sitemap import Listed, in_languages, sitemap
from zhixing.page.text import description, name_in_text
from zhixing.page.words import words
from zhixing.syntax.notebook import stored_path
from zhixing.vault.config import is_card
from zhixing.vault.published import is_searched


class Shared:
    """One whole build. A server has an address of its own and none of this: it is not for others to see."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._pictures: set[str] = set()  # addresses of those that were drawn
        self._feeds: dict[str, str] = {}  # language → address

    @property
    def told(self) -> object:
        """What the heads of all pages choose from."""
        return self._url, sorted(self._pictures), self._feeds

    @property
    def _url(self) -> str:
        return "" if self._site.is_server else str(self._site.config.site_url or "")

    def files(self) -> Iterator[SiteFile]:
        """Pictures and feed of the language that is being built."""
        if self._url:
            yield from self._drawn()
            yield from self._feed()

    def _own(self) -> list[Card]:
        """The cards that others may find, of the language that is being built; without one, all."""
        site = self._site
        return [
            card
            for path, card in site.vault.cards.items()
            if path in site.addresses and is_searched(card) and card.lang in ("", site.language or card.lang)
        ]

    def _is_card(self, card: Card) -> bool:
        config = self._site.vault.config
        return config.profile != "cards" or is_card(card, config)

    @cached_property
    def _cards(self) -> dict[str, dict[str, Card]]:
        """Key of a card → the card in each language."""
        found: dict[str, dict[str, Card]] = {}
        for path, card in self._site.vault.cards.items():
            if card.lang and path in self._site.addresses:
                found.setdefault(card.key, {})[card.lang] = card
        return found

    def _twin(self, card: Card) -> Card | None:
        """The card in the first other language."""
        same = self._cards.get(card.key, {}) if card.lang else {}
        return next(
            (same[lang] for lang in self._site.vault.config.languages if lang in same and lang != card.lang), None
        )

    def _pages(self, card: Card) -> dict[str, str]:
        """Language → URL of a card's page."""
        same = self._cards.get(card.key, {}) if card.lang else {}
        return {lang: self._site.addresses[one.path] for lang, one in same.items() if is_searched(one)}

    def _drawn(self) -> Iterator[SiteFile]:
        site, config = self._site, self._site.config
        cards = [card for card in self._own() if self._is_card(card)]
        most = site.vault.config.share_images
        if not most or not (assets.WEB / "share").is_dir() or not site.is_material:
            return
        about = Picture(config.site_name, (config.site_name,), about=config.site_description or "")
        wanted = {picture_uri(site.language, ""): about._replace(site="")}
        if len(cards) <= most:
            for card in cards:
                drawn = picture_of(card, config.site_name, self._twin(card), site.index.terms)
                wanted[picture_uri(card.lang, card.key)] = drawn
        else:
            log.info(f"{len(cards)} cards share one picture; option share_images allows {most}")
        try:
            made = share_images.draw(wanted, assets.asset_cache())
        except (MissingError, OSError) as error:
            log.info(f"pages have no pictures of their own: {' '.join(str(error).split())}")
            return
        self._pictures.update(made)
        yield from made.items()

    def _feed(self) -> Iterator[SiteFile]:
        site = self._site
        changes = [self._change(card) for card in self._own() if self._is_card(card)]
        root = language_root(site.language, site.default)
        text = feed.feed(self._url, root, site.config.site_name, site.language, changes)
        if text:
            self._feeds[site.language] = root + feed.NAME
            yield root + feed.NAME, text

    def _change(self, card: Card) -> Change:
        url, category = self._site.addresses[card.path], card.front.category
        about = description(card, card.body)
        return Change(url, self._day(card), name_in_text(card), about, words(card.lang).named.get(category, category))

    def _day(self, card: Card) -> str:
        return self._site.changed.get(stored_path(card.path) if card.is_notebook else card.path, "")

    def sitemap(self) -> str:
        """All pages of all languages that have been built so far."""
        site = self._site
        found = [
            Listed(site.addresses[path], self._day(card), self._pages(card))
            for path, card in site.vault.cards.items()
            if path in site.addresses and is_searched(card)
        ]
        kinds: dict[str, dict[str, str]] = {}
        for index, url in site.indexes.values():
            kinds.setdefault(index.kind, {})[index.lang] = url
        found += [Listed(url, "", kinds[index.kind]) for index, url in site.indexes.values()]
        return sitemap(self._url, found, self._default)

    @property
    def _default(self) -> str:
        languages = self._site.vault.config.languages
        return self._site.default or (languages[0] if languages else "")

    def names(self, page: Page) -> dict[str, Any]:
        """What the head of a page says to others; nothing where the site does not know its address."""
        site, card = self._site, self._site.card(page)
        if not self._url:
            return {}
        lang = card.lang if card else site.language
        key = card.key if card else ""
        picture = next((uri for uri in (picture_uri(lang, key), picture_uri(lang, "")) if uri in self._pictures), "")
        title = name_in_text(card) if card else str(page.title or site.config.site_name)
        is_own = card is not None and self._is_card(card)
        return {
            "zx_share": {
                "title": escaped.words(title) if card else title,
                "kind": "article" if is_own else "website",
                "changed": self._day(card) if card and is_own else "",
                "locale": {"en": "en_US", "zh": "zh_CN"}.get(lang, lang),
                "image": absolute(self._url, picture) if picture else "",
                "width": share_images.WIDTH,
                "height": share_images.HEIGHT,
            },
            "zx_languages": in_languages(self._url, self._twins(page, card), self._default),
            "zx_feed": self._feeds.get(lang, ""),
            "zx_hidden": card is not None and not is_searched(card),
        }

    def _twins(self, page: Page, card: Card | None) -> dict[str, str]:
        """Language → URL of a page that is in several."""
        if card is not None:
            return self._pages(card)
        indexes = self._site.indexes
        if page.file.src_uri not in indexes:
            return {}
        kind = indexes[page.file.src_uri][0].kind
        return {index.lang: url for index, url in indexes.values() if index.kind == kind}
