"""Tokens of the blocks that hold no other blocks, where their lines leave no doubt what they are.

Each function gets a part of a text and the line at which a block begins. It adds the tokens that markdown-it would add
and returns the line after the block; or it returns UNSURE, and what it has added is thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zhixing.syntax.fast.lines import (
    ENDS,
    FENCE,
    HEADING,
    NO_DEFINITION,
    RULE,
    TRIMMED,
    UNSURE,
    after_text,
    blank,
    closed_math,
)
from zhixing.syntax.tokens import FOOTNOTE, LightToken, shared

_TAGS = ("", "h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(slots=True)
class Part:
    """Lines of a text without the marks of the quotes and the indentation of the lists around them."""

    lines: list[str]
    first: int  # number of the first line in the text
    level: int  # depth of the tokens
    out: list[LightToken]
    loose: bool = False  # a blank line stands between two blocks
    paragraphs: list[int] = field(default_factory=list)  # where in `out` its own begin


def paragraph(part: Part, at: int) -> int:
    """A paragraph, once it is known that the line begins nothing else."""
    lines = part.lines
    end = at + 1
    while end < len(lines) and lines[end]:
        verdict = ENDS if not part.level and FOOTNOTE.match(lines[end]) else after_text(lines, end)
        if verdict == UNSURE:
            return UNSURE
        if verdict == ENDS:
            break
        end += 1
    level, where = part.level, [part.first + at, part.first + end]
    if level:
        part.paragraphs.append(len(part.out))
    part.out += (
        LightToken("paragraph_open", "p", 1, level, where),
        inline(lines[at] if end == at + 1 else "\n".join(lines[at:end]), level + 1, where),
        shared("paragraph_close", "p", -1, level),
    )
    return end


def inline(text: str, level: int, lines: list[int]) -> LightToken:
    """The text of a paragraph, a heading or a cell."""
    token = LightToken("inline", "", 0, level, lines)
    token.content = text.strip(TRIMMED)
    token.children = []
    return token


def heading(part: Part, at: int) -> int:
    """`# Text`, or `#tag`, which is a paragraph."""
    line = part.lines[at]
    match = HEADING.match(line)
    if match is None:
        return paragraph(part, at)
    depth = match.end()
    text = line[depth:].rstrip(" \t")
    bare = text.rstrip("#")
    if bare.endswith((" ", "\t")):  # hashes at the end close the heading if a space is before them
        text = bare
    level, where = part.level, [part.first + at, part.first + at + 1]
    opening = LightToken("heading_open", _TAGS[depth], 1, level, where)
    opening.markup = markup = line[:depth]
    end = shared("heading_close", _TAGS[depth], -1, level, markup)
    part.out += (opening, inline(text, level + 1, where), end)
    return at + 1


def fence(part: Part, at: int) -> int:
    """Code between fences; one that is not closed depends on what surrounds it."""
    lines = part.lines
    match = FENCE.match(lines[at])
    if match is None:
        return paragraph(part, at)
    markup = match.group(1) or match.group(3)
    for end in range(at + 1, len(lines)):
        if markup in lines[end] and _closes(lines[end], markup):
            break
    else:
        return UNSURE
    token = LightToken("fence", "code", 0, part.level, [part.first + at, part.first + end + 1])
    token.info = lines[at][len(markup) :]
    token.content = "\n".join(lines[at + 1 : end]) + "\n" if end > at + 1 else ""
    token.markup = markup
    part.out.append(token)
    return end + 1


def _closes(line: str, markup: str) -> bool:
    """Nothing but the sign of the fence, as often or more often; a tab before it is four columns, which is code."""
    text = line.lstrip(" ")
    return text.startswith(markup) and not text.rstrip(" \t").strip(markup[0]) and len(line) - len(text) < 4


def math(part: Part, at: int) -> int:
    """A `$$` block; a blank line ends it in a list, so in containers it must have none."""
    lines = part.lines
    if not lines[at].startswith("$$"):
        return paragraph(part, at)
    end = closed_math(lines, at)
    if end < 0 or (part.level and any(blank(line) for line in lines[at:end])):
        return UNSURE
    token = LightToken("math_block", "", 0, part.level, [part.first + at, part.first + end])
    token.content = "\n".join(lines[at:end])
    part.out.append(token)
    return end


def rule(part: Part, at: int) -> int:
    """A thematic break."""
    line = part.lines[at]
    token = LightToken("hr", "hr", 0, part.level, [part.first + at, part.first + at + 1])
    token.markup = line[0] * (line.count(line[0]) + 1)  # one too many: so it is in markdown-it
    part.out.append(token)
    return at + 1


def underscore(part: Part, at: int) -> int:
    """`___`, or emphasis."""
    return rule(part, at) if RULE.match(part.lines[at]) else paragraph(part, at)


def comment(part: Part, at: int) -> int:
    """`<!-- … -->` on one line, which ends with the line. On the last line, the text may lack the line end."""
    line = part.lines[at]
    if not line.startswith("<!--") or "-->" not in line or at + 1 == len(part.lines):
        return UNSURE
    token = LightToken("html_block", "", 0, part.level, [part.first + at, part.first + at + 1])
    token.content = line + "\n"
    part.out.append(token)
    return at + 1


def bracket(part: Part, at: int) -> int:
    """A link or a task at the start of a paragraph, if it is no reference definition."""
    return paragraph(part, at) if NO_DEFINITION.match(part.lines[at]) else UNSURE


def percent(part: Part, at: int) -> int:
    """`%%` opens a comment, which may run to the end of the text."""
    return UNSURE if part.lines[at].startswith("%%") else paragraph(part, at)


def unsure(part: Part, at: int) -> int:
    """A line that says nothing for sure by itself."""
    return UNSURE
