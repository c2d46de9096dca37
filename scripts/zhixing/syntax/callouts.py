"""How a callout and a block id are written, for everyone who reads them."""

from __future__ import annotations

import re

CALLOUT = re.compile(r"\[!([^\]\s|]+)(?:\|([^\]]*))?\]([+-]?)[ \t]*(.*)")  # kind, metadata, fold, title
BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$")  # at the end of a text, or all of it
SUMMARIES = frozenset(("summary", "abstract", "tldr"))  # callouts whose marked words are asked, and which open a page
KINDS = (  # Obsidian's own with their aliases, and ours
    "note", "abstract", "summary", "tldr", "info", "todo", "tip", "hint", "important", "success", "check", "done", "question",
    "help", "faq", "warning", "caution", "attention", "failure", "fail", "missing", "danger", "error", "bug", "example",
    "quote", "cite", "claim", "quiz",
)  # fmt: skip
