"""A card → what a search finds in it: words under each heading, without marks, TeX and code; and the words of its code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from zhixing.model import Card
from zhixing.syntax import inline
from zhixing.syntax.comments import removed
from zhixing.syntax.slug import plain
from zhixing.syntax.tex import readable

# Lines of fences, comments, block ids, rules, tags and attributes say nothing; other lines lose their first marks.
_NO_WORDS = re.compile(r"\s*(?:<!--|\^[\w-]+\s*$|</?\w[^>]*>\s*$|\{[^}]*\}\s*$|[\s:|>=*_-]*$)")
_MARKS = re.compile(r"^(?:\s*(?:>|[-*+]|\d+[.)]|#{1,6})(?=\s|$))+\s*(?:\[[ xX]\]\s|\[![^\]\s]+\][-+]?)?")
_COMMENT = re.compile(r"[\s>]*<!--")
_BLOCK_ID = re.compile(r"\s\^[\w-]+\s*$")
_TEX = re.compile(r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\([A-Za-z]+)|[{}\\&$^]")
_EMPHASIS = re.compile(r"[*~`\\]+|==|(?<!\w)_+|_+(?!\w)|</?[A-Za-z][^<>]*>|&[a-z]+;")
_DIRECTIVE = re.compile(r"%%\{.*?\}%%", re.S)  # which tells mermaid how to draw
_DRAWN = re.compile(
    r"<(/?)(svg|math|object|noscript)\b(?:[^<>]*[^<>/]|)(/?)>", re.I
)  # what a page shows of it are no words
_CELLS = re.compile(r"(?<!\\)\|")
_GAP = re.compile(r"\s+([,.;:!?，。；：、）])")
_SILENT = frozenset({"mathbb", "mathbf", "mathrm", "mathcal", "text", "frac", "left", "right", "big", "Big", "quad"})
_SILENT |= {"qquad", "operatorname", "displaystyle", "underbrace", "substack", "hline"}


@dataclass(frozen=True)
class Section:
    """Words under a heading; the words before the first have no heading."""

    anchor: str
    heading: str
    text: str


@dataclass(frozen=True)
class Contents:
    """What one card holds. A question is (anchor, words); a symbol (name, number of its section)."""

    sections: tuple[Section, ...]
    questions: tuple[tuple[str, str], ...]
    symbols: tuple[tuple[str, int], ...]
    code: str


def contents(card: Card) -> Contents:
    """Read a card; nothing that its comments say is among it."""
    title = next((heading for heading in card.headings if heading.level == 1), None)
    headings = [heading for heading in card.headings if heading is not title]
    lines = removed(card.shown).split("\n")
    code: list[str] = []
    for block in card.blocks:
        first, last = block.span.line - 1, block.span.line + block.code.count("\n") + (1 if block.closed else 0)
        if block.language == "mermaid":
            code += _DIRECTIVE.sub("", "\n".join(lines[first + 1 : last])).split("\n")
        elif block.language != "output":
            code += lines[first + 1 : last]
        lines[first:last] = [""] * len(lines[first:last])
    starts = [title.span.line if title else card.front.height, *(heading.span.line for heading in headings)]
    ends = [*(heading.span.line - 1 for heading in headings), len(lines)]
    texts = [words(lines[first:last]) for first, last in zip(starts, ends, strict=True)]
    named = [("", ""), *((heading.anchor, line(heading.text)) for heading in headings)]
    sections = tuple(Section(*name, text) for name, text in zip(named, texts, strict=True))
    asked = [(one.id, one.question) for one in card.questions] + [(one.id, one.question) for one in card.quizzes]
    questions = tuple((ident, line(question)) for ident, question in asked if ident)
    return Contents(sections, questions, tuple(_symbols(card, starts)), " ".join(code))


def _symbols(card: Card, starts: Sequence[int]) -> list[tuple[str, int]]:
    """What the blocks define, each with the section that defines it."""
    found: dict[str, int] = {}
    for block in card.blocks:
        section = sum(1 for start in starts[1:] if start <= block.span.line)
        for name in block.python.defines if block.python else ():
            if not name.startswith("_"):
                found.setdefault(name, section)
    return sorted(found.items())


def line(text: str) -> str:
    """A title, heading or question without its marks."""
    return " ".join(_shown(text).split())


def words(lines: Sequence[str]) -> str:
    """Lines of Markdown as one line of words."""
    kept = [_BLOCK_ID.sub("", _MARKS.sub("", row, count=1)) for row in _spoken(lines) if not _NO_WORDS.match(row)]
    text = "\n".join(_row(row) if row.lstrip().startswith("|") else row for row in kept)
    return _GAP.sub(r"\1", " ".join(_shown(text).split()))


def _spoken(lines: Sequence[str]) -> Iterator[str]:
    """The lines that no comment begins on or goes on over: what is said to the engine stays in the text of a card."""
    within = False
    for row in lines:
        if within or _COMMENT.match(row):
            within = "-->" not in row
        else:
            yield row


def _row(row: str) -> str:
    """A row of a table: its cells."""
    cells = (cell.strip().replace("\\|", "|") for cell in _CELLS.split(row))
    return " · ".join(cell for cell in cells if cell)


def _shown(text: str) -> str:
    made: list[str] = []
    start, drawn = 0, ""
    for piece in inline.pieces(text):
        if piece.lastgroup == "html" and (tag := _DRAWN.match(piece.group())) and drawn in ("", tag[2].lower()):
            made += [] if drawn else [_unmarked(text[start : piece.start()]), " "]
            start, drawn = piece.end(), "" if tag[1] or tag[3] else tag[2].lower()
        if drawn:
            continue
        made.append(_unmarked(text[start : piece.start()]))
        made.append(_piece(piece))
        start = piece.end()
    return "".join(made if drawn else [*made, _unmarked(text[start:])])


def _unmarked(text: str) -> str:
    return _EMPHASIS.sub("", text)


def _piece(piece: re.Match[str]) -> str:
    kind, written = piece.lastgroup, piece.group()
    if kind in ("math", "display"):
        return formula(inline.tex(piece))
    if kind == "code":
        return written.strip("`").strip()
    if kind == "link":
        target, fragment, text = inline.split_target(inline.address(piece))
        name = target.rpartition("/")[2].removesuffix(".md").replace("_", " ")
        return plain(text) or name or fragment.lstrip("^").replace("#", " ")
    if kind in ("comment", "html", "embed", "mark", "open", "image", "close", "shut", "literal", "rule"):
        return " " if kind in ("html", "hard") else ""
    return written[1:] if kind == "escape" else written


@lru_cache(maxsize=1 << 14)
def formula(tex: str) -> str:
    """A formula in a line of text; what a line cannot show loses its commands."""
    shown = readable(tex)
    return " ".join(_TEX.sub(_name, shown).split()) if "\\" in shown or "{" in shown else shown


def _name(match: re.Match[str]) -> str:
    name = match[1] or ""
    return " " if not name or name in _SILENT else f" {readable(match[0]).lstrip(chr(92))} "
