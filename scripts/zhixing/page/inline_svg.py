"""SVG files inside the page, so that text takes the page's font and colour."""

from __future__ import annotations

import hashlib
import posixpath
import re
from html import escape

from zhixing.page.figure_names import with_names
from zhixing.page.safe_svg import is_safe_svg
from zhixing.page.svg_paths import in_steps
from zhixing.page.words import Words

_ID = re.compile(r'(\sid=")([^"]+)"')
_REFERENCE = re.compile(r'(href="#|url\(#)([^")]+)')
_PROLOGUE = re.compile(r"^.*?(?=<svg[\s>])", re.S)
_ROOT = re.compile(r"<svg([^>]*)>")
_ROLE = re.compile(r'\s(?:role|aria-label)="[^"]*"')
_LIMIT = 400_000  # bytes; a larger drawing is fetched as a picture


def inlined(data: bytes, path: str, alt: str, width: str, height: str, say: Words) -> str:
    """A figure with the drawing in it; "" for one that was not drawn for this (no `currentColor`) or is too large.

    It is called by `alt` or by the words in it; one without words by its file.
    """
    text = data.decode("utf-8", "replace")
    if len(data) > _LIMIT or "currentColor" not in text or "<svg" not in text:
        return ""
    if not is_safe_svg(_PROLOGUE.sub("", text, count=1).strip()):
        return ""
    prefix = "f" + hashlib.sha256(path.encode()).hexdigest()[:6] + "-"
    svg = _PROLOGUE.sub("", text, count=1).strip()
    svg = _REFERENCE.sub(rf"\1{prefix}\2", _ID.sub(rf'\1{prefix}\2"', svg))
    name = alt or ("" if "<text" in svg else posixpath.splitext(posixpath.basename(path))[0].replace("_", " "))
    label = f' aria-label="{escape(name)}"' if name else ""
    size = (f"width:{width}px;" if width else "") + (f"height:{height}px;" if height else "")
    style = f' style="{size}"' if size else ""
    svg = _ROOT.sub(lambda m: f'<svg{_ROLE.sub("", m.group(1))} role="img"{label}{style}>', svg, count=1)
    caption = f"<figcaption>{escape(alt)}</figcaption>" if alt else ""
    drawn = with_names(in_steps(svg), say.figure, say.colon, say.comma)
    return f'<figure class="zx-figure">{drawn}{caption}</figure>'
