"""HTML of a note whose addresses lead where they lead in the vault: a page does not stand where its note does."""

from __future__ import annotations

from html import escape

from zhixing.page.context import Context
from zhixing.syntax.html_links import in_html
from zhixing.vault.resolve import WITHHELD, Target, Unresolved


def with_addresses(context: Context, html: str) -> str:
    """The same HTML; what is not published is not named in it, and what is not there stays as it is written."""
    if "=" not in html:
        return html
    out, done = [], 0
    for link in in_html(html):
        found = context.resolve(link.target, link.fragment, wiki=False, embed=link.embed)
        if isinstance(found, Unresolved) and link.fragment:  # the note is there, its heading is not
            found = context.resolve(link.target, "", wiki=False, embed=link.embed)
        if isinstance(found, Target) and (link.embed and found.card):
            continue
        if isinstance(found, Unresolved) and found.code != WITHHELD:
            continue
        nowhere = "" if link.embed else "#"
        out += [html[done : link.start], escape(context.address(found)) if isinstance(found, Target) else nowhere]
        done = link.end
    return "".join([*out, html[done:]])
