"""`![[…]]` → HTML: a note, a section, a block, a picture or another file, shown inside the page."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from html import escape

from zhixing.page import inline_svg
from zhixing.page.context import Context
from zhixing.page.words import words
from zhixing.syntax.slug import plain
from zhixing.vault import section
from zhixing.vault.resolve import Target

_SIZE = re.compile(r"(\d+)(?:x(\d+))?")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".avif", ".svg")
_AUDIO = (".mp3", ".wav", ".m4a", ".ogg", ".3gp", ".flac")
_VIDEO = (".mp4", ".webm", ".ogv", ".mov", ".mkv")
_DEPTH = 5


def is_block(target: Target) -> bool:
    """Whether the embed is shown as a block of its own, not within a line of text."""
    return target.card is not None or not target.path.lower().endswith(_IMAGES) or target.path.lower().endswith(".svg")


def render(context: Context, target: Target, fragment: str, text: str) -> str:
    """The embedded thing as HTML."""
    if target.card is not None:
        return _note(context, target)
    url = escape(context.host.address(target.path, ""))
    lower = target.path.lower()
    alt, width, height = parse_size(text)
    if lower.endswith(".svg"):
        data = context.host.read(target.path)
        drawn = inline_svg.inlined(data, target.path, alt, width, height) if data else ""
        return drawn or f'<figure class="zx-figure">{_image(url, target.path, alt, width, height)}</figure>'
    if lower.endswith(_IMAGES):
        return _image(url, target.path, alt, width, height)
    if lower.endswith(_AUDIO):
        return f'<audio class="zx-media" controls preload="metadata" src="{url}"></audio>'
    if lower.endswith(_VIDEO):
        return f'<video class="zx-media" controls preload="metadata" src="{url}"></video>'
    name = escape(posixpath.basename(target.path))
    if lower.endswith(".pdf"):
        page = f"#{escape(fragment)}" if fragment else ""
        link = f'<a href="{url}">{name}</a>'
        size = f' width="{width or "100%"}" height="{height or 600}"'
        return f'<object class="zx-pdf" type="application/pdf" data="{url}{page}"{size}><p>{link}</p></object>'
    return f'<p><a class="zx-file" href="{url}">{name}</a></p>'


def parse_size(text: str) -> tuple[str, str, str]:
    """`alt|300x200` → alt text, width and height."""
    head, _, last = text.rpartition("|")
    size = _SIZE.fullmatch(last.strip())
    if size is None:
        return text.strip(), "", ""
    return head.strip(), size.group(1), size.group(2) or ""


def _image(url: str, path: str, alt: str, width: str, height: str) -> str:
    size = (f' width="{width}"' if width else "") + (f' height="{height}"' if height else "")
    alt = escape(alt or posixpath.splitext(posixpath.basename(path))[0].replace("_", " "))
    return f'<img class="zx-image" src="{url}" alt="{alt}"{size} loading="lazy">'


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
