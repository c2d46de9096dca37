"""Block structure of Markdown as Obsidian sees it: CommonMark, tables, display math, %% comments %%."""

from __future__ import annotations

from typing import Any

from zhixing import plain_blocks
from zhixing.light_token import LightToken
from zhixing.plain_leaves import Part
from zhixing.plain_lines import blank

Tokens = tuple[list[LightToken], dict[str, dict[str, Any]]]


def tokens(text: str) -> Tokens:
    """Block tokens of a text (inline text left as it is), and its reference definitions."""
    try:
        return _tokens(text)
    except IndexError:  # of markdown-it: an open HTML comment in a list in a quote, and no line end after the last `>`
        return _tokens(f"{text}\n")


def _tokens(text: str) -> Tokens:
    if "\r" in text or "\0" in text:
        from zhixing import whole_blocks

        return whole_blocks.tokens(text)
    lines = text.split("\n")
    if blank(lines[-1]):
        lines.pop()  # no line for markdown-it
    part = Part(lines, 0, 0, [])
    at = plain_blocks.scan(part, 0)
    if at == len(lines):
        return part.out, {}
    from zhixing.whole_blocks import Reader

    reader = Reader(text, part.out)
    while at < len(lines):  # here is a block that only markdown-it can tell; what follows it may be plain again
        at = plain_blocks.scan(part, reader.read(at, len(lines)))
    return part.out, reader.references()
