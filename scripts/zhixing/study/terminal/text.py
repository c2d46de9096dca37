"""A card's Markdown → Markdown that a terminal can show: links as words, formulas as Unicode, pictures by name."""

from __future__ import annotations

import posixpath
import re

from rich import _wrap
from rich.table import Table

from zhixing.syntax import blocks, inline
from zhixing.syntax.tex import readable

_ID = re.compile(r"(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*$", re.M)
_CALLOUT = re.compile(r"^((?:>[ \t]?)+)\[!([^\]\s|]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*)$", re.M)
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]<>#+\-.!|~$()])")
_BLANK = re.compile(r"(\n[ \t]*\n)")
_HAN, _OPEN, _SHUT = "\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff", "（《「『“‘【", "，。、；：？！）》」』”’】…—"
_WORD = re.compile(rf"\s*(?:[{_OPEN}]*(?:[{_HAN}]|[^\s{_HAN}{_OPEN}{_SHUT}]+)[{_SHUT}]*|[{_OPEN}{_SHUT}]+)\s*")
_wrap.re_word = _WORD  # rich knows no break between Chinese characters, and would leave half of each line empty


def labelled() -> Table:
    """Rows of a label and what belongs to it. Chinese has no spaces to break at: a line is folded, and nothing is cut off."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column()
    grid.add_column(overflow="fold")
    return grid


def for_terminal(text: str) -> str:
    """Code stays as it is."""
    lines = text.split("\n")
    made: list[str] = []
    prose: list[str] = []
    skipped = 0
    kept = {token.map[0]: token for token in blocks.tokens(text)[0] if token.type in _KEPT and token.map}

    def settle() -> None:
        made.extend(_paragraphs("\n".join(prose)).split("\n") if prose else [])
        prose.clear()

    for number, line in enumerate(lines):
        if number < skipped:
            continue
        token = kept.get(number)
        if token is None or token.map is None:
            prose.append(line)
            continue
        settle()
        skipped = token.map[1]
        made.extend(_display(token.content) if token.type == "math_block" else lines[number:skipped])
    settle()
    return "\n".join(made).strip("\n")


_KEPT = ("fence", "code_block", "math_block")


def _display(content: str) -> list[str]:
    """A formula that stands on its own, one line of TeX a line."""
    tex = content.strip().removeprefix("$$").removesuffix("$$").strip()
    whole = readable(tex)
    shown = [whole] if "\\" not in whole else [line for line in tex.split("\n") if line.strip()]
    return ["", *("    " + line.strip() for line in shown), ""]


def _paragraphs(text: str) -> str:
    text = _CALLOUT.sub(lambda m: f"{m.group(1)}**{m.group(3) or m.group(2).capitalize()}**  ", text)
    return "".join(part if index % 2 else _inline(part) for index, part in enumerate(_BLANK.split(text)))


def _inline(text: str) -> str:
    made: list[str] = []
    start = 0
    marks = {place for first, end in inline.mark_spans(text) for place in (first, end - 2)}
    for piece in inline.pieces(text):
        made.append(text[start : piece.start()])
        made.append("**" if piece.start() in marks else _shown(piece))
        start = piece.end()
    made.append(text[start:])
    return _ID.sub("", "".join(made))


def _shown(piece: re.Match[str]) -> str:
    kind, written = piece.lastgroup, piece.group()
    if kind in ("math", "display"):
        return f"*{escaped(readable(inline.tex(piece)))}*"
    if kind in ("comment", "html"):
        return ""
    if kind == "link":
        return link_text(inline.address(piece))
    if kind == "embed":
        return f"🖼 *{escaped(posixpath.basename(inline.split_target(inline.address(piece))[0]))}*"
    return written


def link_text(inner: str) -> str:
    """What a link shows: its own text, else the name of what it leads to."""
    target, fragment, text = inline.split_target(inner)
    name = posixpath.basename(target).removesuffix(".md").replace("_", " ")
    return text or escaped(name or fragment.lstrip("^").replace("#", " > "))


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _PUNCTUATION.sub(r"\\\1", text)


def one_line(text: str) -> str:
    """A question as plain words on one line."""
    return " ".join(for_terminal(text).replace("\\", "").replace("*", "").split())
