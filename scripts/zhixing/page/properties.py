"""Front matter as Obsidian shows it above a note: a table of names and values."""

from __future__ import annotations

import json
import re
from html import escape

from zhixing.model import Link, Span
from zhixing.page.context import Context
from zhixing.page.inline import link_text
from zhixing.page.words import words
from zhixing.syntax.comments import hidden_value
from zhixing.syntax.inline import is_placeholder, split_target
from zhixing.vault.resolve import WITHHELD, Target

# They speak to programs: whether and where the note is published, how it looks.
_FOR_PROGRAMS = frozenset(
    ("publish", "draft", "search", "permalink", "cssclass", "cssclasses", "template", "hide", "icon", "status", "title")
)
_TAGS = ("tags", "tag")
_WIKI = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_ADDRESS = re.compile(r"https?://\S+")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_SHOWN = 2_000  # characters of one value


def properties_html(context: Context) -> str:
    """The table; "" if the front matter names nothing to show."""
    written = context.card.front.written
    rows = [
        f'<tr><th scope="row">{escape(key)}</th><td>{_cell(context, key, hidden_value(value))}</td></tr>\n'
        for key, value in written.items()
        if key.casefold() not in _FOR_PROGRAMS
    ]
    if not rows:
        return ""
    summary = words(context.card.lang).properties
    table = f'<table class="zx-table">\n<tbody>\n{"".join(rows)}</tbody>\n</table>'
    return f'<details class="zx-properties" data-search-exclude open><summary>{summary}</summary>\n{table}\n</details>'


def _cell(context: Context, key: str, value: object) -> str:
    if key in _TAGS:
        return " ".join(_tag(context, tag) for tag in context.card.front.tags)
    if isinstance(value, list):
        items = "".join(f"<li>{_value(context, key, item)}</li>" for item in value)
        return f"<ul>{items}</ul>" if items else ""
    return _value(context, key, value)


def _tag(context: Context, tag: str) -> str:
    address = context.host.tag_address(tag)
    name = f"#{escape(tag)}"
    return (
        f'<a class="zx-tag" href="{escape(address)}">{name}</a>' if address else f'<span class="zx-tag">{name}</span>'
    )


def _value(context: Context, key: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        ticked = ' checked=""' if value else ""
        return f'<input type="checkbox" disabled="" aria-label="{escape(key)}"{ticked}>'
    if isinstance(value, (dict, list)):
        return f"<code>{escape(json.dumps(value, ensure_ascii=False, default=str)[:_SHOWN])}</code>"
    text = str(value).strip()
    wiki = _WIKI.fullmatch(text)
    if wiki is not None and not is_placeholder(text):
        return _link(context, wiki.group(1))
    if _ADDRESS.fullmatch(text):
        return f'<a href="{escape(text)}">{escape(text)}</a>'
    if _DATE.fullmatch(text):
        return f'<time datetime="{escape(text)}">{escape(text.replace("T", " "))}</time>'
    return escape(text[:_SHOWN])


def _link(context: Context, inner: str) -> str:
    target, fragment, text = split_target(inner)
    link = Link(Span(context.card.path, 0), target, fragment, text, True, False)
    found = context.index.follow(link, context.card)
    if isinstance(found, Target):
        shown = text or link_text(target, fragment, found, context.card.lang)
        return f'<a class="wikilink" href="{escape(context.address(found))}">{escape(shown)}</a>'
    if found.code == WITHHELD:
        return escape(text or target)
    return f'<span class="zx-broken" title="{escape(found.problem)}">{escape(text or target)}</span>'
