"""Readers for plain texts, several times as fast as the parsers they stand in for; what leaves a doubt is left to those.

This is the only door, and `ZHIXING_FAST=0` in the environment locks it: then the parsers read everything, with the same
result. May import: model, and `syntax.tokens`, whose tokens they make.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from zhixing.syntax.tokens import LightToken


def is_on() -> bool:
    """Whether these readers are used."""
    return os.environ.get("ZHIXING_FAST") != "0"


def front_matter(source: str) -> tuple[dict[str, Any], dict[str, int]] | None:
    """Values and key lines of plain front matter, else None."""
    from zhixing.syntax.fast.yaml import read_plain

    return read_plain(source) if is_on() else None


def translations(text: str) -> dict[str, dict[str, dict[str, str]]] | None:
    """The record of translations if every line is as the engine writes it, else None."""
    from zhixing.syntax.fast.yaml import read_translations

    return read_translations(text) if is_on() else None


def block_scan(lines: list[str], out: list[LightToken]) -> Callable[[int], int]:
    """A function that reads plain blocks from a line on, and returns the line of the first that is not."""
    from zhixing.syntax.fast.leaves import Part
    from zhixing.syntax.fast.lines import blank
    from zhixing.syntax.fast.plain import scan

    if blank(lines[-1]):
        lines.pop()  # no line for markdown-it
    part = Part(lines, 0, 0, out)
    return lambda at: scan(part, at)
