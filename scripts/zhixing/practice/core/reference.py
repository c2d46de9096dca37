"""The learner's text beside the card's own code."""

from __future__ import annotations

import difflib

from zhixing.practice.core.source import cut


def differences(text: str, define: str, reference: str) -> list[str] | None:
    """Lines of a diff from the learner's definition to the reference; none if equal, None if there is no definition."""
    try:
        mine = cut(text, define)
    except (SyntaxError, LookupError):
        return None
    return list(difflib.unified_diff(mine.splitlines(), reference.splitlines(), lineterm="", n=2))[2:]
