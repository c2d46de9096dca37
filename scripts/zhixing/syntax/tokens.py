"""Block tokens that are cheap to make: a text has hundreds of them."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

# Where a footnote is written, at the margin of the text: it ends the paragraph above it.
FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\]:")


class LightToken:
    """A token with the fields of markdown-it's, whose defaults stand in the class: a third of the time to make."""

    type: str
    tag: str
    nesting: Literal[-1, 0, 1]

    attrs: Any = MappingProxyType({})  # the rules never add to it, they put their own in its place
    map: list[int] | None
    level: int
    children: Any = None
    content = ""
    markup = ""
    info = ""
    meta: Any = MappingProxyType({})
    block = True
    hidden = False

    def __init__(
        self, kind: str, tag: str, nesting: Literal[-1, 0, 1], level: int, lines: list[int] | None = None
    ) -> None:
        self.type = kind
        self.tag = tag
        self.nesting = nesting
        self.level = level
        self.map = lines


@cache
def shared(
    kind: str, tag: str, nesting: Literal[-1, 1], level: int, markup: str = "", hidden: bool = False
) -> LightToken:
    """A token that knows neither lines nor text: all blocks of a kind share it, so it is only to be read."""
    token = LightToken(kind, tag, nesting, level)
    token.markup = markup
    token.hidden = hidden
    return token
