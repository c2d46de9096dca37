"""An Atom feed of the cards that were changed last. The days are git's, so the same history gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from zhixing.page.addresses import absolute

NAME = "feed.xml"
_MOST = 30


class Change(NamedTuple):
    """A card: its URL from the root of the site, the day it was last changed, and what it is about."""

    url: str
    day: str
    title: str
    about: str
    category: str = ""


def feed(site: str, root: str, name: str, lang: str, changes: Iterable[Change]) -> str:
    """The feed of one language, "" if nothing has a day; `root` is the URL of the language's home."""
    known = sorted((change for change in changes if change.day), key=lambda change: change.url)
    last = sorted(known, key=lambda change: change.day, reverse=True)[:_MOST]
    if not last:
        return ""
    home = absolute(site, root)
    head = (
        f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{escape(lang or "en")}">\n'
        f"<title>{escape(name)}</title>\n<id>{escape(home)}</id>\n<updated>{_moment(last[0].day)}</updated>\n"
        f'<link rel="alternate" type="text/html" href="{escape(home)}"/>\n'
        f'<link rel="self" type="application/atom+xml" href="{escape(absolute(site, root + NAME))}"/>\n'
        f"<author><name>{escape(name)}</name></author>\n"
    )
    return f"{head}{''.join(_entry(site, change) for change in last)}</feed>\n"


def _entry(site: str, change: Change) -> str:
    url = escape(absolute(site, change.url))
    category = f'<category term="{escape(change.category)}"/>' if change.category else ""
    return (
        f"<entry><title>{escape(change.title)}</title><id>{url}</id><updated>{_moment(change.day)}</updated>"
        f'<link rel="alternate" type="text/html" href="{url}"/>{category}<summary>{escape(change.about)}</summary></entry>\n'
    )


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"
