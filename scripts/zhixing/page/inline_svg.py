"""SVG files inside the page, so that text takes the page's font and colour."""

from __future__ import annotations

import hashlib
import posixpath
import re
from html import escape

from zhixing.page.safe_svg import is_safe_svg
from zhixing.page.svg_paths import in_steps

_ID = re.compile(r'(\sid=")([^"]+)"')
_REFERENCE = re.compile(r'(href="#|url\(#)([^")]+)')
_PROLOGUE = re.compile(r"^.*?(?=<svg[\s>])", re.S)
_ROOT = re.compile(r"<svg([^>]*)>")
_ROLE = re.compile(r'\s(?:role|aria-label)="[^"]*"')
_LIMIT = 400_000  # bytes; a larger drawing is fetched as a picture


def inlined(data: bytes, path: str, alt: str, width: str, height: str) -> str:
    """A figure with the drawing in it; "" for one that was not drawn for this (no `currentColor`) or is too large."""
    text = data.decode("utf-8", "replace")
    if len(data) > _LIMIT or "currentColor" not in text or "<svg" not in text:
        return ""
    if not is_safe_svg(_PROLOGUE.sub("", text, count=1).strip()):
        return ""
    prefix = "f" + hashlib.sha256(path.encode()).hexdigest()[:6] + "-"
    svg = _PROLOGUE.sub("", text, count=1).strip()
    svg = _REFERENCE.sub(rf"\1{prefix}\2", _ID.sub(rf'\1{prefix}\2"', svg))
    label = escape(alt or posixpath.splitext(posixpath.basename(path))[0].replace("_", " ").replace("-", " "))
    size = (f"width:{width}px;" if width else "") + (f"height:{height}px;" if height else "")
    style = f' style="{size}"' if size else ""
    svg = _ROOT.sub(lambda m: f'<svg{_ROLE.sub("", m.group(1))} role="img" aria-label="{label}"{style}>', svg, count=1)
    caption = f"<figcaption>{escape(alt)}</figcaption>" if alt else ""
    return f'<figure class="zx-figure">{in_steps(svg)}{caption}</figure>'
