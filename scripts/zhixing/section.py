"""The part of a card that an embed shows: all of it, one section, or one block."""

from __future__ import annotations

import re
from textwrap import dedent

from zhixing import blocks, frontmatter
from zhixing.light_token import LightToken
from zhixing.model import Card
from zhixing.resolve import Target

_OPENERS = (
    "blockquote_open",
    "list_item_open",
    "table_open",
    "paragraph_open",
    "bullet_list_open",
    "ordered_list_open",
)
_LEAVES = ("fence", "code_block", "math_block", "html_block")


def excerpt(card: Card, target: Target, fragment: str) -> tuple[str, int]:
    """Markdown of the embedded part, and how many lines of the file stand above it."""
    lines = card.text.split("\n")
    first = frontmatter.split(card.path, card.text)[2]
    last = len(lines)
    if target.heading is not None:
        first, last = _section(card, target, last)
    elif fragment.startswith("^"):
        tokens, _ = blocks.tokens("\n".join(lines[first:]))
        found = _block(tokens, target.anchor)
        first, last = (found[0] + first, found[1] + first) if found else (first, last)
    return dedent("\n".join(lines[first:last])), first


def _section(card: Card, target: Target, end: int) -> tuple[int, int]:
    heading = target.heading
    assert heading is not None
    after = [
        other.span.line - 1
        for other in card.headings
        if other.span.line > heading.span.line and other.level <= heading.level
    ]
    return heading.span.line - 1, min(after, default=end)


def _block(tokens: list[LightToken], ident: str) -> tuple[int, int] | None:
    """Lines of the block that carries `^ident` at its end, or on a line of its own below it."""
    mark = re.compile(rf"(?:^|\s)\^{re.escape(ident)}[ \t]*$")
    for position, token in enumerate(tokens):
        if token.type != "inline" or not mark.search(token.content):
            continue
        if token.content.strip() == f"^{ident}":
            return _before(tokens, position - 1)
        for opener in reversed(tokens[:position]):
            if opener.type in ("list_item_open", "table_open") and _covers(opener, token):
                return _range(opener)
        return _range(tokens[position - 1])
    return None


def _before(tokens: list[LightToken], position: int) -> tuple[int, int] | None:
    level = tokens[position].level
    for token in reversed(tokens[:position]):
        if token.level == level and (token.type in _OPENERS or token.type in _LEAVES):
            return _range(token)
        if token.level < level:
            return _range(token)
    return None


def _covers(opener: LightToken, token: LightToken) -> bool:
    return bool(opener.map and token.map and opener.map[0] <= token.map[0] < opener.map[1])


def _range(token: LightToken) -> tuple[int, int] | None:
    return (token.map[0], token.map[1]) if token.map else None
