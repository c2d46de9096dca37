"""Diagrams of finished HTML: mermaid's text becomes a picture or a list; what the build cannot draw, the browser does."""

from __future__ import annotations

import re
from html import unescape

from zhixing.page.drawing import Wanted
from zhixing.page.formulas import Draw

_MERMAID = re.compile(r'<pre class="mermaid"><code>(?P<text>.*?)</code></pre>', re.S)  # as superfences writes it


def with_diagrams(html: str, draw: Draw) -> str:
    """HTML with its diagrams drawn."""
    if '<pre class="mermaid">' not in html:
        return html
    drawn = draw(_wanted(match) for match in _MERMAID.finditer(html))
    return _MERMAID.sub(lambda match: drawn[_wanted(match)].html or match[0], html)


def _wanted(match: re.Match[str]) -> Wanted:
    return Wanted("mermaid", unescape(match["text"]))
