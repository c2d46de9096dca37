"""Block structure of Markdown as Obsidian sees it: CommonMark, tables, display math, %% comments %%."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from zhixing.syntax import fast
from zhixing.syntax.tokens import LightToken

Tokens = tuple[list[LightToken], dict[str, dict[str, Any]]]


@lru_cache(maxsize=8)  # a card's text is asked for by its page, by those that embed a part of it, and by what it asks
def tokens(text: str) -> Tokens:
    """Block tokens of a text (inline text left as it is), and its reference definitions."""
    try:
        return _tokens(text)
    except IndexError:  # of markdown-it: an open HTML comment in a list in a quote, and no line end after the last `>`
        return _tokens(f"{text}\n")


def _tokens(text: str) -> Tokens:
    if "\r" in text or "\0" in text or not fast.is_on():
        from zhixing.syntax import commonmark

        return commonmark.tokens(text)
    lines = text.split("\n")
    out: list[LightToken] = []
    scan = fast.block_scan(lines, out)
    at = scan(0)
    if at == len(lines):
        return out, {}
    from zhixing.syntax.commonmark import Reader

    reader = Reader(text, out)
    while at < len(lines):  # here is a block that only markdown-it can tell; what follows it may be plain again
        at = scan(reader.read(at, len(lines)))
    return out, reader.references()
