"""HTML elements of a note: those that are opened and never closed, or closed and never opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

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
_OTHERS = frozenset([
    "acronym", "area", "base", "basefont", "bdo", "big", "blink", "body", "br", "canvas", "col", "colgroup", "data",
    "datalist", "dd", "dialog", "dir", "dt", "embed", "frame", "frameset", "head", "hgroup", "hr", "html", "img",
    "input", "keygen", "li", "link", "map", "marquee", "menu", "meta", "meter", "nobr", "noembed", "noframes",
    "noscript", "optgroup", "option", "output", "p", "param", "picture", "plaintext", "progress", "rb", "rp", "rt",
    "rtc", "ruby", "script", "search", "slot", "source", "strike", "style", "tbody", "td", "template", "tfoot", "th",
    "thead", "title", "tr", "track", "tt", "wbr", "xmp", "image",
])  # fmt: skip
_BLIND = ("svg", "math")  # elements of other languages stand in them

_SHOWN = 60

Tag = tuple[str, bool, int]  # name, whether it ends the element, line


def tags(html: str, line: int, *, block: bool) -> Iterator[Tag]:
    """The tags of one text in their order; in a paragraph none that stands in code."""
    counted = 0
    for tag in _tags(html, block=block):
        name = tag[2].lower()
        if name in _PAIRED and not tag[3].rstrip().endswith("/"):
            line, counted = line + html.count("\n", counted, tag.start()), tag.start()
            yield name, bool(tag[1]), line


def _tags(html: str, *, block: bool) -> Iterator[re.Match[str]]:
    if block:
        yield from _TAG.finditer(html)
        return
    for piece in inline.pieces(html):
        if piece.lastgroup == "html" and (tag := _TAG.match(html, piece.start())):
            yield tag


def unknown(html: str, *, block: bool) -> Iterator[Slip]:
    """Words between < and > that are taken for an element, of which there is none: they are not shown."""
    if block and any(f"<{name}" in html.lower() for name in _BLIND):
        return
    told: set[str] = set()
    for tag in _tags(html, block=block):
        name = tag[2]
        if name.lower() in _PAIRED | _OTHERS or name in told:
            continue
        told.add(name)
        close = get_close_matches(name.lower(), sorted(_PAIRED | _OTHERS), 1, 0.8) if len(name) > 3 else []
        hint = f"did you mean <{close[0]}>?" if close else f"write it as code, `{tag.group()}`, or \\< for <"
        problem = f"{tag.group()[:_SHOWN]} is no element: it is not shown"
        yield Slip(html.count("\n", 0, tag.start()), "F061", problem, hint)


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
