"""Tokens of the tables whose every line begins with a pipe."""

from __future__ import annotations

import re

from zhixing.syntax.fast.leaves import Part, inline
from zhixing.syntax.fast.lines import TRIMMED, UNSURE, blank
from zhixing.syntax.tokens import LightToken, shared

_MOST_CELLS = 0x1000  # markdown-it gives up filling short rows at sixteen times as many
_PIPE = re.compile(r"(?<!\\)\|")
_ALIGNMENTS = re.compile(r"\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\Z")


def table(part: Part, at: int) -> int:
    """A table that ends at a blank line: no other block begins with a pipe, so nothing else can end it."""
    lines = part.lines
    end = at
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    if end < at + 2 or (end < len(lines) and not blank(lines[end])) or not _ALIGNMENTS.match(lines[at + 1]):
        return UNSURE
    marks = lines[at + 1].strip("\t |").split("|")
    titles = _cells(lines[at])
    if len(titles) != len(marks) or len(marks) * (end - at) > _MOST_CELLS:
        return UNSURE
    styles = [_style(mark.strip(" \t")) for mark in marks]
    out, level, first, last = part.out, part.level, part.first + at, part.first + end
    out.append(LightToken("table_open", "table", 1, level, [first, last]))
    out.append(LightToken("thead_open", "thead", 1, level + 1, [first, first + 1]))
    _row(part, "th", at, titles, styles)
    out.append(shared("thead_close", "thead", -1, level + 1))
    if end > at + 2:
        out.append(LightToken("tbody_open", "tbody", 1, level + 1, [first + 2, last]))
        for row in range(at + 2, end):
            _row(part, "td", row, _cells(lines[row]), styles)
        out.append(shared("tbody_close", "tbody", -1, level + 1))
    out.append(shared("table_close", "table", -1, level))
    return end


def _style(mark: str) -> str:
    if mark.endswith(":"):
        return "text-align:center" if mark.startswith(":") else "text-align:right"
    return "text-align:left" if mark.startswith(":") else ""


def _cells(line: str) -> list[str]:
    """Cells between the pipes; a pipe behind a backslash is text."""
    text = line.strip(TRIMMED)
    cells = [cell.replace("\\|", "|") for cell in _PIPE.split(text)] if "\\" in text else text.split("|")
    if cells[0] == "":
        del cells[0]
    if cells and cells[-1] == "":
        del cells[-1]
    return cells


def _row(part: Part, tag: str, at: int, cells: list[str], styles: list[str]) -> None:
    """One line of the table, with as many cells as the first line has."""
    out, level, line = part.out, part.level + 2, part.first + at
    opens, closes = tag + "_open", tag + "_close"
    out.append(LightToken("tr_open", "tr", 1, level, [line, line + 1]))
    for column, style in enumerate(styles):
        opening = shared(opens, tag, 1, level + 1)
        if style:
            opening = LightToken(opens, tag, 1, level + 1)
            opening.attrs = {"style": style}
        text = cells[column] if column < len(cells) else ""
        out += (opening, inline(text, level + 2, [line, line + 1]), shared(closes, tag, -1, level + 1))
    out.append(shared("tr_close", "tr", -1, level))
