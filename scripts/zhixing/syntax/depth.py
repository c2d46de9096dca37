"""How deep a text is nested: what is deeper than any reader follows is not shown, since it would break the renderer."""

from __future__ import annotations

import re
from collections.abc import Iterable

from zhixing.syntax.tokens import LightToken

DEEPEST = 140  # levels of blocks, counted as the parser does: a list in a list is two
_EMPHASIS = 60  # marks of emphasis that are open at once
_RUN = re.compile(r"(?P<before>\S?)(?:\*+|_+|~~+)(?P<after>\S?)")


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
        if run["before"] and not run["after"]:
            opened, closing = max(0, opened - 1), closing + 1
        elif run["after"] and not run["before"]:
            opened += 1
        elif run["before"]:
            opened, closing = opened + 1, closing + 1
        deepest = max(deepest, opened)
    return deepest > _EMPHASIS < closing
