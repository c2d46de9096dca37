"""`![[…]]` → HTML: a note, a section, a block, a picture or another file, shown inside the page."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from html import escape

from zhixing.model import Card
from zhixing.page import inline_svg
from zhixing.page.canvas import canvas_html
from zhixing.page.context import Context
from zhixing.page.text import page_title
from zhixing.page.words import words
from zhixing.syntax.slug import plain
from zhixing.vault import section
from zhixing.vault.published import AUDIO, IMAGES, VIDEO
from zhixing.vault.resolve import Target

_SIZE = re.compile(r"(\d+)(?:x(\d+))?")
_PART = re.compile(r"(page|t|height|zoom|view|toolbar)=([\w.,:+-]*)")  # what a browser understands of an address
_DEPTH = 5


def is_block(target: Target) -> bool:
    """Whether the embed is shown as a block of its own, not within a line of text."""
    return target.card is not None or not target.path.lower().endswith(IMAGES) or target.path.lower().endswith(".svg")


def is_shown_otherwise(target: Target) -> bool:
    """Whether the target of a Markdown picture is none: a film, a sound, a document, a note."""
    return target.card is not None or target.path.lower().endswith((*AUDIO, *VIDEO, ".pdf"))


def render(context: Context, target: Target, fragment: str, text: str) -> str:
    """The embedded thing as HTML."""
    if target.card is not None and target.card.is_canvas:
        return _canvas(context, target.card)
    if target.card is not None:
        return _note(context, target)
    url = escape(context.host.address(target.path, ""))
    lower = target.path.lower()
    alt, width, height = parse_size(text)
    if lower.endswith(".svg"):
        data = context.host.read(target.path)
        say = words(context.card.lang)
        drawn = inline_svg.inlined(data, target.path, alt, width, height, say) if data else ""
        return drawn or f'<figure class="zx-figure">{_image(url, target.path, alt, width, height)}</figure>'
    if lower.endswith(IMAGES):
        return _image(url, target.path, alt, width, height)
    part = escape(place_in(target.path, fragment))
    size = _size(width, height)
    if lower.endswith(AUDIO):
        return f'<audio class="zx-media" controls preload="metadata" src="{url}{part}"></audio>'
    if lower.endswith(VIDEO):
        return f'<video class="zx-media" controls preload="metadata" src="{url}{part}"{size}></video>'
    name = escape(posixpath.basename(target.path))
    if lower.endswith(".pdf"):
        link = f'<a href="{url}{part}">{name}</a>'
        asked = dict(_PART.findall(fragment)).get("height", "")
        size = _size(width or "100%", height or (asked if asked.isdigit() else "") or "600")
        return f'<object class="zx-pdf" type="application/pdf" data="{url}{part}"{size}><p>{link}</p></object>'
    return f'<p><a class="zx-file" href="{url}">{name}</a></p>'


def place_in(path: str, fragment: str) -> str:
    """What of a link's `#…` is a place in a file that is no note: the page of a PDF, the second of a film."""
    lower = path.lower()
    known = ("page", "zoom", "view", "toolbar") if lower.endswith(".pdf") else ("t",)
    if not lower.endswith((".pdf", *AUDIO, *VIDEO)):
        return ""
    parts = [f"{name}={value}" for name, value in _PART.findall(fragment) if name in known and value]
    return f"#{'&'.join(parts)}" if parts else ""


def _size(width: str, height: str) -> str:
    return (f' width="{width}"' if width else "") + (f' height="{height}"' if height else "")


def parse_size(text: str) -> tuple[str, str, str]:
    """`alt|300x200` → alt text, width and height."""
    head, _, last = text.rpartition("|")
    size = _SIZE.fullmatch(last.strip())
    if size is None:
        return text.strip(), "", ""
    return head.strip(), size.group(1), size.group(2) or ""


def _image(url: str, path: str, alt: str, width: str, height: str) -> str:
    size = _size(width, height)
    alt = escape(alt or posixpath.splitext(posixpath.basename(path))[0].replace("_", " "))
    return f'<img class="zx-image" src="{url}" alt="{alt}"{size} loading="lazy">'


def _canvas(context: Context, card: Card) -> str:
    url = escape(context.host.address(card.path, ""))
    link = f'<p class="zx-embed-title"><a href="{url}">{escape(page_title(card))}</a></p>'
    drawn = "" if card.path in context.trail else canvas_html(context, card, render)
    return f'<div class="zx-embed">{link}\n{drawn}</div>'


def _note(context: Context, target: Target) -> str:
    card = target.card
    assert card is not None
    title = plain(target.heading.text if target.heading else card.title)
    url = escape(context.host.address(target.path, target.anchor))
    link = f'<p class="zx-embed-title"><a href="{url}">{escape(title)}</a></p>'
    trail = (*(context.trail or (context.card.path,)), target.part)
    if target.part in trail[:-1] or len(trail) > _DEPTH:
        note = escape(words(context.card.lang).embed_cycle.format(title))
        return f'<div class="zx-embed">{link}<p class="zx-embed-cycle">{note}</p></div>'
    text, offset = section.excerpt(card, target)
    inner = replace(context, card=card, offset=offset, trail=trail, furniture=None, finished=None)
    html = context.host.nested(inner).convert(text)
    return f'<div class="zx-embed">{link}\n{html}\n</div>'
