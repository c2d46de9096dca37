"""Tables in a frame that scrolls, as the theme's script would put them there once the page is shown."""

from __future__ import annotations

import re

_TABLE = re.compile(r"<table(?![^>]*\sclass=)(?:\s[^>]*)?>.*?</table>", re.S)
_INNER = re.compile(r"<table\b")


def with_frames(html: str) -> str:
    """The HTML of a page; a table that has a class, or holds another table, stays as it is."""
    return _TABLE.sub(_framed, html) if "<table" in html else html


def _framed(match: re.Match[str]) -> str:
    table = match.group()
    if len(_INNER.findall(table)) > 1:
        return table
    return f'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">{table}</div></div>'
