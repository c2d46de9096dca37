"""The sentence that a piece of a text stands in."""

from __future__ import annotations

import re

_REACH = 300  # a sentence longer than this on either side is cut
_END = re.compile(r"[。！？；!?]|\.(?=\s|$)|\n\n")


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence around text[start:end], as written."""
    first = max(0, start - _REACH)
    for stop in _END.finditer(text, first, start):
        first = stop.end()
    last = _END.search(text, end, end + _REACH)
    return " ".join(text[first : last.end() if last else end + _REACH].split())
