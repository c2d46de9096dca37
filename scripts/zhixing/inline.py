"""Inline Markdown inside one token's text: links, tags, highlights, formulas. Code and math are never looked into."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from zhixing.model import Link, Span

# Each branch begins with a plain character outside its group: only so does the engine skip ordinary text quickly.
_TOKEN = re.compile(
    r"""
      \\(?P<escape>[^\w\s])
    | `(?P<code>(?<!``)(?P<ticks>`*)(?!`).+?(?<!`)`(?P=ticks)(?!`))
    | \$(?P<display>\$.+?\$\$)
    | \$(?P<math>(?![\s$])(?:\\.|[^$\\])+?(?<!\s)\$(?![\d$]))
    | %(?P<comment>%.*?%%)
    | <(?P<html>!--(?:(?!<!--).)*?-->|[A-Za-z/][^<>]*>)
    | \[(?P<link>\[(?P<inner>[^\[\]\n]+)\]\](?!\((?:https?:)?//))
    | !(?P<embed>\[\[(?P<embedded>[^\[\]\n]+)\]\](?!\((?:https?:)?//))
    | \[(?P<open>(?!\[))
    | !(?P<image>\[(?!\[))
    | \](?P<close>\(\s*+(?P<dest><[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)
                 (?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\))
    | \](?P<shut>)
    | =(?P<mark>=)
    | \#(?P<tag>(?<![^\s(（，。、]\#)(?P<name>[\w/-]*[^\W\d][\w/-]*))
    """,
    re.X | re.S,
)
_INTERESTING = re.compile(r"[\[$#]|==")
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|<%.*?%>|\$\{")  # of Obsidian's templates, Templater, scripts
_EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


@dataclass
class Found:
    """What one piece of inline text holds; lines are counted within the file."""

    links: list[Link] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    formulas: list[tuple[str, int]] = field(default_factory=list)
    marks: list[tuple[str, int]] = field(default_factory=list)


def scan(path: str, line: int, text: str, found: Found) -> None:
    """Add what `text`, which starts on `line`, holds to `found`."""
    if not _INTERESTING.search(text):
        return
    opened: list[bool] = []
    mark_start, counted = -1, 0
    several = "\n" in text
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if several:
            line += text.count("\n", counted, match.start())
            counted = match.start()
        if kind in ("link", "embed"):
            inner = match.group("inner") or match.group("embedded")
            if not is_placeholder(inner):
                place = (text, *match.span())
                found.links.append(Link(Span(path, line), *split_target(inner), True, kind == "embed", place))
        elif kind in ("open", "image"):
            opened.append(kind == "image")
        elif kind == "close":
            embed = opened.pop() if opened else False
            link = _markdown_link(Span(path, line), match, text, embed)
            if link is not None:
                found.links.append(link)
        elif kind == "shut":
            if opened:
                opened.pop()
        elif kind in ("display", "math"):
            found.formulas.append((match.group().strip("$"), line))
        elif kind == "tag":
            found.tags.append(match.group("name"))
        elif kind == "mark":
            if mark_start < 0:
                mark_start = match.end()
            else:
                found.marks.append((text[mark_start : match.start()], line))
                mark_start = -1


def replace_links(text: str, replacement: Callable[[str, str, str], str]) -> str:
    """The text with other words for each wiki-link (target, fragment, text); a link that gets none stays."""

    def swap(match: re.Match[str]) -> str:
        return (replacement(*split_target(match.group("inner"))) if match.lastgroup == "link" else "") or match.group()

    return _TOKEN.sub(swap, text)


def pieces(text: str) -> Iterator[re.Match[str]]:
    """Everything in a text that is more than words; the last group of each match names its kind."""
    return _TOKEN.finditer(text)


def mark_spans(text: str) -> list[tuple[int, int]]:
    """Where the marked words stand, marks included."""
    ends = [match.span() for match in pieces(text) if match.lastgroup == "mark"]
    return [(first[0], last[1]) for first, last in zip(ends[::2], ends[1::2], strict=False)]


def is_placeholder(text: str) -> bool:
    """Whether a template will put something else here: what stands here now is no link and no value."""
    return _PLACEHOLDER.search(text) is not None


def split_target(inner: str) -> tuple[str, str, str]:
    """`Card#Heading|text` → target, fragment, text."""
    address, _, text = inner.replace("\\|", "|").partition("|")
    target, _, fragment = address.partition("#")
    return target.strip(), fragment.strip(), text.strip()


def split_destination(dest: str) -> tuple[str, str] | None:
    """Target and fragment of a Markdown link into the vault; None if it leads outside."""
    dest = dest.strip()
    if dest.startswith("<") and dest.endswith(">"):
        dest = dest[1:-1]
    if not dest or _EXTERNAL.match(dest) or is_placeholder(dest):
        return None
    target, _, fragment = dest.partition("#")
    return unquote(target.partition("?")[0]), unquote(fragment)


def _markdown_link(span: Span, match: re.Match[str], text: str, embed: bool) -> Link | None:
    parts = split_destination(match.group("dest"))
    if parts is None:
        return None
    return Link(span, parts[0], parts[1], "", False, embed, (text, *match.span()))
