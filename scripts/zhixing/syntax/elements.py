"""HTML elements of a note: those that are opened and never closed, or closed and never opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from zhixing.syntax import inline
from zhixing.syntax.slips import Slip

_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)>""")
# What HTML closes by itself (`<p>`, `<li>`, `<td>`) or has no end (`<br>`) is not asked for.
_PAIRED = frozenset([
    "a", "abbr", "address", "article", "aside", "audio", "b", "bdi", "bdo", "blockquote", "button", "caption",
    "center", "cite", "code", "del", "details", "dfn", "div", "dl", "em", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "i", "iframe", "ins", "kbd", "label", "legend",
    "main", "mark", "math", "nav", "object", "ol", "pre", "q", "s", "samp", "section", "select", "small", "span",
    "strong", "sub", "summary", "sup", "svg", "table", "textarea", "time", "u", "ul", "var", "video",
])  # fmt: skip

Tag = tuple[str, bool, int]  # name, whether it ends the element, line


def tags(html: str, line: int, *, block: bool) -> Iterator[Tag]:
    """The tags of one text in their order; in a paragraph none that stands in code."""
    found = (
        _TAG.finditer(html)
        if block
        else (
            tag
            for piece in inline.pieces(html)
            if piece.lastgroup == "html" and (tag := _TAG.match(html, piece.start()))
        )
    )
    counted = 0
    for tag in found:
        name = tag[2].lower()
        if name in _PAIRED and not tag[3].rstrip().endswith("/"):
            line, counted = line + html.count("\n", counted, tag.start()), tag.start()
            yield name, bool(tag[1]), line


def unpaired(found: Iterable[Tag]) -> Iterator[Slip]:
    """The tags that have no other; what a wrong order tears apart is told once."""
    opened: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    torn: Counter[str] = Counter()
    for name, ends, line in found:
        if not ends:
            opened.append((name, line))
            waiting[name] += 1
        elif waiting[name]:
            while opened[-1][0] != name:
                inner, where = opened.pop()
                waiting[inner] -= 1
                torn[inner] += 1
                yield Slip(where, "F061", f"<{inner}> is never closed", f"close it with </{inner}> before </{name}>")
            opened.pop()
            waiting[name] -= 1
        elif torn[name]:
            torn[name] -= 1
        else:
            yield Slip(line, "F061", f"</{name}> closes nothing", f"open it with <{name}>, or delete it")
    for name, line in opened:
        yield Slip(line, "F061", f"<{name}> is never closed", f"close it with </{name}>")
