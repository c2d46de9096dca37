"""Where a site with a folder for each page has the pages of each language: the default one at the root."""

from __future__ import annotations

import posixpath
from urllib.parse import quote, unquote

from zhixing.model import Card

_FIRST_PAGES = ("index", "README", "readme")


def language_root(lang: str, default: str) -> str:
    """URL of a language's root, from the root of the site."""
    return f"{lang}/" if lang and lang != default else ""


def page_url(card: Card, default: str) -> str:
    """URL of a card's page, from the root of the site."""
    name = posixpath.basename(card.key)
    folder = posixpath.dirname(card.key) if name in _FIRST_PAGES else card.key
    return language_root(card.lang, default) + (f"{folder}/" if folder else "")


def absolute(site: str, url: str) -> str:
    """The whole address of a file of the site; `site` is the address of its root, with a slash at the end."""
    return site + quote(unquote(url.removeprefix("./")), safe="/:@!$&'()*+,;=~")
