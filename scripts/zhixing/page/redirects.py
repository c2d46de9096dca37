"""Pages that lead on: at the address a card had before it was renamed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from html import escape

from zhixing.model import Card
from zhixing.page.words import words
from zhixing.vault.rename import redirects

_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<title>{title}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="{to}">
<meta http-equiv="refresh" content="0; url={to}">
<p>{words} <a href="{to}">{title}</a></p>
</html>
"""


def redirect_files(pages: Iterable[tuple[Card, str]]) -> Iterator[tuple[str, str]]:
    """File and text of each such page; `pages` are the published cards with their addresses, which it never replaces."""
    pages = list(pages)
    taken = {url for _, url in pages}
    for card, url in pages:
        for key in redirects(card):
            for end, file in (("/", "/index.html"), (".html", ".html")):
                if not url.endswith(card.key + end):
                    continue
                root = url[: -len(card.key + end)]
                old = root + key + end
                if old not in taken:
                    to = posixpath.relpath(url, old if end == "/" else posixpath.dirname(old) or ".")
                    to = f"{to}/" if end == "/" else to
                    taken.add(old)
                    values = {"lang": card.lang or "en", "title": escape(card.title), "to": escape(to)}
                    yield root + key + file, _PAGE.format(**values, words=escape(words(card.lang).moved))
