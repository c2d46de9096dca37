"""A text without its comments, line for line: what a site, an index or a deck may show of it.

What a comment said is gone; that a comment stood there remains, as an empty one, so that the blocks around it are what
they were. A comment that is opened in one block and closed in another takes all between them along, and one that is
never closed takes the rest of its block: what looks like a comment where it is written is not shown by mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from zhixing.syntax import blocks, inline
from zhixing.syntax.tokens import LightToken

_DIRECTIVE = re.compile(r"^<!--[-\s]*(?:pytest|zhixing)\b[^\n]*-->[ \t]*$|^<!--%%-->$", re.M)
_KEPT = re.compile(r"<!--(?:[-\s]*(?:pytest|zhixing)\b|%%-->)")
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|%%.*?%%", re.S)
_YAML = re.compile(r"(?:^|\s)#.*")
_FOREIGN = re.compile(r"^(?:!!!|\?\?\?|===|\[\^)|\n:[ ]", re.M)  # what is indented below belongs to it, as text
_MARGIN = re.compile(r"[\s>]*")
_EMPTY = ("%%%%", "<!---->")
_CLOSING = {"%%": "%%", "<!--": "-->"}
_ROUNDS = 8  # a comment over several blocks changes the blocks after it, which are read again


def hidden(text: str) -> str:
    """The text with every comment emptied, but for those that speak to a test collector; code is left alone."""
    if not inline.may_hide(text):
        return text
    if text.count("%%") == text.count("<!--%%-->") and text.count("<!--") == len(_DIRECTIVE.findall(text)):
        return text
    lines = _joined(text)
    is_foreign = False
    for token in blocks.tokens("\n".join(lines))[0]:
        _hide(lines, token)
        if token.type == "inline":
            is_foreign = _FOREIGN.search(token.content) is not None
        elif token.type == "code_block" and is_foreign and token.map:
            _swap(lines, token.map[0], token.content, hidden(token.content))
    made = "\n".join(lines)
    return text if made == text else made


def never_closed(text: str) -> list[tuple[int, str]]:
    """Line, from 0, and mark of each comment that is opened and closed nowhere: the rest of its block is hidden."""
    found: list[tuple[int, str]] = []
    lines = _joined(text, found)
    is_foreign = False
    for token in blocks.tokens("\n".join(lines))[0]:
        first = token.map[0] if token.map else 0
        place, mark = _opened(token) if token.type != "code_block" else (0, "")
        if mark and not _is_closed_in_its_row(lines[first], token.content, mark):
            found.append((first + token.content.count("\n", 0, place), mark))
        if token.type == "inline":
            is_foreign = _FOREIGN.search(token.content) is not None
        elif token.type == "code_block" and is_foreign:
            found += [(first + line, mark) for line, mark in never_closed(token.content)]
    return sorted(found)


def _opened(token: LightToken) -> tuple[int, str]:
    """Where a block opens a comment that it does not close, and the mark; none is ""."""
    if token.type in ("inline", "code_block"):
        match = inline.open_comment(token.content)
        return (match.start(), match.group()) if match else (0, "")
    if token.type == "comment_block":
        return 0, "" if "%%" in token.content.partition("%%")[2] else "%%"
    for match in _HTML.finditer(token.content) if token.type == "html_block" else ():
        if match.group().startswith("<!--") and not match.group().endswith("-->"):
            return match.start(), "<!--"
    return 0, ""


def _is_closed_in_its_row(line: str, cell: str, mark: str) -> bool:
    """Whether a comment that a cell of a table leaves open is closed by another cell."""
    outside = line.replace(cell, "", 1) if "\n" not in cell and "|" in line else ""
    return _CLOSING[mark] in outside


def hidden_value(value: Any) -> Any:
    """A value of the front matter without comments, which Obsidian shows but no one else may."""
    if isinstance(value, list):
        return [hidden_value(item) for item in value]
    return inline.without_comments(value) if isinstance(value, str) else value


def hidden_yaml(lines: list[str]) -> list[str]:
    """The lines of a front matter without their comments."""
    return [_YAML.sub("", line) if "#" in line else line for line in lines]


def removed(text: str) -> str:
    """The same for those who read lines and not blocks: nothing is left of a comment."""
    for empty in _EMPTY:
        text = text.replace(empty, "")
    return text


def _joined(text: str, doubtful: list[tuple[int, str]] | None = None) -> list[str]:
    """The lines of a text in which no comment is opened in one block and closed in another."""
    lines = text.split("\n")
    for _ in range(_ROUNDS):
        if not _over_blocks(lines, blocks.tokens("\n".join(lines))[0], [] if doubtful is None else doubtful):
            break
    return lines


def _hide(lines: list[str], token: LightToken) -> None:
    if token.map is None:
        return
    first, last = token.map
    if token.type == "comment_block":
        lines[first] = lines[first].partition("%%")[0] + _EMPTY[0]
        _empty(lines, first + 1, last)
    elif token.type == "html_block" and _HTML.search(token.content):
        _swap(lines, first, token.content, _HTML.sub(_emptied, token.content))
    elif token.type == "inline" and inline.may_hide(token.content):
        _swap(lines, first, token.content, inline.without_comments(token.content))


def _emptied(match: re.Match[str]) -> str:
    if _KEPT.match(match.group()):
        return match.group()
    empty = _EMPTY[1] if match.group().startswith("<") else ""
    return "\n".join(empty if line.strip() else "" for line in match.group().split("\n"))


def _swap(lines: list[str], first: int, old: str, new: str) -> None:
    """Put the lines of a block in the place of what they were; a row of a table is looked at as a whole."""
    for number, (before, after) in enumerate(zip(old.split("\n"), new.split("\n"), strict=True), first):
        if before == after or number >= len(lines):
            continue
        line = lines[number]
        head, found, tail = line.rpartition(before)
        if found and not tail.strip(" \t#"):
            lines[number] = f"{head}{after}{tail}"
        else:
            lines[number] = inline.without_comments(line) if "\n" not in old else _margin(line) + after.lstrip()


def _over_blocks(lines: list[str], tokens: list[LightToken], doubtful: list[tuple[int, str]]) -> bool:
    """Empty what stands between a comment's two marks in different blocks; whether there was any.

    Where the second `%%` may as well open a comment of its own, which its block closes (`50%% off`, and below it
    `%%secret%%`), all of it is hidden, and the first is `doubtful`: its line, and its mark.
    """
    spoken = list(_spoken(tokens))
    found, done = False, -1
    for place, token in enumerate(spoken):
        first, last = token.map or (0, 0)
        opened = inline.open_comment(token.content) if token.type != "comment_block" and first > done else None
        if opened is None:
            continue
        mark = opened.group()
        closing = _CLOSING[mark]
        close = next((other for other in spoken[place + 1 :] if _has_mark(other, closing)), None)
        if close is None or close.map is None:
            continue
        end = next(number for number in range(close.map[0], len(lines)) if closing in lines[number])
        if token.type == "html_block":
            _swap(lines, first, token.content, _HTML.sub(_emptied, token.content))
        else:
            _swap(lines, first, token.content, inline.without_comments(token.content))
        _empty(lines, last, end)
        _, there, rest = lines[end].partition(closing)
        if mark == "%%" and not _opened(close)[1]:
            doubtful.append((first + token.content.count("\n", 0, opened.start()), mark))
            rest = there + rest
        lines[end] = _margin(lines[end]) + rest
        found, done = True, end
    return found


def _spoken(tokens: list[LightToken]) -> Iterator[LightToken]:
    """The blocks in which a comment may begin or end; not the cells of a table, which no comment leaves."""
    is_foreign = is_cell = False
    for token in tokens:
        is_text = (token.type == "inline" and not is_cell) or (token.type == "code_block" and is_foreign)
        if token.map and (is_text or token.type in ("html_block", "comment_block")):
            yield token
        if token.type == "inline":
            is_foreign = _FOREIGN.search(token.content) is not None
        is_cell = token.type in ("td_open", "th_open")


def _has_mark(token: LightToken, closing: str) -> bool:
    """Whether a block has a mark that may close a comment; one in code is no mark."""
    if closing not in token.content:
        return False
    return closing == "-->" or token.type == "comment_block" or inline.without_comments(token.content) != token.content


def _empty(lines: list[str], first: int, last: int) -> None:
    """Leave an empty comment on each line that says something."""
    for number in range(first, min(last, len(lines))):
        margin = _margin(lines[number])
        if len(margin) < len(lines[number]):
            lines[number] = margin + _EMPTY[0]


def _margin(line: str) -> str:
    """Space and quote marks that a line begins with."""
    match = _MARGIN.match(line)
    return match.group() if match else ""
