"""The Content-Security-Policy of a page: nothing runs but the site's own scripts, nothing is fetched from another host."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape

DIRECTIVES = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # WebAssembly: Python in the page
    "style-src": "'self' 'unsafe-inline'",  # a width, a colour; styles are data here, no code
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "media-src": "'self' data: blob:",
    "connect-src": "'self' data: blob:",
    "worker-src": "'self' blob:",
    "object-src": "'self'",  # a PDF of the vault
    "frame-src": "'none'",
    "form-action": "'self'",
    "base-uri": "'none'",
}
_SCRIPT = re.compile(r"<script\b(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S | re.I)
_NOT_INLINE = re.compile(r"\bsrc\s*=|\btype\s*=\s*[\"']?(?:application/(?:ld\+)?json|text/plain)", re.I)
_START = re.compile(r"<head[^>]*>(?:\s*<meta charset=[^>]*>)?", re.I)


def with_policy(page: str, content: str | None) -> str:
    """The page with its policy. Scripts of the template are allowed by their hash, none that stands in `content` is.

    A page that is a template and nothing else has no content.
    """
    around = page if content is None else _without(page, content)
    codes = [match["code"] for match in _SCRIPT.finditer(around) if not _NOT_INLINE.search(match["attributes"])]
    hashes = sorted({_hash(code) for code in codes})
    directives = {**DIRECTIVES, "script-src": " ".join([DIRECTIVES["script-src"], *hashes])}
    words = "; ".join(f"{name} {value}" for name, value in directives.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(words).replace("&#x27;", chr(39))}">'
    return _START.sub(lambda match: f"{match.group()}{meta}", page, count=1)


def _without(page: str, content: str) -> str:
    if content and content in page:
        return page.replace(content, "", 1)
    start, end = page.find("<article"), page.rfind("</article>")
    return page[:start] + page[end:] if 0 <= start < end else page


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.replace("\r\n", "\n").encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
