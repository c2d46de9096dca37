"""Formulas of finished HTML: the TeX that Markdown left in it becomes MathML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape, unescape
from typing import NamedTuple

from zhixing.page.drawing import Drawn, Wanted

Draw = Callable[[Iterable[Wanted]], dict[Wanted, Drawn]]

# As `zhixing.page.inline.formula` and pymdownx.arithmatex write it, and closing marks after one within a line: a
# browser would break the line before them.
_TEX = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\s*\\(?P<open>[(\[])(?P<tex>.*?)\\[)\]]\s*</(?P=tag)>'
    r"(?P<mark>[,.;:!?)\]}，。、；：！？）」』》】”’%]*)",
    re.S,
)
_HEADER = re.compile(r"<th\b[^>]*>(.*?)</th>", re.S)
_ALTTEXT = re.compile(r'(?<=<math )(?=[^>]*?alttext="([^"]*)")')
_PLAIN = re.compile(r"\\\((?P<tex>.+?)\\\)")


class Refused(NamedTuple):
    """A formula that is none, and why."""

    tex: str
    error: str


def formula_errors(formulas: Iterable[str], draw: Draw) -> dict[str, str]:
    """Of these formulas (TeX without its signs) those that cannot be drawn, each with the reason."""
    wanted = {tex: Wanted("display", tex.strip()) for tex in formulas}
    drawn = draw(wanted.values())
    return {tex: drawn[one].error for tex, one in wanted.items() if drawn[one].error}


def with_formulas(html: str, draw: Draw) -> tuple[str, list[Refused]]:
    """HTML with its formulas drawn, and those that are none: they stand there as they were written, marked."""
    if 'class="arithmatex"' not in html:
        return html, []
    drawn = draw(_wanted(match) for match in _TEX.finditer(html))
    refused = [Refused(one.text, made.error) for one, made in drawn.items() if made.error]
    alone = set(_alone_in_headers(html))

    def shown(match: re.Match[str]) -> str:
        made = _shown(match, drawn[_wanted(match)])
        return _ALTTEXT.sub(r'aria-label="\1" ', made, count=1) if match.start() in alone else made

    return _TEX.sub(shown, html), refused


def _alone_in_headers(html: str) -> Iterator[int]:
    """Where formulas begin that are all there is in the header of a column: its name is theirs."""
    for header in _HEADER.finditer(html):
        if not _TEX.sub("", header[1]).strip():
            yield from (header.start(1) + match.start() for match in _TEX.finditer(header[1]))


def with_plain_formulas(text: str, draw: Draw) -> str:
    r"""An entry of the contents list, which carries the plain text of its heading: `Why \(\sqrt{d_k}\)`."""
    if "\\(" not in text:
        return text
    wanted = {match["tex"]: Wanted("inline", unescape(match["tex"]).strip()) for match in _PLAIN.finditer(text)}
    drawn = draw(wanted.values())
    return _PLAIN.sub(lambda match: drawn[wanted[match["tex"]]].html or match[0], text)


def _wanted(match: re.Match[str]) -> Wanted:
    return Wanted("display" if match["open"] == "[" else "inline", unescape(match["tex"]).strip())


def _shown(match: re.Match[str], drawn: Drawn) -> str:
    is_line = match["tag"] == "span"
    if drawn.error:
        source, title = escape(unescape(match["tex"]).strip(), quote=False), escape(drawn.error)
        html = f'<{match["tag"]} class="zx-refused" title="{title}">{source}</{match["tag"]}>'
        return html + match["mark"]
    if not is_line:
        return f'<div class="zx-display">{drawn.html}</div>{match["mark"]}'
    if match["mark"]:
        return f'<span class="zx-together">{drawn.html}{match["mark"]}</span>'
    return drawn.html
