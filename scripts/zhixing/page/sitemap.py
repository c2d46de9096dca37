"""The list of pages for search engines: each with the day of its last change and with its twins in other languages."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from zhixing.page.addresses import absolute

NAME = "sitemap.xml"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)


def packed(data: bytes) -> bytes:
    """The file as some ask for it, without the moment at which it was packed."""
    return gzip.compress(data, mtime=0)


class Listed(NamedTuple):
    """A page: its URL from the root of the site, the day it was last changed ("" if nobody knows), and all languages it is in."""

    url: str
    day: str = ""
    twins: Mapping[str, str] = {}  # language → URL, the page's own among them


def in_languages(site: str, twins: Mapping[str, str], default: str) -> list[tuple[str, str]]:
    """Language and whole address of a page and its twins; `x-default` is for readers of no language among them."""
    if len(twins) < 2:
        return []
    found = [(lang, absolute(site, url)) for lang, url in sorted(twins.items())]
    return [*found, ("x-default", absolute(site, twins[default]))] if default in twins else found


def sitemap(site: str, pages: Iterable[Listed], default: str) -> str:
    """The whole file, sorted; without the address of the site it lists nothing, as only whole addresses mean anything."""
    listed = sorted(pages, key=lambda page: page.url) if site else []
    return f"{_HEAD}{''.join(_entry(site, page, default) for page in listed)}</urlset>\n"


def _entry(site: str, page: Listed, default: str) -> str:
    lines = [f"<loc>{escape(absolute(site, page.url))}</loc>"]
    if page.day:
        lines.append(f"<lastmod>{page.day}</lastmod>")
    lines += [
        f'<xhtml:link rel="alternate" hreflang="{escape(lang)}" href="{escape(url)}"/>'
        for lang, url in in_languages(site, page.twins, default)
    ]
    return f"<url>{''.join(lines)}</url>\n"
