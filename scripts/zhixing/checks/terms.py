"""One word for one thing: what a vault's own table of terms does not write stands in no text of that language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zhixing.model import Card, Diagnostic, Span, Vault
from zhixing.syntax import inline
from zhixing.syntax.bilingual import own_words

MARK = "<!--zhixing:terms-->"  # stands above the table: what is written, what is not, where the latter may stand
_BAR = re.compile(r"(?<!\\)\|")
_LISTED = re.compile(r"\s*[,，、;；]\s*")
_RULE = re.compile(r"[\s|:-]+")
_HAN = r"[\u3400-\u9fff，。、；：！？）]"
_BLANK = frozenset(("code", "ticks", "math", "display", "embed", "html", "comment", "url", "escape"))
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)|https?://\S+|<[^<>\s]+>")
_HEADING = re.compile(r"#{1,6} ")


class Term(NamedTuple):
    """A word that is not written, what is written for it, and phrases in which it may stand."""

    word: str
    instead: str
    phrases: tuple[str, ...]


def check_terms(vault: Vault) -> Iterator[Diagnostic]:
    """Every text that is read, in the language of its table; the page with the table may say what it does not write."""
    for lang in dict.fromkeys(card.lang for card in vault.cards.values()):
        cards = [card for card in vault.cards.values() if card.lang == lang]
        pages = [card for card in cards if MARK in card.text]
        terms = {term.word.casefold(): term for page in pages for term in table(page)}
        pattern = _pattern(list(terms.values()))
        for card in cards if terms else ():
            if card not in pages and not card.is_canvas:
                yield from _found(card, terms, pattern)


def table(page: Card) -> Iterator[Term]:
    """The rows of the tables below a mark, without their heads."""
    written, shown = page.text.split("\n"), page.shown.split("\n")
    for number, line in enumerate(written):
        if line.strip() == MARK:
            at = next((i for i in range(number + 1, len(shown)) if shown[i].strip()), len(shown))
            while at < len(shown) and shown[at].lstrip().startswith("|"):
                cells = [cell.strip().strip("`") for cell in _BAR.split(shown[at].strip().strip("|"))]
                below = shown[at + 1] if at + 1 < len(shown) else ""
                is_head = _RULE.fullmatch(shown[at]) or (_RULE.fullmatch(below) and "-" in below)
                if not is_head and len(cells) >= 2:
                    phrases = tuple(_LISTED.split(cells[2])) if len(cells) > 2 and cells[2] else ()
                    yield from (Term(word, cells[0], phrases) for word in _LISTED.split(cells[1]) if word)
                at += 1


def _pattern(terms: list[Term]) -> re.Pattern[str]:
    """Whole words in Latin letters, which in a Chinese sentence stand beside Chinese; the longest first."""
    words = sorted((term.word for term in terms), key=lambda word: (-len(word), word))
    parts = (rf"(?<![\w-]){re.escape(word)}(?![\w-])" if word.isascii() else re.escape(word) for word in words)
    return re.compile("|".join(parts) or r"(?!)", re.I)


def _found(card: Card, terms: dict[str, Term], pattern: re.Pattern[str]) -> Iterator[Diagnostic]:
    for number, line in _lines(card):
        if not pattern.search(line):
            continue
        read = as_read(line)
        for match in pattern.finditer(read):
            term = terms[match.group().casefold()]
            if _counts(read, match, term, chinese=not term.instead.isascii()):
                problem = f"{match.group()!r} is written {term.instead!r} in this vault"
                yield Diagnostic(Span(card.path, number), "W011", problem, f"write {term.instead}")


def _counts(read: str, match: re.Match[str], term: Term, *, chinese: bool) -> bool:
    """Not in a phrase that may say it, nor in brackets behind the right word, nor inside a title of another language."""
    for phrase in term.phrases:
        at = read.find(phrase, max(0, match.start() - len(phrase)))
        if 0 <= at <= match.start() and match.end() <= at + len(phrase):
            return False
    if re.search(rf"{re.escape(term.instead)}[”」*]*\s?[（(][^（）()]*$", read[: match.start()]):
        return False
    if not chinese or not match.group().isascii() or " " in match.group():  # one word may belong to a title
        return True
    before, after = read[: match.start()].rstrip(" *“「"), read[match.end() :].lstrip(" *”」")
    return bool(re.search(rf"{_HAN}$", before) or re.match(_HAN, after))


def _lines(card: Card) -> Iterator[tuple[int, str]]:
    """The lines outside of front matter, code and displayed formulas."""
    skip: set[int] = set(range(1, card.front.height + 1))
    for block in card.blocks:
        skip.update(range(block.span.line, block.end_line + 1))
        if block.output is not None:
            skip.update(range(block.output.span.line, block.output.end_line + 1))
    starts = [line for line, _ in card.units]
    ends = [*starts[1:], card.shown.count("\n") + 2]
    for (line, kind), end in zip(card.units, ends, strict=True):
        if kind in ("fence", "code_block", "math_block", "html_block"):
            skip.update(range(line, end))
    for number, text in enumerate(card.shown.split("\n"), 1):
        if number not in skip:
            yield number, text


def as_read(line: str) -> str:
    """A line with code, formulas and addresses blank, links as the words they show, a title in its own language."""
    heading = _HEADING.match(line)
    out, start = [], 0
    for piece in inline.pieces(line):
        kind = piece.lastgroup or ""
        if kind == "link":
            target, _, words = inline.split_target(inline.address(piece))
            out += [line[start : piece.start()], words or target.replace("_", " ")]
            start = piece.end()
        elif kind in _BLANK:
            out += [line[start : piece.start()], "\0"]
            start = piece.end()
    read = _ADDRESS.sub("\0", "".join([*out, line[start:]]))
    return own_words(read[heading.end() :]) if heading else read
