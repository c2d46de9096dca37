"""Slips of the pen that Markdown reads as ordinary words: opened and never closed, a footnote nobody wrote, a torn table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zhixing.syntax import inline

_WEB = re.compile(r"(?<![\w/])h{1,2}t{0,3}p{0,2}s{0,2}(?:[:;.]{1,2}/{1,3}|//:?)(?=\w)", re.I)
_RIGHT = re.compile(r"https?://(?!/)", re.I)
_DEFINED = re.compile(r"^\[\^([^\[\]\s]+)\]:", re.M)
_REFERRED = re.compile(r"([^\s\[\]]+)\]")  # a name that is closed
# `[words] (Card.md)`, `[words]（Card.md）`, `(words)[Card.md]`
_ALMOST = re.compile(
    r"(?<![\[!])\[(?P<words>[^\[\]\n]+)\](?: \(| ?（)(?P<file>[^\s()（）]+\.md(?:#[^\s()（）]*)?)[)）]"
    r"|\((?P<said>[^()\n]+)\)\[(?P<path>[^\[\]\s]+\.md|https?://[^\[\]\s]+)\](?!\()"
)
_SPACED = re.compile(
    r"\]\((?!https?\b)(?P<path>[^()<>\"'\s]+(?: [^()<>\"'\s]+)+\.(?:md|png|jpe?g|svg|gif|webp|pdf)(?:#[^()\s]*)?)\)",
    re.I,
)
_PARTED = re.compile(
    r"\]\((?P<web>https?(?: ?://|:// ?)[^()<>\"'\s]*(?: +[^()<>\"'\s]+)*)(?: +\"[^\"\n]*\")?\s*\)", re.I
)
_HERE = re.compile(r"\]\(<?(?P<place>file:/|[A-Za-z]:[\\/]|https?://(?:localhost|127\.0\.0\.1)\b)", re.I)
_TWICE = re.compile(r"https?://(?=https?[:/])", re.I)
_BOLD = re.compile(r"(?:^|(?<=[\s(（，。]))\*\*(?=\w)")
_DOLLAR = re.compile(r"(?<![\w$\\])\$(?=[A-Za-z\\(][^$\s]*[\\^_{][^$]*\Z|[A-Za-z] ?[=<>≤≥≈+] ?[\w\\(-][^$]*\Z)")
_HEADING = re.compile(r"^(?:#{2,6}(?=[^\s#])|#{1,6}(?=[\u00a0\u3000\u2000-\u200b])|#{7,}(?=\s)|＃+(?=\s))[^\n]*", re.M)
_SPACE = "write a space behind the last #"
_SHOWN = 60  # characters of a text that are looked at for a message
_TORN = re.compile(r"!?\[\[[^\[\]\n|]*[^\\\[\]\n|]\|[^\[\]\n]*\]\]")
_CONFLICT = re.compile(r"^(<{7}|>{7})(?= \S)", re.M)
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"(?<![\w\\])[a-z]{2,}(?![\w(])")
_TELLING = 200  # characters
_ENOUGH = 40  # words in lower case: titles and names do not count
_ADDRESS = re.compile(r"<[A-Za-z]+:/")
_UNSPOKEN = frozenset(("code", "ticks", "display", "math", "comment", "html", "escape"))


class Slip(NamedTuple):
    """A finding inside one text: lines are counted from 0 within it."""

    line: int
    code: str
    problem: str
    hint: str


def in_words(text: str, *, cell: bool = False) -> Iterator[Slip]:
    """What is wrong in the words of one paragraph, heading or cell; of the link that a cell tears its table tells."""
    if not cell and text.count("[[") > text.count("]]"):
        yield from _open_links(text)
    if "`" in text or "$$" in text:
        yield from _open_spans(text)
    if "**" in text or "$" in text:
        yield from _open_marks(text)
    if text.startswith(("#", "＃")) or "\n#" in text or "\n＃" in text:
        for match in _HEADING.finditer(spoken(text)):
            problem = f"{match.group()[:_SHOWN].strip()} is no heading"
            hint = "write one to six # and a space" if match.group().startswith(("＃", "#" * 7)) else _SPACE
            yield Slip(text.count("\n", 0, match.start()), "F048", problem, hint)
    if "](" in text:
        yield from _no_addresses(text)
    if "]" in text and (".md" in text or ")[http" in text):
        for match in _ALMOST.finditer(spoken(text)):
            hint = f"write [{match['words'] or match['said']}]({match['file'] or match['path']})"
            yield Slip(text.count("\n", 0, match.start()), "L001", f"{match.group()} is no link", hint)
    if "//" in text or ":/" in text:
        for match in _WEB.finditer(spoken(text)):
            if _TWICE.match(text, match.start()):
                problem = f"{match.group()} before another is no scheme of an address"
                yield Slip(text.count("\n", 0, match.start()), "L010", problem, "write it once")
            elif not _RIGHT.match(match.group()):
                problem = f"{match.group()} is no scheme of an address"
                yield Slip(text.count("\n", 0, match.start()), "L010", problem, "write https://")


def in_table(lines: list[str]) -> Iterator[Slip]:
    """Links whose `|` ends the cell: what stands behind it goes to the next cell, or is lost."""
    for number, line in enumerate(lines):
        for match in _TORN.finditer(spoken(line)):
            hint = "write \\| inside a table: [[Card\\|text]]"
            yield Slip(number, "L011", f"the | of {match.group()} ends the cell", hint)


def conflicts(text: str) -> Iterator[Slip]:
    """Marks that a merge left, each conflict once."""
    opened = False
    for match in _CONFLICT.finditer(text):
        if match.group(1)[0] == "<" or not opened:
            problem = f"a merge left its mark {match.group(1)}"
            yield Slip(text.count("\n", 0, match.start()), "F021", problem, "keep one side and delete the marks")
        opened = match.group(1)[0] == "<"


def definition(line: str) -> str:
    """The name of the footnote that a line defines; "" if it defines none."""
    match = _DEFINED.match(line)
    return match.group(1) if match else ""


def defines(text: str) -> bool:
    """Whether a line of a paragraph defines a footnote."""
    return "[^" in text and _DEFINED.search(text) is not None


def footnotes(text: str) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Names and lines of the footnotes that a paragraph refers to, and of those that it defines."""
    defined: list[tuple[str, int]] = []
    starts: set[int] = set()
    line, counted = 0, 0
    for match in _DEFINED.finditer(text):
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        defined.append((match.group(1), line))
        starts.add(counted)
    used: list[tuple[str, int]] = []
    line, counted = 0, 0
    for match in inline.pieces(text):
        if match.lastgroup == "open" and text.startswith("[^", match.start()) and match.start() not in starts:
            line, counted = line + text.count("\n", counted, match.start()), match.start()
            name = _REFERRED.match(text, match.end() + 1)
            if name:
                used.append((name.group(1), line))
    return used, defined


def script(pieces: list[str]) -> str:
    """The script in which a section is written: "han", "latin", or "" if it is short or mixes them as translations do."""
    text = "\n".join(pieces)
    if len(text) < _TELLING:
        return ""
    han = len(_HAN.findall(text))
    if han * 8 > len(text):
        return "han" if han * 3 > len(text) else ""
    words = spoken(text)
    latin, han = len(_WORD.findall(words)), len(_HAN.findall(words))
    return "latin" if latin >= _ENOUGH and han * 20 < latin else ""


def spoken(text: str) -> str:
    """The text with code, formulas and comments blanked: every character keeps its place."""
    out, start = [], 0
    for match in inline.pieces(text):
        if match.lastgroup in _UNSPOKEN and not _ADDRESS.match(match.group()):
            out += [text[start : match.start()], re.sub(r"[^\n]", " ", match.group())]
            start = match.end()
    return "".join([*out, text[start:]])


def _open_links(text: str) -> Iterator[Slip]:
    line, counted = 0, 0
    for match in inline.pieces(text):
        at = match.start()
        if match.lastgroup == "open" and at and text[at - 1] == "[" and text[at + 1 : at + 2].isalpha():
            line, counted = line + text.count("\n", counted, at), at
            words = " ".join(text[at + 1 : at + _SHOWN].split()[:3])
            yield Slip(line, "F019", f"the link [[{words} … is never closed", "close it with ]]")


def _open_marks(text: str) -> Iterator[Slip]:
    """Bold words and formulas in a line that are opened last of all, and not closed."""
    words = spoken(text)
    last = words.rfind("**")
    if last >= 0 and _BOLD.match(words, last) and words.count("**") % 2:
        yield Slip(
            text.count("\n", 0, last), "F019", "bold words are opened by ** and never closed", "close them with **"
        )
    match = _DOLLAR.search(words)
    if match:
        line = text.count("\n", 0, match.start())
        yield Slip(line, "F019", "a formula is opened by $ and never closed", "close it with $")


def _no_addresses(text: str) -> Iterator[Slip]:
    """What stands in the parentheses of a link and leads no reader anywhere."""
    words = spoken(text)
    for match in _SPACED.finditer(words):
        problem = f"({match['path']}) is no address: it has a space"
        yield Slip(text.count("\n", 0, match.start()), "L001", problem, f"write (<{match['path']}>)")
    for match in _PARTED.finditer(words):
        if " " not in match["web"]:
            continue
        problem = f"({match['web']}) is no address: it has a space"
        yield Slip(text.count("\n", 0, match.start()), "L001", problem, "take the space out, or write %20 for it")
    for match in _HERE.finditer(words):
        problem = f"{match['place']} leads to the machine of whoever reads it"
        yield Slip(
            text.count("\n", 0, match.start()), "L010", problem, "link to a file of the vault, or to a public address"
        )


def _open_spans(text: str) -> Iterator[Slip]:
    """Inline code and display formulas that are opened and not closed in their paragraph."""
    start, ticks = 0, []
    for match in inline.pieces(text):
        if (at := text.find("$$", start, match.start())) >= 0:
            yield _formula(text, at)
        start = match.end()
        if match.lastgroup == "literal":
            ticks.append(match.start())
    if "$$" in text[start:]:
        yield _formula(text, text.index("$$", start))
    if len(ticks) % 2:
        line = text.count("\n", 0, ticks[-1])
        yield Slip(line, "F019", "inline code is opened by ` and never closed", "close it with `")


def _formula(text: str, at: int) -> Slip:
    return Slip(text.count("\n", 0, at), "F019", "a formula is opened by $$ and never closed", "close it with $$")
