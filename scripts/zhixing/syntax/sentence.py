"""The sentence that a piece of a text stands in."""

from __future__ import annotations

import re

from zhixing.model import Link

_REACH = 300  # a sentence longer than this on either side is cut
_END = re.compile(r"[。！？；?]|(?<!\[)!(?!\[)|\.(?=\s|$)|\n\n|<br\s*/?>")  # `![[` embeds
_CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?[ \t]*")
_BREAK = re.compile(r"<br\s*/?>$")


def sentence_of(link: Link) -> str:
    """The sentence a link stands in; empty for a link of the front matter."""
    return sentence_around(*link.place)


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence around text[start:end], as written; in a cell of several lines, its line."""
    text, start, end = _own_part(text, start, end)
    stops = [stop.end() for stop in _END.finditer(text, max(0, start - _REACH), start)]
    last = _END.search(text, end, end + _REACH)
    first = stops[-1] if stops else _cut_before(text, start)
    after = last.end() if last else _cut_after(text, end)
    sentence = " ".join(_BREAK.sub("", text[first:after]).split())
    ahead = "… " if not stops and first else ""
    return f"{ahead}{sentence}{' …' if not last and after < len(text) else ''}"


def _own_part(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Of a callout its title without the mark, or the words below it; any other text as it is."""
    mark = _CALLOUT.match(text)
    if mark is None:
        return text, start, end
    line = text.find("\n", mark.end())
    first, last = (mark.end(), line) if line >= end else (mark.end(), len(text)) if line < 0 else (line + 1, len(text))
    return text[first:last], max(0, start - first), max(0, end - first)


def _cut_before(text: str, start: int) -> int:
    """Where to begin if no sentence ends within reach: after a space, in no link."""
    first = start - _REACH
    if first <= 0:
        return 0
    if text.rfind("[[", 0, first) > text.rfind("]]", 0, first):
        first = text.find("]]", first) + 2
    space = text.find(" ", first, start)
    return space + 1 if space >= 0 else first


def _cut_after(text: str, end: int) -> int:
    """Where to stop if no sentence ends within reach: before a space, in no link."""
    after = end + _REACH
    if after >= len(text):
        return len(text)
    if (opened := text.rfind("[[", end, after)) > text.rfind("]]", end, after):
        after = opened
    space = text.rfind(" ", end, after)
    return space if space >= 0 else after
