"""How a callout, a task and a block id are written, for everyone who reads them."""

from __future__ import annotations

import re

from zhixing.syntax import inline

CALLOUT = re.compile(r"\[!([^\[\]\s|]+)(?:\|([^\]]*))?\](?!\()([+-]?)[ \t]*(.*)")  # kind, metadata, fold, title
BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$")  # at the end of a text, or all of it
_OTHER_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*$", re.M)
TASK = re.compile(r"\[(.)\](?:\s+|$)")  # any character but a space ticks it
SUMMARIES = frozenset(("summary", "abstract", "tldr"))  # callouts whose marked words are asked, and which open a page
CASE, RUBRIC = "case", "rubric"  # a task of system design, and what a strong answer to it contains
KINDS = (  # Obsidian's own with their aliases, and ours
    "note", "abstract", "summary", "tldr", "info", "todo", "tip", "hint", "important", "success", "check", "done", "question",
    "help", "faq", "warning", "caution", "attention", "failure", "fail", "missing", "danger", "error", "bug", "example",
    "quote", "cite", "claim", "quiz", "case", "rubric",
)  # fmt: skip


def other_ids(text: str) -> list[re.Match[str]]:
    """Block ids at the end of any line, touching a word or not: links find them, and the page shows them as written."""
    found = list(_OTHER_ID.finditer(text))
    if not found:
        return []
    if not any(mark in text for mark in "`$<"):
        return found
    spans, first, last = inline.pieces(text), 0, 0
    out = []
    for match in found:
        while last <= match.start() and (piece := next(spans, None)) is not None:
            first, last = piece.span()
        if not first < match.start() < last:
            out.append(match)
    return out
