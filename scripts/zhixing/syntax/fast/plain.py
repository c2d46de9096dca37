"""Block tokens of the plain parts of a text, more than twice as fast as markdown-it makes them.

Most of a card is headings, paragraphs, fences, callouts, lists and tables that begin at the margin. Their lines tell
beyond doubt what they are, whatever is around them. Where there is a doubt, `scan` stops, and markdown-it reads on.
"""

from __future__ import annotations

from collections.abc import Callable

from zhixing.syntax.fast import leaves
from zhixing.syntax.fast.leaves import Part
from zhixing.syntax.fast.lines import DELIMITER, ITEM, MARK, RULE, UNSURE, blank
from zhixing.syntax.fast.tables import table
from zhixing.syntax.tokens import LightToken, shared

_DEEPEST = 30  # markdown-it has a limit of its own, far beyond


def scan(part: Part, at: int) -> int:
    """Add the tokens of all blocks from a line on, up to the end or to the first block that leaves a doubt."""
    lines, out = part.lines, part.out
    count = len(lines)
    start = at if part.level else count  # only a list asks for blank lines between its blocks
    while at < count:
        line = lines[at]
        if not line or (line[0] in " \t" and blank(line)):
            at += 1
            continue
        if at > start and blank(lines[at - 1]):
            part.loose = True
        size = len(out)
        if "|" in line and at + 1 < count and DELIMITER.match(lines[at + 1]):
            end = table(part, at)  # comes before all other blocks, whatever the line begins with
        else:
            end = _READERS.get(line[0], leaves.paragraph)(part, at)
        if end < 0:
            del out[size:]
            return at
        at = end
    return at


def _quote(part: Part, at: int) -> int:
    """A quote every line of which has its mark, up to a blank line. Inside, it is a text like any other."""
    lines = part.lines
    inside = []
    end = at
    while end < len(lines):
        line = lines[end]
        if not line.startswith(">"):
            if blank(line):
                break
            return UNSURE  # text that goes on without the mark, or a block that ends the quote
        if "\t" in line:
            return UNSURE
        inside.append(line[2:] if line.startswith("> ") else line[1:])
        end += 1
    if blank(inside[-1]) or part.level > _DEEPEST:
        return UNSURE  # markdown-it counts blank lines after the quote to it if its own last ones are blank
    opening = LightToken("blockquote_open", "blockquote", 1, part.level, [part.first + at, part.first + end])
    opening.markup = ">"
    part.out.append(opening)
    if scan(Part(inside, part.first + at, part.level + 1, part.out), 0) < len(inside):
        return UNSURE
    part.out.append(shared("blockquote_close", "blockquote", -1, part.level, ">"))
    return end


def _list(part: Part, at: int) -> int:
    """A list whose items have the same mark at the same column, up to the end or a blank line and something else."""
    lines, out, level = part.lines, part.out, part.level
    item = ITEM.match(lines[at])
    if item is None:
        return _no_item(part, at)
    if level > _DEEPEST:
        return UNSURE
    column, mark = item.group(1, 2)
    opening, ending = _list_tokens(mark, level)
    first = part.first + at
    out.append(opening)
    tight, gap = True, False
    paragraphs: list[int] = []
    while item:
        end = _item_end(lines, at, item.end())
        if end < 0:
            return UNSURE
        inside = Part([line[item.end() :] for line in lines[at:end]], part.first + at, level + 2, out)
        if not _item(inside, item.group(2)):
            return UNSURE
        if inside.loose or gap:
            tight = False
        paragraphs += inside.paragraphs
        at, gap = end, blank(lines[end - 1])
        item = ITEM.match(lines[at]) if at < len(lines) else None
        if item is not None:
            if item.group(1) != column or item.group(2)[-1] != mark[-1]:
                return UNSURE
        elif at < len(lines) and (not gap or MARK.match(lines[at])):
            return UNSURE  # text that goes on without indentation, or an item without text
    opening.map = [first, part.first + at]
    out.append(ending)
    if tight:
        _hide(out, paragraphs, level + 2)
    return at


def _no_item(part: Part, at: int) -> int:
    """`-`, `*`, `+`, a digit or a space that begins no item with text: a break or a paragraph."""
    line = part.lines[at]
    if RULE.match(line):
        return leaves.rule(part, at)
    return UNSURE if line[0] == " " or MARK.match(line) else leaves.paragraph(part, at)


def _list_tokens(mark: str, level: int) -> tuple[LightToken, LightToken]:
    """Beginning and end of the list that begins with a mark."""
    sign, number = mark[-1], mark[:-1]
    if number:
        opening = LightToken("ordered_list_open", "ol", 1, level)
        ending = shared("ordered_list_close", "ol", -1, level, sign)
        if int(number) != 1:
            opening.attrs = {"start": int(number)}
    else:
        opening = LightToken("bullet_list_open", "ul", 1, level)
        ending = shared("bullet_list_close", "ul", -1, level, sign)
    opening.markup = sign
    return opening, ending


def _item_end(lines: list[str], at: int, width: int) -> int:
    """The first line that is neither blank nor indented as far as the text of the item."""
    if "\t" in lines[at]:
        return UNSURE
    for end in range(at + 1, len(lines)):
        if "\t" in lines[end]:
            return UNSURE
        if lines[end][:width].strip(" "):
            return end
    return len(lines)


def _item(item: Part, mark: str) -> bool:
    """One item of a list, blank lines after it included: inside, it is a text like any other."""
    opening = LightToken("list_item_open", "li", 1, item.level - 1, [item.first, item.first + len(item.lines)])
    opening.markup = sign = mark[-1]
    if mark[:-1]:
        opening.info = mark[:-1]
    item.out.append(opening)
    if len(item.lines) == 1:  # as most are: one block, and no table
        if _READERS.get(item.lines[0][0], leaves.paragraph)(item, 0) < 0:
            return False
    elif scan(item, 0) < len(item.lines):
        return False
    item.out.append(shared("list_item_close", "li", -1, item.level - 1, sign))
    return True


def _hide(out: list[LightToken], paragraphs: list[int], level: int) -> None:
    """Hide the paragraphs of a list without blank lines between its blocks: each is its beginning, text and end."""
    for place in paragraphs:
        out[place].hidden = True
        out[place + 2] = shared("paragraph_close", "p", -1, level, hidden=True)


_READERS: dict[str, Callable[[Part, int], int]] = {
    "#": leaves.heading,
    "`": leaves.fence,
    "~": leaves.fence,
    "$": leaves.math,
    "%": leaves.percent,
    ">": _quote,
    "_": leaves.underscore,
    "<": leaves.comment,
    "[": leaves.bracket,
    "\t": leaves.unsure,
    **dict.fromkeys("-*+0123456789 ", _list),  # after a space, as a list inside a list
}
