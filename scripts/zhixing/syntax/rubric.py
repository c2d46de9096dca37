"""The points of a rubric: what a strong answer to a task of system design contains."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Callout
from zhixing.syntax import blocks


def rubric_points(callout: Callout) -> Iterator[str]:
    """The items of its list, as Markdown."""
    inside = 0
    for token in blocks.tokens(callout.body)[0]:
        if token.type in ("list_item_open", "list_item_close"):
            inside += 1 if token.nesting > 0 else -1
        elif token.type == "inline" and inside == 1:
            yield token.content
