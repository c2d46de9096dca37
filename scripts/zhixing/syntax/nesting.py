"""How deep a text is nested: what is deeper than any reader follows is not shown, since it would break the renderer."""

from __future__ import annotations

import re
from collections.abc import Iterable

from zhixing.syntax.tokens import LightToken

DEEPEST = 140  # levels of blocks, counted as the parser does: a list in a list is two
_EMPHASIS = 60  # marks of emphasis that are open at once
_RUN = re.compile(r"\*+|_+|~~+")


def too_deep(tokens: Iterable[LightToken]) -> int | None:
    """The line, from 0, of the first block that is nested too deep; None if there is none."""
    line = 0
    for token in tokens:
        line = token.map[0] if token.map else line
        if token.level > DEEPEST or (token.type == "inline" and _is_deep(token.content)):
            return line
    return None


def _is_deep(text: str) -> bool:
    """Whether more emphasis may be opened before it is closed than can be shown."""
    if text.count("*") + text.count("_") + text.count("~") < 2 * _EMPHASIS:
        return False
    opened = deepest = closing = 0
    for run in _RUN.finditer(text):
        before, after = text[max(0, run.start() - 1) : run.start()] or " ", text[run.end() : run.end() + 1] or " "
        inner = before.isalnum() and after.isalnum()
        opens = not after.isspace() and (after.isalnum() or not before.isalnum())
        closes = not before.isspace() and (before.isalnum() or not after.isalnum())
        if inner and run.group()[0] == "_":
            continue  # `snake_case`
        if closes:
            opened, closing = max(0, opened - 1) if not opens else opened + 1, closing + 1
        elif opens:
            opened += 1
        deepest = max(deepest, opened)
    return deepest > _EMPHASIS < closing
