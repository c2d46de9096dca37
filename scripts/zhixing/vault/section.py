"""The part of a card that an embed shows: all of it, one section, or one block."""

from __future__ import annotations

import re
from textwrap import dedent

from zhixing.model import Card
from zhixing.syntax import blocks
from zhixing.syntax.tokens import LightToken
from zhixing.vault.resolve import Target

_OPENERS = (
    "blockquote_open",
    "list_item_open",
    "table_open",
    "paragraph_open",
    "bullet_list_open",
    "ordered_list_open",
)
_LEAVES = ("fence", "code_block", "math_block", "html_block")


def excerpt(card: Card, target: Target) -> tuple[str, int]:
    """Markdown of the embedded part, and how many lines of the file stand above it."""
    first, last = extent(card, target)
    return dedent("\n".join(card.shown.split("\n")[first:last])), first


def extent(card: Card, target: Target) -> tuple[int, int]:
    """How many lines of the file stand above the part that a link leads to, and the number of its last line."""
    end = card.text.count("\n") + 1
    if target.heading is not None:
        start, level = target.heading.span.line, target.heading.level
        after = (other.span.line for other in card.headings if other.span.line > start and other.level <= level)
        return start - 1, min(after, default=end + 1) - 1
    above = card.front.height
    found = _block(blocks.tokens(card.body)[0], target.anchor) if target.anchor else None
    return (found[0] + above, found[1] + above) if found else (above, end)


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
