"""What one line of Markdown can be, as far as the line itself tells it beyond doubt."""

from __future__ import annotations

import re
from typing import Final

# What a paragraph does at a line: it ends before it, it goes on, or only the whole parser can tell.
ENDS: Final = 1
GOES_ON: Final = 0
UNSURE: Final = -1

HEADING = re.compile(r"#{1,6}(?![^ \t])")
FENCE = re.compile(r"(`{3,})([^`]*)\Z|(~{3,})(.*)\Z", re.S)
RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}\Z")
UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\Z")
# The second line of a table. `- ` begins a list instead.
DELIMITER = re.compile(r"[ \t]*(?:[|:][-:| \t]|-[-:|])[-:| \t]*\Z")
# Whatever may be a list item; and an item that has text on its first line, one to four spaces behind the mark, and is
# no rule such as `- - -`: its indentation and its mark.
MARK = re.compile(r" *(?:[-+*]|[0-9]{1,9}[.)])(?![^ \t])")
ITEM = re.compile(r"( {0,3})((?!([-*])[ \t]*(?:\3[ \t]*){2,}\Z)[-+*]|[0-9]{1,9}[.)]) {1,4}(?=[^ \t])")
# `[` that defines no reference: a footnote, a link inside the label, or a label with no colon behind it.
NO_DEFINITION = re.compile(r"\[(?:\^|[^\[\]\\]*(?:\[|\](?!:)))")

# What is trimmed at both ends of a text: markdown-it's white space, which is not Python's.
TRIMMED = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

# No block begins with any other character, and no underline or second line of a table does.
_SIGNS = frozenset("$%`~>*-_+0123456789<#|:= \t")


def blank(line: str) -> bool:
    """Whether the line is empty for CommonMark: a form feed or a wide space is text."""
    return not line or not line.strip(" \t")


def closed_math(lines: list[str], at: int) -> int:
    """Line after the `$$` block that opens at a line, or UNSURE if it is none or is not closed."""
    rest = lines[at][2:]
    if "$$" in rest:
        return at + 1 if rest.rstrip().endswith("$$") else UNSURE
    for end in range(at + 1, len(lines)):
        if "$$" in lines[end]:
            return end + 1
    return UNSURE


def after_text(lines: list[str], at: int) -> int:
    """What a paragraph does when it meets this line, which is not empty."""
    line = lines[at]
    first = line[0]
    if first not in _SIGNS:
        return GOES_ON
    if first in " \t":
        return _indented(line)
    if first == "#":
        return ENDS if HEADING.match(line) else GOES_ON
    if first == ">":
        return ENDS
    if first in "`~":
        return ENDS if FENCE.match(line) else GOES_ON
    if first == "$":
        if not line.startswith("$$"):
            return GOES_ON
        return ENDS if closed_math(lines, at) > 0 else UNSURE
    if first == "<":
        return ENDS if line.startswith("<!--") else UNSURE
    return _sign(line)


def _indented(line: str) -> int:
    """Indentation means nothing before a harmless character; before a sign, only a list item is sure."""
    text = line.lstrip(" ")
    if not text.strip("\t "):
        return ENDS
    if text[0] not in _SIGNS:
        return GOES_ON
    return ENDS if _ends_text(line, text) else UNSURE


def _sign(line: str) -> int:
    """The signs that are mostly text, unless the rest of the line makes them a block."""
    if MARK.match(line):
        return ENDS if _ends_text(line, line) else UNSURE
    if RULE.match(line) or UNDERLINE.match(line) or DELIMITER.match(line) or line.startswith("%%"):
        return UNSURE
    return GOES_ON


def _ends_text(line: str, text: str) -> bool:
    """Whether the line is an item of a list that may follow a paragraph directly: of numbers, only 1 may."""
    return ITEM.match(line) is not None and text.startswith(("-", "+", "*", "1.", "1)"))
