"""Addresses in the HTML of a note that lead into its vault: `<a href="Note.md">`, `<img src="picture.png">`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from zhixing.syntax import inline

_TAG = re.compile(r"""<(?:a|img|video|audio|source)\s(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*>""", re.I)
_VALUE = re.compile(r"""\s([\w:-]+)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=`]+))""")
_ADDRESSES = ("href", "src", "poster")
_FILE = re.compile(r"[^/]\.(?!html?$|php$)[a-z0-9]{1,8}$", re.I)  # a page of a site has its address from elsewhere


class HtmlLink(NamedTuple):
    """An address, where it stands in the text, and whether what it names is shown in its place."""

    target: str
    fragment: str
    start: int
    end: int
    embed: bool


def in_html(text: str) -> Iterator[HtmlLink]:
    """The addresses in a text that is HTML."""
    for tag in _TAG.finditer(text):
        yield from _in_tag(text, tag.start(), tag.end())


def in_words(text: str) -> Iterator[HtmlLink]:
    """The addresses in a paragraph: none that stands in code."""
    for piece in inline.pieces(text):
        if piece.lastgroup == "html" and _TAG.fullmatch(piece.group()):
            yield from _in_tag(text, piece.start(), piece.end())


def _in_tag(text: str, start: int, end: int) -> Iterator[HtmlLink]:
    for value in _VALUE.finditer(text, start, end):
        group = next((number for number in (2, 3, 4) if value[number] and value[1].lower() in _ADDRESSES), 0)
        parts = inline.split_destination(unescape(value[group])) if group else None
        if parts is not None and _FILE.search(parts[0]):
            yield HtmlLink(*parts, *value.span(group), value[1].lower() != "href")
