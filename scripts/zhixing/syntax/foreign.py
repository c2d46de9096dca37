"""Blocks that CommonMark does not have, left to the extensions of Python-Markdown that are loaded for them."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown

_STARTS = {
    "admonition": re.compile(r"^!!! ?[\w-]", re.M),
    "details": re.compile(r"^\?\?\?\+? ?[\w-]", re.M),
    "tabbed": re.compile(r'^===[!+]{0,2} ?"', re.M),
    "deflist": re.compile(r"\n:[ ]{1,3}\S"),
    "footnote": re.compile(r"^\[\^[^\[\]\s]+\]:", re.M),
    "abbr": re.compile(r"^\*\[[^\]]+\]:", re.M),
}
_ANY = re.compile(r"^(?:!!!|\?\?\?|===|\[\^|\*\[)|\n:[ ]", re.M)
_BLOCKS = re.compile(r"^/{3,} ?[\w-]")
_TAG = re.compile(r"<([a-zA-Z][\w-]*)[^<>]*\smarkdown(?=[\s=>])")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")


def region(md: Markdown, lines: list[str], where: list[int], content: str) -> int:
    """The line on which a foreign block ends that starts with the paragraph `content`; 0 if it is an ordinary one."""
    if _BLOCKS.match(content) and "blocks" in md.parser.blockprocessors:
        return _closed(lines, where, content)
    if not _ANY.search(content):
        return 0
    for name, start in _STARTS.items():
        if name in md.parser.blockprocessors and start.search(content):
            return _indented(lines, where[1], start if name == "tabbed" else None)
    return 0


def html_region(md: Markdown, lines: list[str], where: list[int], content: str) -> int:
    """The line on which an HTML element with a `markdown` attribute ends; 0 if the block has none."""
    match = _TAG.match(content.lstrip())
    if match is None or "markdown_block" not in md.parser.blockprocessors:
        return 0
    tag = re.compile(rf"<(/?){match.group(1)}(?=[\s>])")
    depth, fence = 0, ""
    for number in range(where[0], len(lines)):
        mark = _FENCE.match(lines[number])
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
        if not fence:
            depth += sum(-1 if found.group(1) else 1 for found in tag.finditer(lines[number]))
        if depth <= 0:
            return number + 1
    return len(lines)


def parse(md: Markdown, lines: list[str]) -> list[Element]:
    """The elements that Python-Markdown's own parser makes of some lines."""
    for name in ("fenced_code_block", "html_block"):
        if name in md.preprocessors:
            lines = md.preprocessors[name].run(lines)
    parent = Element("div")
    md.parser.parseChunk(parent, "\n".join(lines))
    return list(parent)


def _indented(lines: list[str], end: int, again: re.Pattern[str] | None) -> int:
    """The end of the indented lines below a block; `again` starts a block that belongs to it."""
    last = end
    for number in range(end, len(lines)):
        if lines[number].startswith("    ") or (again and again.match(lines[number])):
            last = number + 1
        elif lines[number].strip():
            break
    return last


def _closed(lines: list[str], where: list[int], content: str) -> int:
    mark = content[: len(content) - len(content.lstrip("/"))]
    for number in range(where[0] + 1, len(lines)):
        if lines[number].strip() == mark:
            return number + 1
    return where[1]
